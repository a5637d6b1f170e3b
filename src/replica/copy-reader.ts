import { statSync } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import type { RecordType } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { byEntityType, type EntityOf, type EntityType } from '#store/entity-type.ts';
import { entityFrom } from '#store/stored-entity.ts';
import type { StoredEntity } from '#store/stored-rows.ts';
import { storedEntities } from '#store/entities.ts';
import { inSqlite } from '#store/sql.ts';
import { TalkReader } from './talk-reader.ts';
import type { StoreState } from '#store/store.ts';
import { openCopy, stateOf, type CopyState } from './copy-file.ts';
import { TextCost } from './text-cost.ts';
import type { CopyPoint } from './text-lanes.ts';
import { TextSearch } from './text-search.ts';

/** A copy's file, open in one state: every read sees the same, whatever is written meanwhile. */
export class CopyReader implements CopyPoint {
  readonly file: string;
  readonly state: CopyState;
  readonly text: TextSearch;
  readonly textCost: TextCost;
  readonly #db: Database;
  readonly #talks: TalkReader;
  readonly #entity: Readonly<Record<EntityType, Statement<[string], StoredEntity>>>;
  readonly #wasIn: Statement<[number, string]>;
  readonly #token: Statement<[number], string>;

  private constructor(file: string, db: Database, state: CopyState) {
    this.file = file;
    this.state = state;
    this.#db = db;
    this.#talks = new TalkReader(db);
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
    return this.#talks.withNumbers(numbers);
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
