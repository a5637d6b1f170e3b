import { typeOf } from '#catalogue/record.ts';
import type { CatalogueRecord, RecordType } from '#catalogue/record.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { lengthOf } from '#catalogue/talk-length.ts';
import { traitsOf } from '#catalogue/talk-traits.ts';
import { inBatches } from '../store/batches.ts';
import type {
  ChangedEntity,
  ChangedTalk,
  ChangesSince,
  RemovedRecord,
  StoreState,
  TermMatches,
  TextTerm,
} from '#store/store.ts';
import { stands } from './text-oracle.ts';

/** The `updated` of talks without one. */
const UPDATED = '2020-02-02T02:02:02Z';

/** When a version is made: seconds since 1970-01-01T00:00:00Z. */
export function timeOf(version: number): number {
  return 1_800_000_000 + version * 10;
}

interface Numbered {
  readonly number: number;
  readonly record: CatalogueRecord;
}

/** Numbers records and tracks changes like a store, but in memory. */
export class MemoryCatalogue {
  state: StoreState = { version: 0, token: '' };
  readonly #numbers = new Map<string, number>();
  readonly #nextNumber = new Map<RecordType, number>();
  readonly #removed = new Map<string, Numbered>();
  readonly #versions = new Map<string, number>();
  #records = new Map<string, Numbered>();

