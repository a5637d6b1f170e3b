import type { Database, Statement } from 'better-sqlite3';
import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { Topic } from '#catalogue/topic.ts';
import { collectionFrom, personFrom, placeFrom, seriesFrom, topicFrom } from '../record-json.ts';
import type { EntityType } from '../entity-type.ts';

interface Row {
  readonly number: number;
  readonly key: string;
  readonly record: Buffer;
}

/** Records kept for the next who asks; a page of talks has most of its places, topics and series in common with others. */
const MOST_KEPT = 10_000;
/** So many are looked up one by one; of more, all at once. */
const FEW = 8;

/** Records of one type, out of their rows. */
export class EntityReader<T> {
  readonly #from: (key: string, json: Buffer) => T;
  readonly #byNumber: Statement<[number], Row>;
  readonly #byNumbers: Statement<[string], Row>;
  readonly #byKey: Statement<[string], Buffer>;
  readonly #all: Statement<[], Row>;
  readonly #read = new Map<number, T>();

  constructor(db: Database, type: EntityType, from: (key: string, json: Buffer) => T) {
    this.#from = from;
    const rows = `SELECT number, key, record FROM ${type}`;
    this.#byNumber = db.prepare(`${rows} WHERE number = ? AND record IS NOT NULL`);
    this.#byNumbers = db.prepare(`${rows} WHERE number IN (SELECT value FROM json_each(?)) AND record IS NOT NULL`);
    const byKey = db.prepare<[string], Buffer>(`SELECT record FROM ${type} WHERE key = ? AND record IS NOT NULL`);
    this.#byKey = byKey.pluck();
    this.#all = db.prepare(`${rows} WHERE record IS NOT NULL ORDER BY key`);
  }

  /** At least those of the numbers that there are. */
  withNumbers(numbers: ReadonlySet<number>): ReadonlyMap<number, T> {
    if (this.#read.size + numbers.size > MOST_KEPT) this.#read.clear();
    const missing = [...numbers].filter((number) => !this.#read.has(number));
    for (const row of this.#rows(missing)) this.#read.set(row.number, this.#from(row.key, row.record));
    return this.#read;
  }

  /** Forgets what was read: the store is in another state. */
  forget(): void {
    this.#read.clear();
  }

  withKey(key: string): T | undefined {
    const record = this.#byKey.get(key);
    return record === undefined ? undefined : this.#from(key, record);
  }

  #rows(numbers: readonly number[]): Row[] {
    if (numbers.length > FEW) return this.#byNumbers.all(JSON.stringify(numbers));
    return numbers.map((number) => this.#byNumber.get(number)).filter((row) => row !== undefined);
  }

  /** By key. */
  *all(): Generator<T> {
    for (const row of this.#all.iterate()) yield this.#from(row.key, row.record);
  }
}

export interface EntityReaders {
  readonly place: EntityReader<Place>;
  readonly person: EntityReader<Person>;
  readonly topic: EntityReader<Topic>;
  readonly series: EntityReader<Series>;
  readonly collection: EntityReader<Collection>;
}

export function entityReaders(db: Database): EntityReaders {
  return {
    place: new EntityReader(db, 'place', placeFrom),
    person: new EntityReader(db, 'person', personFrom),
    topic: new EntityReader(db, 'topic', topicFrom),
    series: new EntityReader(db, 'series', seriesFrom),
    collection: new EntityReader(db, 'collection', collectionFrom),
  };
}

/** For when the store is in another state. */
export function forgetAll({ place, person, topic, series, collection }: EntityReaders): void {
  for (const reader of [place, person, topic, series, collection]) reader.forget();
}
