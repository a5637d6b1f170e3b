import { indexedWords, soughtWords } from '#catalogue/folding.ts';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import { isObject } from '#catalogue/json-object.ts';
import type { Person } from '#catalogue/person.ts';
import { FIELDS, type FileRecord, type LocatedRecord, recordKey, type RecordType } from '#catalogue/record.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { SourceState } from '#store/source-states.ts';
import type { StoreImport } from '#store/store-import.ts';
import type { Store } from '#store/store.ts';
import { ForgottenPeople, forgottenPerson } from './forgotten-people.ts';

interface ForgetRequest {
  readonly now: Date;
  /** True: a dry run, rolled back at the end. */
  readonly dryRun?: boolean;
  /** Called once if it has to wait for an import. */
  readonly onWait?: () => void;
  /** Stops the work with the signal's reason; nothing is changed then. */
  readonly signal?: AbortSignal | undefined;
}

/** What was removed, and where the name may still be: somebody has to read a text before changing it. */
export interface ForgetReport {
  readonly id: string;
  /** Number of talks that no longer have the person as speaker, host or organiser, or no longer have the address. */
  readonly talks: number;
  /** Records whose text mentions the name. */
  readonly mentions: readonly { readonly type: RecordType; readonly key: string; readonly name: string }[];
  /** Corrected talks whose corrections or source values mention the name. */
  readonly corrections: readonly Slug[];
  /** Number of keys of talks that contain the name. */
  readonly keys: number;
  /** Sources whose last messages mentioned the name. */
  readonly sources: readonly string[];
  /** Other people of that name. */
  readonly namesakes: readonly Slug[];
  /** False: an earlier version is still being read, so that not all of it is overwritten yet. */
  readonly isScrubbed: boolean;
}

