import type { Database, Statement } from 'better-sqlite3';
import type { EntityType } from '../entity-type.ts';
import { entityAtVersion, entityFrom } from '../stored-entity.ts';
import type { EntityAtVersion, EntityOf } from '../stored-entity.ts';
import type { StoredEntity } from '../stored-rows.ts';

/** Records to keep in memory: a page of talks has most of its places, topics and series in common with others. */
const MAX_KEPT = 10_000;
/** Up to so many records are looked up one by one; more, in one statement. */
const FEW = 8;

/** Numbers of places, and of those that they are part of. UNION ends even where damage has made a circle. */
const WITH_PARENTS = `
  WITH RECURSIVE above(number) AS (
    SELECT value FROM json_each(?) UNION SELECT parent FROM place JOIN above USING (number) WHERE parent <> 0
  ) SELECT number FROM above`;

/** SQL for the rows of a type that have a record, or have lost one to damage. */
export function storedEntities(type: EntityType): string {
  const parent = type === 'place' ? 'parent' : '0 AS parent';
  return `SELECT number, key, ${parent}, version, sum, record FROM ${type} WHERE (record IS NOT NULL OR sum IS NOT NULL)`;
}

/** Reads records of one type. Every method @throws DamageFound */
class EntityReader<Type extends EntityType> {
  readonly #type: Type;
  readonly #byNumber: Statement<[number], StoredEntity>;
  readonly #byNumbers: Statement<[string], StoredEntity>;
  readonly #byKey: Statement<[string], StoredEntity>;
  readonly #all: Statement<[], StoredEntity>;
  readonly #read = new Map<number, EntityAtVersion<Type>>();

  constructor(db: Database, type: Type) {
    this.#type = type;
    const rows = storedEntities(type);
    this.#byNumber = db.prepare(`${rows} AND number = ?`);
    this.#byNumbers = db.prepare(
      `${rows} AND number IN (${type === 'place' ? WITH_PARENTS : 'SELECT value FROM json_each(?)'})`,
    );
    this.#byKey = db.prepare(`${rows} AND key = ?`);
    this.#all = db.prepare(`${rows} ORDER BY key`);
  }

  /** Includes the records with these numbers, as far as they exist, the places that places are part of, and perhaps others. */
  withNumbers(numbers: ReadonlySet<number>): ReadonlyMap<number, EntityAtVersion<Type>> {
    if (this.#read.size + numbers.size > MAX_KEPT) this.#read.clear();
    const missing = [...numbers].filter((number) => !this.#read.has(number));
    for (const row of this.#rows(missing)) this.#read.set(row.number, entityAtVersion(this.#type, row));
    return this.#read;
  }

  /** Drops the records in memory, when the store is in another state. */
  forget(): void {
    this.#read.clear();
  }

  withKey(key: string): EntityAtVersion<Type> | undefined {
    const row = this.#byKey.get(key);
    return row === undefined ? undefined : entityAtVersion(this.#type, row);
  }

  #rows(numbers: readonly number[]): StoredEntity[] {
    if (numbers.length > FEW || (this.#type === 'place' && numbers.length > 0))
      return this.#byNumbers.all(JSON.stringify(numbers));
    return numbers.map((number) => this.#byNumber.get(number)).filter((row) => row !== undefined);
  }

  /** All records, sorted by key. */
  *all(): Generator<EntityOf[Type]> {
    for (const row of this.#all.iterate()) yield entityFrom(this.#type, row);
  }
}

export type EntityReaders = { readonly [Type in EntityType]: EntityReader<Type> };

export function entityReaders(db: Database): EntityReaders {
  return {
    place: new EntityReader(db, 'place'),
    person: new EntityReader(db, 'person'),
    topic: new EntityReader(db, 'topic'),
    series: new EntityReader(db, 'series'),
    collection: new EntityReader(db, 'collection'),
  };
}

/** To be called when the store is in another state. */
export function forgetAll({ place, person, topic, series, collection }: EntityReaders): void {
  for (const reader of [place, person, topic, series, collection]) reader.forget();
}
