import type { Database, Statement } from 'better-sqlite3';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { storedEntities } from '#store/entities.ts';
import type { MentionedType } from '#store/entity-type.ts';
import { inSqlite } from '#store/sql.ts';
import { linkedEntity } from '#store/stored-entity.ts';
import type { LinkedEntity } from '#store/stored-entity.ts';
import type { StoredEntity, StoredTalkRow } from '#store/stored-rows.ts';
import { intactTalk, mentionsOf, talkFrom } from '#store/talk-details.ts';
import { STORED_TALKS } from '#store/talks.ts';

/** Records to keep in memory: a page of talks has most of its places, topics and series in common with others. */
const MAX_KEPT = 10_000;
/** Up to so many records are looked up one by one; more, in one statement. */
const FEW = 8;

/** Numbers of places, and of those that they are part of. UNION ends even where damage has made a circle. */
const WITH_PARENTS = `
  WITH RECURSIVE above(number) AS (
    SELECT value FROM json_each(?) UNION SELECT parent FROM place JOIN above USING (number) WHERE parent <> 0
  ) SELECT number FROM above`;

/**
 * One talk, by number. With a bare parameter in a join, SQLite plans the statement again for each number, which takes
 * five times as long as reading the row; the `+` makes it an expression, which the planner does not look into.
 */
const STORED_TALK = inSqlite(`${STORED_TALKS} AND talk.number = +?`);

/** Reads talks and the records that they refer to, all in one state. */
export class TalkReader {
  readonly #entities: { readonly [Type in MentionedType]: EntityReader<Type> };
  readonly #byNumber: Statement<[number], StoredTalkRow>;

  constructor(db: Database) {
    this.#entities = {
      place: new EntityReader(db, 'place'),
      person: new EntityReader(db, 'person'),
      topic: new EntityReader(db, 'topic'),
      series: new EntityReader(db, 'series'),
    };
    this.#byNumber = db.prepare(STORED_TALK);
  }

  /** In the order of the numbers. Undefined: not found. */
  withNumbers(numbers: readonly number[]): (TalkDetails | undefined)[] {
    return this.#talks(numbers.map((number) => this.#byNumber.get(number)));
  }

  #talks(rows: readonly (StoredTalkRow | undefined)[]): (TalkDetails | undefined)[] {
    const talks = rows.map((row) => row && intactTalk(row));
    const mentions = mentionsOf(talks);
    const lookUp = {
      place: this.#entities.place.withNumbers(mentions.place),
      person: this.#entities.person.withNumbers(mentions.person),
      topic: this.#entities.topic.withNumbers(mentions.topic),
      series: this.#entities.series.withNumbers(mentions.series),
    };
    return talks.map((talk) => talk && talkFrom(talk, lookUp));
  }
}

/** Reads records that talks refer to, of one type, in one state. */
class EntityReader<Type extends MentionedType> {
  readonly #type: Type;
  readonly #byNumber: Statement<[number], StoredEntity>;
  readonly #byNumbers: Statement<[string], StoredEntity>;
  readonly #read = new Map<number, LinkedEntity<Type>>();

  constructor(db: Database, type: Type) {
    this.#type = type;
    const rows = inSqlite(storedEntities(type));
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
