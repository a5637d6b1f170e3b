import { statSync } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import type { RecordType } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { entityFrom, linkedEntity, type LinkedEntity, storedEntities } from '#store/entities.ts';
import {
  type StoredEntity,
  byEntityType,
  type EntityOf,
  type EntityType,
  type MentionedType,
} from '#store/entity-type.ts';
import { inSqlite } from '#store/sql.ts';
import type { StoreState } from '#store/store.ts';
import { intactTalk, mentionsOf, STORED_TALKS, talkFrom } from '#store/talks.ts';
import type { StoredTalkRow } from '#store/existing-history.ts';
import { type CopyState, openCopy, stateOf, type CopyPoint } from './copy-file.ts';
import { TextCost, TextSearch } from './text-search.ts';

/** A copy's file, open in one state: every read sees the same, whatever is written meanwhile. */
export class CopyReader implements CopyPoint {
  readonly file: string;
  readonly state: CopyState;
  readonly text: TextSearch;
  readonly textCost: TextCost;
  readonly #db: Database;
  readonly #talk: Statement<[number], StoredTalkRow>;
  readonly #linked: { readonly [Type in MentionedType]: EntityReader<Type> };
  readonly #entity: Readonly<Record<EntityType, Statement<[string], StoredEntity>>>;
  readonly #wasIn: Statement<[number, string]>;
  readonly #token: Statement<[number], string>;

  private constructor(file: string, db: Database, state: CopyState) {
    this.file = file;
    this.state = state;
    this.#db = db;
    this.#talk = db.prepare(STORED_TALK);
    this.#linked = {
      place: new EntityReader(db, 'place'),
      person: new EntityReader(db, 'person'),
      topic: new EntityReader(db, 'topic'),
      series: new EntityReader(db, 'series'),
    };
    this.#entity = byEntityType((type) => db.prepare(inSqlite(`${storedEntities(type)} AND key = ?`)));
    this.text = new TextSearch(db);
    this.textCost = new TextCost(db);
    this.#token = db.prepare<[number], string>('SELECT token FROM history WHERE version = ?').pluck();
    this.#wasIn = db.prepare('SELECT 1 FROM history WHERE version = ? AND token = ?');
  }

  /** Undefined: the copy is in another state than the one with this serial number. @throws CopyUnusable; an error of SQLite */
  static open(file: string, program: string, serial: number): CopyReader | undefined {
    return CopyReader.#openIf(file, program, (state) => state.serial === serial);
  }

  /** Undefined: the copy has another version. @throws CopyUnusable; an error of SQLite */
  static openVersion(file: string, program: string, { version, token }: StoreState): CopyReader | undefined {
    return CopyReader.#openIf(file, program, (state) => state.version === version && state.token === token);
  }

  static #openIf(file: string, program: string, isRight: (state: CopyState) => boolean): CopyReader | undefined {
    const db = openCopy(file, program);
    try {
      db.exec('BEGIN');
      const state = stateOf(db);
      if (isRight(state)) return new CopyReader(file, db, state);
      db.close();
      return undefined;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  get serial(): number {
    return this.state.serial;
  }

  /** Whether there is a log, which this reader may keep from being emptied. */
  get hasLog(): boolean {
    return (statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  /** In the order of the numbers. Undefined: not found. @throws DamageFound; an error of SQLite */
  talks(numbers: readonly number[]): (TalkDetails | undefined)[] {
    const rows = numbers.map((number) => this.#talk.get(number));
    const talks = rows.map((row) => row && intactTalk(row));
    const mentions = mentionsOf(talks);
    const lookUp = {
      place: this.#linked.place.withNumbers(mentions.place),
      person: this.#linked.person.withNumbers(mentions.person),
      topic: this.#linked.topic.withNumbers(mentions.topic),
      series: this.#linked.series.withNumbers(mentions.series),
    };
    return talks.map((talk) => talk && talkFrom(talk, lookUp));
  }

  /** @throws DamageFound; an error of SQLite */
  entity<Type extends EntityType>(type: Type, key: string): EntityOf[Type] | undefined {
    const row = this.#entity[type].get(key);
    return row && entityFrom(type, row);
  }

  /** Slugs of the featured talks, in order. */
  featured(): Slug[] {
    return this.#db.prepare<[], string>('SELECT slug FROM featured ORDER BY position').pluck().all();
  }

  /** Every store was in version 0. */
  wasIn({ version, token }: StoreState): boolean {
    return version === 0 ? token === '' : this.#wasIn.get(version, token) !== undefined;
  }

  /** The token of a version; '' if it is not known. */
  tokenOf(version: number): string {
    return this.#token.get(version) ?? '';
  }

  /** Whether the store could not give a record, or a part of it, when it was copied. */
  isLost(type: RecordType, number: number): boolean {
    const sql =
      type === 'talk'
        ? 'SELECT 1 FROM talk_record WHERE number = ? AND record IS NOT NULL'
        : `SELECT 1 FROM ${type} WHERE number = ?`;
    try {
      return this.#db.prepare(sql).get(number) === undefined;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#db.close();
  }
}

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

/** Milliseconds after which the copy is opened again: an open transaction keeps its log from being emptied. */
const RENEW_EVERY = 1_000;

/** The talks of one version of a copy, until that has another: for work that takes long, and begins again then. */
export class VersionReader {
  /** Whether the copy has another version by now. */
  isGone = false;
  readonly #open: () => CopyReader | undefined;
  readonly #now: () => number;
  #reader: CopyReader | undefined;
  #until = -Infinity;

  /**
   * @param now a clock in milliseconds
   * @throws CopyUnusable; an error of SQLite
   */
  constructor(file: string, program: string, state: StoreState, now = () => performance.now()) {
    this.#open = () => CopyReader.openVersion(file, program, state);
    this.#now = now;
    this.#renew();
  }

  /** Undefined: it is damaged, or the version is gone. */
  talk(number: number): TalkDetails | undefined {
    if (this.#now() > this.#until) this.#renew();
    return this.#reader?.talks([number])[0];
  }

  /** Opens the copy again before it reads the next talk. */
  renewSoon(): void {
    if (!this.isGone) this.#until = -Infinity;
  }

  close(): void {
    this.#reader?.close();
  }

  #renew(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#reader = this.#open();
    this.isGone = this.#reader === undefined;
    this.#until = this.isGone ? Infinity : this.#now() + RENEW_EVERY;
  }
}