/** Removes a person from the catalogue, and stores hashes so that imports skip the person. @throws StoreUnavailable */
export async function forgetPerson(
  store: Store,
  person: Person,
  { now, dryRun = false, onWait, signal }: ForgetRequest,
): Promise<ForgetReport> {
  const started = await store.beginImport({ replace: false, now, dryRun, onWait, signal });
  const mentions = new NameMentions(person);
  const search = new MentionSearch(person, mentions);
  let forgotten: ForgottenPerson;
  let talks: number;
  try {
    const before = await store.forgotten.all();
    const rows = await store.provenance.ofRecords('person', [person.slug], () => true);
    const otherSlugs = rows.flatMap(({ key }) => (isSlug(key) ? [key] : []));
    const since = timestampOf(Math.floor(now.getTime() / 1000));
    forgotten = forgottenPerson(person, before, since, otherSlugs);
    await started.changeForgotten({ put: [forgotten] });
    talks = await eraseFrom(store, started, new ForgottenPeople([...before, forgotten]), (record) => {
      signal?.throwIfAborted();
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

/** Lets people be imported again, with the next import of each source. @throws StoreUnavailable */
export async function unforget(
  store: Store,
  ids: readonly string[],
  { now, onWait, signal }: ForgetRequest,
): Promise<void> {
  const started = await store.beginImport({ replace: false, now, onWait, signal });
  try {
    await started.changeForgotten({ undo: ids });
    await finish(started);
  } finally {
    await started.abandon();
  }
  // Otherwise unchanged sources would not be read again.
  for (const { name, state } of await store.sources.list()) {
    if (state !== undefined) await store.sources.replace(name, { ...state, seen: null });
  }
}

/** Removes people from the records of a store. Returns the number of changed talks. */
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
      // The time of change becomes now, for those who follow the catalogue.
      if (without !== record) await put({ ...without, updated: null, history: null });
    } else if (record.type === 'person' && forgotten.find(record.slug) !== undefined) {
      await started.erasePerson(record.slug);
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

/** Finds where a catalogue mentions the name, besides references to the person. */
class MentionSearch {
  readonly found: { type: RecordType; key: string; name: string }[] = [];
  readonly corrections: Slug[] = [];
  readonly namesakes: Slug[] = [];
  keys = 0;
  readonly #slug: Slug;
  readonly #name: string;
  readonly #mentions: NameMentions;

  constructor({ slug, name }: Person, mentions: NameMentions) {
    this.#slug = slug;
    this.#name = name;
    this.#mentions = mentions;
  }

  meet(record: FileRecord): void {
    if (record.type === 'provenance') {
      if (this.#mentions.isIn(record.key)) this.keys++;
      return;
    }
    if (record.type === 'removed_talk') return;
    if (record.type === 'person') {
      if (record.slug === this.#slug) return;
      if (this.#mentions.isIn(record.name)) this.namesakes.push(record.slug);
      else if (this.#mentions.isInRecord(record)) this.#find(record.type, record.slug, record.name);
      return;
    }
    const isTheirs =
      record.type === 'talk' &&
      [...record.speakers, ...record.hosts, ...record.organisers].includes(this.#slug) &&
      this.#name !== '';
    if (!this.#mentions.isInRecord(record, isTheirs)) return;
    const name = 'title' in record ? record.title : 'label' in record ? record.label : record.name;
    this.#find(record.type, recordKey(record), name);
  }

  #find(type: RecordType, key: string, name: string): void {
    this.found.push({ type, key, name });
  }
}

/** Removes the last messages of sources that mention the name. Returns the names of these sources. */
async function cleanSources({ sources }: Pick<Store, 'sources'>, mentions: NameMentions): Promise<string[]> {
  const cleaned: string[] = [];
  for (const { name, state } of await sources.list()) {
    if (state === undefined || !mentions.isIn(JSON.stringify([state.problems, state.page]))) continue;
    await sources.replace(name, silenced(state));
    cleaned.push(name);
  }
  return cleaned;
}

/** A sync state without messages about talks. */
export function silenced(state: SourceState): SourceState {
  const page = state.page === null ? null : { ...state.page, news: [], problems: [], failure: [] };
  return { ...state, problems: [], page };
}

/** Shorter words of a name, such as initials and particles, are too common in texts. */
const SHORTEST_WORD = 3;

/** Fields without free text, such as identifiers and times. */
const NO_TEXT = new Set(['type', 'uid', 'history']);
for (const { kind, name } of Object.values(FIELDS).flat())
  if (['key', 'reference', 'references', 'choice', 'time'].includes(kind)) NO_TEXT.add(name);

/** Finds a person in text: the words of the name in order, or with the last one first, or the e-mail address. */
class NameMentions {
  readonly #orders: readonly string[];
  readonly #words: readonly string[];
  readonly #address: string;

  constructor({ name, emailAddress }: Pick<Person, 'name' | 'emailAddress'>) {
    const spellings = soughtWords(name).filter((words) => words.length > 0);
    this.#orders = spellings.flatMap((words) => [words, [...words.slice(-1), ...words.slice(0, -1)]].map(joined));
    this.#words = spellings.flat().filter((word) => word.length >= SHORTEST_WORD);
    this.#address = emailAddress.toLowerCase();
  }

  /** @param isTheirs a text about a talk of the person, where one word of the name is enough */
  isIn(text: string, isTheirs = false): boolean {
    if (this.#address !== '' && text.toLowerCase().includes(this.#address)) return true;
    const { words, others } = indexedWords(text);
    const found = ` ${joined(words)}  ${joined(others)} `;
    const wanted = isTheirs ? [...this.#orders, ...this.#words] : this.#orders;
    return wanted.some((each) => found.includes(` ${each} `));
  }

  /** Whether any text of a record mentions the person. */
  isInRecord(record: FileRecord, isTheirs = false): boolean {
    return this.isIn(textsOf(record).join('\n'), isTheirs);
  }
}

function joined(words: readonly string[]): string {
  return words.join(' ');
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, held]) => (NO_TEXT.has(field) ? [] : textsOf(held)));
}
