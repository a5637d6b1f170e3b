import type { Database, Statement } from 'better-sqlite3';
import type { EntityOf, EntityType, MentionedType } from '../entity-type.ts';
import { entityFrom, linkedEntity } from '../stored-entity.ts';
import type { LinkedEntity } from '../stored-entity.ts';
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

/** All records of a type, sorted by key. @throws DamageFound */
export function* allEntities<Type extends EntityType>(db: Database, type: Type): Generator<EntityOf[Type]> {
  const rows = db.prepare<[], StoredEntity>(`${storedEntities(type)} ORDER BY key`);
  for (const row of rows.iterate()) yield entityFrom(type, row);
}

/** @throws DamageFound */
export function entityWithKey<Type extends EntityType>(
  db: Database,
  type: Type,
  key: string,
): EntityOf[Type] | undefined {
  const row = db.prepare<[string], StoredEntity>(`${storedEntities(type)} AND key = ?`).get(key);
  return row && entityFrom(type, row);
}

/** Reads records that talks refer to, of one type, in one state. */
export class EntityReader<Type extends MentionedType> {
  readonly #type: Type;
  readonly #byNumber: Statement<[number], StoredEntity>;
  readonly #byNumbers: Statement<[string], StoredEntity>;
  readonly #read = new Map<number, LinkedEntity<Type>>();

  constructor(db: Database, type: Type) {
    this.#type = type;
    const rows = storedEntities(type);
    this.#byNumber = db.prepare(`${rows} AND number = ?`);
    this.#byNumbers = db.prepare(
      `${rows} AND number IN (${type === 'place' ? WITH_PARENTS : 'SELECT value FROM json_each(?)'})`,
    );
  }

  /**
   * Includes the records with these numbers, as far as they exist, the places that places are part of, and perhaps others.
   * @throws DamageFound
   */
  withNumbers(numbers: ReadonlySet<number>): ReadonlyMap<number, LinkedEntity<Type>> {
    if (this.#read.size + numbers.size > MAX_KEPT) this.#read.clear();
    const missing = [...numbers].filter((number) => !this.#read.has(number));
    for (const row of this.#rows(missing)) this.#read.set(row.number, linkedEntity(this.#type, row));
    return this.#read;
  }

  #rows(numbers: readonly number[]): StoredEntity[] {
    if (numbers.length > FEW || (this.#type === 'place' && numbers.length > 0))
      return this.#byNumbers.all(JSON.stringify(numbers));
    return numbers.map((number) => this.#byNumber.get(number)).filter((row) => row !== undefined);
  }
}
