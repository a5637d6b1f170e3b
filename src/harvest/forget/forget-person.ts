import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import type { Person } from '#catalogue/person.ts';
import type { FileRecord, LocatedRecord, RecordType } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Store, StoreImport } from '#store/store.ts';
import { ForgottenPeople, forgottenPerson } from './forgotten-people.ts';
import { cleanSources } from './clean-sources.ts';
import { MentionSearch } from './mention-search.ts';
import { NameMentions } from './name-mentions.ts';

export interface ForgetRequest {
  readonly now: Date;
  /** True: everything is done but the commit. */
  readonly dryRun?: boolean;
  /** Called once if another import has to be waited for. */
  readonly onWait?: () => void;
}

/** What became of a person, and where the name may still be: text is nobody's to change without reading it. */
export interface ForgetReport {
  readonly id: string;
  /** Talks that no longer name the person as speaker, host or organiser, or no longer have the address. */
  readonly talks: number;
  /** Records whose text has the name. */
  readonly mentions: readonly { readonly type: RecordType; readonly key: string; readonly name: string }[];
  /** Talks that hand corrections rename or describe with the name. */
  readonly corrections: readonly Slug[];
  /** Keys by which sources know their talks, and which have the name. */
  readonly keys: number;
  /** Sources whose last messages had the name. */
  readonly sources: readonly string[];
  /** Other people of that name. */
  readonly namesakes: readonly Slug[];
  /** False: somebody still reads an earlier state, so that it is not all overwritten yet. */
  readonly isScrubbed: boolean;
}

/** Removes a person from the catalogue, and remembers a hash so that imports leave the person out. @throws StoreUnavailable */
export async function forgetPerson(
  store: Store,
  person: Person,
  { now, dryRun = false, onWait }: ForgetRequest,
): Promise<ForgetReport> {
  const started = await store.beginImport({ replace: false, now, dryRun, ...(onWait === undefined ? {} : { onWait }) });
  const mentions = new NameMentions(person);
  const search = new MentionSearch(person, mentions);
  let forgotten: ForgottenPerson;
  let talks: number;
  try {
    const before = await store.forgotten.all();
    forgotten = forgottenPerson(person, before, timestampOf(Math.floor(now.getTime() / 1000)));
    await started.changeForgotten({ put: [forgotten] });
    talks = await eraseFrom(store, started, new ForgottenPeople([...before, forgotten]), (record) => {
      search.meet(record);
    });
    for (const { slug, fields, was, source } of await store.corrections.all()) {
      if (mentions.isIn(JSON.stringify([fields, was, source]))) search.corrections.push(slug);
    }
    await finish(started);
  } finally {
    await started.abandon();
  }
  const sources = dryRun ? [] : await cleanSources(store, mentions);
  const isScrubbed = dryRun || (await store.scrub());
  const { found, corrections, keys, namesakes } = search;
  return { id: forgotten.id, talks, mentions: found, corrections, keys, sources, namesakes, isScrubbed };
}

/** Lets people be imported again. What a source brings comes with its next import. @throws StoreUnavailable */
export async function unforget(store: Store, ids: readonly string[], { now, onWait }: ForgetRequest): Promise<void> {
  const started = await store.beginImport({ replace: false, now, ...(onWait === undefined ? {} : { onWait }) });
  try {
    await started.changeForgotten({ undo: ids });
    await finish(started);
  } finally {
    await started.abandon();
  }
  // What has not changed since would not be read again.
  for (const { name, state } of await store.sources.list()) {
    if (state !== undefined) await store.sources.replace(name, { ...state, seen: null });
  }
}

/** Removes people from the records of a store. Returns how many talks change. */
async function eraseFrom(
  store: Store,
  started: StoreImport,
  forgotten: ForgottenPeople,
  meet: (record: FileRecord) => void,
): Promise<number> {
  let talks = 0;
  const put = (record: LocatedRecord['record']) => started.put([{ record, file: 'the catalogue', line: ++talks }]);
  for await (const record of store.records()) {
    meet(record);
    if (record.type === 'talk') {
      const without = forgotten.talkWithout(record);
      // When it changed is now, for those who follow the catalogue.
      if (without !== record) await put({ ...without, updated: null, history: null });
    } else if (record.type === 'person' && forgotten.find(record.slug) !== undefined) {
      await started.erasePerson(record);
    }
  }
  const corrections = await store.corrections.all();
  const changed = corrections.flatMap((each) => {
    const without = forgotten.correctionWithout(each);
    return without === each ? [] : [without];
  });
  await started.changeCorrections({ put: changed });
  return talks;
}

async function finish(started: StoreImport): Promise<void> {
  const outcome = await started.finish();
  if (!outcome.ok) throw new Error(`A catalogue that was kept has problems: ${JSON.stringify(outcome.problems)}`);
}
