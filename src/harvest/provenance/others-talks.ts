import { isDeepStrictEqual } from 'node:util';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { EntityType } from '#store/entity-type.ts';
import { wordsOf } from '#catalogue/folding.ts';
import type { StoreBefore } from '../corrections/corrected-import.ts';
import { withNames } from '../merge/merge-rewriter.ts';
import type { Identity } from './identity.ts';
import { notOwn } from './own-records.ts';
import { keptOf } from '../reading/explained-talks.ts';
import { RecordsOfTalks, type OperatorFields } from '../reading/records-of-talks.ts';
import { NOTHING_SAME, type SameLines } from '../reading/same-lines.ts';

type ReadableStore = Pick<StoreBefore, 'record' | 'sourceTalks'>;

/** A talk of a source that another source owns. */
export interface OthersTalk {
  readonly talk: SourceTalk;
  readonly owner: string;
}

interface Told {
  readonly identity: Identity;
  readonly additions: OperatorFields;
  readonly same?: SameLines | undefined;
  readonly file: string;
}

/** Problems for those talks that the source would have changed. What is equal is not reported. @throws StoreUnavailable */
export async function changesOfOthers(
  store: ReadableStore,
  talks: readonly OthersTalk[],
  { identity, additions, same = NOTHING_SAME, file }: Told,
): Promise<LocatedProblem[]> {
  const stored = new Map<Slug, TalkRecord>();
  const slugs = new Set(talks.map(({ talk }) => identity.talk(talk)));
  for await (const talk of store.sourceTalks(slugs)) stored.set(talk.slug, talk);
  // Their people, places, series and topics are not the source's either, so these records are not kept.
  const trial = new RecordsOfTalks(identity, additions);
  const names = new Names(store, trial);
  const problems: LocatedProblem[] = [];
  for (const { talk, owner } of talks) {
    const before = stored.get(identity.talk(talk));
    const made = before && trial.take(talk, file);
    if (before === undefined || made === undefined || 'problems' in made) continue;
    const said = { ...made.record, ...keptOf(before, made.record, made.unsaid) };
    const [now, then] = [withNames(said, same), before];
    if (!isDeepStrictEqual(await names.inWords(now), await names.inWords(then))) {
      problems.push(notOwn({ record: now, file, line: talk.line }, then, owner));
    }
  }
  return problems;
}

/** Names of records: sources may have their own identifiers for one person. */
class Names {
  readonly #store: ReadableStore;
  readonly #trial: RecordsOfTalks;
  readonly #known = new Map<string, Promise<string | undefined>>();

  constructor(store: ReadableStore, trial: RecordsOfTalks) {
    this.#store = store;
    this.#trial = trial;
  }

  /** What a talk says, with names instead of identifiers. */
  async inWords(talk: TalkRecord): Promise<object> {
    const many = (type: EntityType, keys: readonly string[]): Promise<readonly string[]> =>
      Promise.all(keys.map((key) => this.#name(type, key)));
    return {
      ...talk,
      updated: null,
      history: null,
      series: talk.series && (await this.#name('series', talk.series)),
      venue: talk.venue && (await this.#name('place', talk.venue)),
      organisingDepartment: talk.organisingDepartment && (await this.#name('place', talk.organisingDepartment)),
      topics: await many('topic', talk.topics),
      speakers: await many('person', talk.speakers),
      hosts: await many('person', talk.hosts),
      organisers: await many('person', talk.organisers),
    };
  }

  async #name(type: EntityType, key: string): Promise<string> {
    const own = this.#trial.nameOf(key);
    const stored = this.#known.get(key) ?? this.#store.record(type, key).then((record) => record && nameIn(record));
    this.#known.set(key, stored);
    return wordsOf(own ?? (await stored) ?? key).join(' ');
  }
}

function nameIn(record: object): string | undefined {
  if ('name' in record) return String(record.name);
  if ('title' in record) return String(record.title);
  return 'label' in record ? String(record.label) : undefined;
}