  /** Replaces all records. @returns the changes */
  replace(records: readonly CatalogueRecord[]): ChangesSince {
    const before = this.#records;
    this.#records = new Map(
      records.map((record) => [keyOf(record), { number: this.#number(record), record }] as const),
    );
    this.state = { version: this.state.version + 1, token: `token ${this.state.version + 1}` };
    const changed = [...this.#records].filter(
      ([key, { record }]) => JSON.stringify(before.get(key)?.record) !== JSON.stringify(record),
    );
    const removed = [...before].filter(([key]) => !this.#records.has(key));
    for (const [key] of [...changed, ...removed]) this.#versions.set(key, this.state.version);
    for (const [key, numbered] of removed) this.#removed.set(key, numbered);
    for (const [key] of changed) this.#removed.delete(key);
    return {
      ...this.#changes(changed.map(([, numbered]) => numbered)),
      complete: false,
      removed: inBatches(removed.map(([, numbered]) => this.#gone(numbered))),
    };
  }

  /** All records, as changes from an empty catalogue. */
  everything(): ChangesSince {
    const talks = [...this.#removed.values()]
      .map((numbered) => this.#gone(numbered))
      .filter(({ type }) => type === 'talk');
    return { ...this.#changes([...this.#records.values()]), complete: true, removed: inBatches(talks) };
  }

  /** The slugs of all talks, by number. */
  slugs(): Map<number, string> {
    const talks = [...this.#records.values()].flatMap(({ number, record }) =>
      record.type === 'talk' ? [[number, record.slug] as const] : [],
    );
    return new Map(talks);
  }

  /** Where terms occur, as a store would report it. */
  findTerms(terms: readonly TextTerm[]): TermMatches[] {
    const matches = (
      type: RecordType,
      { words, isBeginning }: TextTerm,
      texts: (record: CatalogueRecord) => string[],
    ) => {
      const numbers = (begun: boolean): Uint32Array => {
        const found = [...this.#records.values()].filter(({ record }) => {
          return typeOf(record) === type && texts(record).some((text) => stands(text, words, begun));
        });
        return Uint32Array.from(found, ({ number }) => number).sort();
      };
      return { whole: numbers(false), begun: numbers(isBeginning) };
    };
    const titleOf = (record: CatalogueRecord): string[] => (record.type === 'talk' ? [record.title] : []);
    const textOf = (record: CatalogueRecord): string[] =>
      record.type === 'talk' ? [record.title, record.description] : [];
    return terms.map((term) => ({
      title: matches('talk', term, titleOf),
      text: matches('talk', term, textOf),
      names: {
        place: matches('place', term, (record) => (record.type === 'place' ? [record.name] : [])),
        person: matches('person', term, (record) => (record.type === 'person' ? [record.name] : [])),
        topic: matches('topic', term, (record) => (record.type === 'topic' ? [record.label] : [])),
        series: matches('series', term, (record) => (record.type === 'series' ? [record.title] : [])),
      },
    }));
  }

  number(type: RecordType, identifier: string): number {
    return this.#numbers.get(`${type} ${identifier}`) ?? 0;
  }

  /** The version that last added, changed or removed a record. */
  version(record: CatalogueRecord): number {
    return this.#versions.get(keyOf(record)) ?? 0;
  }

  #gone({ number, record }: Numbered): RemovedRecord {
    const type = typeOf(record);
    return type === 'talk'
      ? { type, number, slug: slugBytes(record), version: this.version(record) }
      : { type, number };
  }

  #changes(records: readonly Numbered[]) {
    const entities = records.flatMap((numbered) => this.#entity(numbered));
    const talks = records.flatMap(({ number, record }) => (record.type === 'talk' ? [this.#talk(number, record)] : []));
    const history = Array.from({ length: this.state.version }, (_, at) => {
      const version = at + 1;
      return { version, token: `token ${version}`, time: timeOf(version) };
    });
    const lists = { entities: inBatches(entities), talks: inBatches(talks), history };
    return { state: this.state, ...lists, close: () => undefined };
  }

  #entity({ number, record }: Numbered): ChangedEntity[] {
    if (record.type === 'talk' || record.type === 'removed_talk') return [];
    const parent = record.type === 'place' && record.parent !== null ? this.number('place', record.parent) : 0;
    const kind = record.type === 'place' ? record.kind : null;
    const isPublic = record.type !== 'collection' || record.public;
    const [key, name, version] = [identifierOf(record), nameOf(record), this.version(record)];
    return [{ type: record.type, number, key, name, kind, isPublic, parent, version }];
  }

  #talk(number: number, talk: TalkRecord): ChangedTalk {
    const topics = talk.topics.map((uri) => this.number('topic', uri));
    const [speakers, others] = [talk.speakers, [...talk.hosts, ...talk.organisers]].map((slugs) =>
      slugs.map((slug) => this.number('person', slug)),
    );
    const refs = [
      talk.series === null ? 0 : this.number('series', talk.series),
      talk.venue === null ? 0 : this.number('place', talk.venue),
      talk.organisingDepartment === null ? 0 : this.number('place', talk.organisingDepartment),
      topics.length,
      ...topics,
      talk.speakers.length,
      ...(speakers ?? []),
      ...(others ?? []),
      talk.hosts.length,
    ];
    const slug = slugBytes(talk);
    // A store would use the time of the import.
    const updated = secondsOf(talk.updated ?? UPDATED);
    const [start, traits] = [secondsOf(talk.start), traitsOf(talk)];
    const { status } = talk;
    const version = this.version(talk);
    return {
      number,
      slug,
      start,
      length: lengthOf(talk),
      updated,
      status,
      traits,
      version,
      refs: Uint32Array.from(refs),
    };
  }

  #number(record: CatalogueRecord): number {
    const key = keyOf(record);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = (this.#nextNumber.get(typeOf(record)) ?? 0) + 1;
    this.#nextNumber.set(typeOf(record), number);
    this.#numbers.set(key, number);
    return number;
  }
}

function slugBytes(record: CatalogueRecord): Uint8Array {
  return Buffer.from(identifierOf(record).replaceAll('-', ''), 'hex');
}

function keyOf(record: CatalogueRecord): string {
  return `${typeOf(record)} ${identifierOf(record)}`;
}

function nameOf(record: Exclude<CatalogueRecord, { type: 'talk' | 'removed_talk' }>): string {
  if (record.type === 'topic') return record.label;
  return record.type === 'place' || record.type === 'person' ? record.name : record.title;
}

function identifierOf(record: CatalogueRecord): string {
  if (record.type === 'place') return record.id;
  if (record.type === 'topic') return record.uri;
  return record.slug;
}
