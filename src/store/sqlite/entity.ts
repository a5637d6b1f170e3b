import type { Database, Statement } from 'better-sqlite3';
import type { Collection } from '#catalogue/collection.js';
import type { Person } from '#catalogue/person.js';
import type { Place } from '#catalogue/place.js';
import type { Series } from '#catalogue/series.js';
import type { Topic } from '#catalogue/topic.js';
import { collectionFrom, personFrom, placeFrom, seriesFrom, topicFrom } from './record-json.js';
import type { EntityType } from './schema.js';

interface Row {
  readonly number: number;
  readonly key: string;
  readonly record: Buffer;
}

/** Records of one type, out of their rows. */
export class EntityReader<T> {
  readonly #from: (key: string, json: Buffer) => T;
  readonly #byNumbers: Statement<[string], Row>;
  readonly #byKey: Statement<[string], Buffer>;
  readonly #all: Statement<[], Row>;

  constructor(db: Database, type: EntityType, from: (key: string, json: Buffer) => T) {
    this.#from = from;
    const rows = `SELECT number, key, record FROM ${type}`;
    this.#byNumbers = db.prepare(`${rows} WHERE number IN (SELECT value FROM json_each(?)) AND record IS NOT NULL`);
    const byKey = db.prepare<[string], Buffer>(`SELECT record FROM ${type} WHERE key = ? AND record IS NOT NULL`);
    this.#byKey = byKey.pluck();
    this.#all = db.prepare(`${rows} WHERE record IS NOT NULL ORDER BY key`);
  }

  withNumbers(numbers: ReadonlySet<number>): ReadonlyMap<number, T> {
    if (numbers.size === 0) return new Map();
    const rows = this.#byNumbers.all(JSON.stringify([...numbers]));
    return new Map(rows.map((row) => [row.number, this.#from(row.key, row.record)]));
  }

  withKey(key: string): T | undefined {
    const record = this.#byKey.get(key);
    return record === undefined ? undefined : this.#from(key, record);
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
