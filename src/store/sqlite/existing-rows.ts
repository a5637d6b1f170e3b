import type { Database, Statement } from 'better-sqlite3';
import { byKind, byType } from '#catalogue/record.ts';
import type { RecordKind, RecordType } from '#catalogue/record.ts';
import type { SqliteAddress } from '../address.ts';
import { byEntityType } from '../entity-type.ts';
import type { EntityType } from '../entity-type.ts';
import { existingEntity, existingTalk } from '../existing-rows.ts';
import type { ExistingRemovedTalk } from '../existing-history.ts';
import type { ExistingRows, ExistingTalk } from '../existing-rows.ts';
import type { ExistingJson } from '../record-json.ts';
import type { StoredEntity } from '../stored-rows.ts';
import type { StoredTalkRow } from '../stored-rows.ts';
import { asPromise } from '../as-promise.ts';
import { batchesOf } from '../batches.ts';
import { openForReading } from './connection.ts';
import { storedEntities } from './entity.ts';
import { HISTORY, STORED_TALK } from './talk.ts';
import { explained } from './trouble.ts';

/** @throws StoreUnavailable */
export function openExistingRows({ path }: SqliteAddress): Promise<ExistingRows> {
  return asPromise(() => {
    const db = openForReading(path);
    try {
      return new SqliteExistingRows(db, path);
    } catch (error) {
      db.close();
      throw explained(error, path);
    }
  });
}

/** SQL condition for the rows of a kind in its table. */
const IS_THERE = byKind((kind) => {
  if (kind === 'removed_talk') return 'refs IS NULL AND removed IS NOT NULL';
  return kind === 'talk' ? 'refs IS NOT NULL' : 'record IS NOT NULL';
});

/** Looks up each row on demand, which takes microseconds. */
class SqliteExistingRows implements ExistingRows {
  readonly #db: Database;
  readonly #path: string;
  readonly #find: Readonly<Record<RecordType, Statement<[string], { number: number; present: number }>>>;
  readonly #lastNumber: Readonly<Record<RecordType, number>>;
  readonly #parent: Statement<[number], number>;
  readonly #talk: Statement<[number], StoredTalkRow>;
  readonly #removedTalk: Statement<[number], ExistingRemovedTalk>;
  readonly #entity: Readonly<Record<EntityType, Statement<[number], StoredEntity>>>;
  readonly #numbers: Readonly<Record<RecordKind, Statement<[], number>>>;

  constructor(db: Database, path: string) {
    this.#db = db;
    this.#path = path;
    // One transaction for all look-ups: otherwise each would lock and unlock the file.
    db.exec('BEGIN');
    this.#find = byType((type) => {
      const identifier = type === 'talk' ? "slug = unhex(?, '-')" : 'key = ?';
      const present = type === 'talk' ? `(${IS_THERE.talk} OR ${IS_THERE.removed_talk})` : IS_THERE[type];
      return db.prepare(`SELECT number, ${present} AS present FROM ${type} WHERE ${identifier}`);
    });
    this.#lastNumber = byType((type) => {
      return db.prepare<[], number>(`SELECT ifnull(max(number), 0) FROM ${type}`).pluck().get() ?? 0;
    });
    this.#parent = db.prepare<[number], number>('SELECT parent FROM place WHERE number = ?').pluck();
    this.#talk = db.prepare(STORED_TALK);
    this.#removedTalk = db.prepare(
      `SELECT removed, ${HISTORY} FROM talk WHERE number = ? AND ${IS_THERE.removed_talk}`,
    );
    this.#entity = byEntityType((type) => db.prepare(`${storedEntities(type)} AND number = ?`));
    this.#numbers = byKind((kind) => {
      const table = kind === 'removed_talk' ? 'talk' : kind;
      return db.prepare<[], number>(`SELECT number FROM ${table} WHERE ${IS_THERE[kind]}`).pluck();
    });
  }

  prepare(): Promise<() => void> {
    return Promise.resolve(() => undefined);
  }

  prepareParents(): Promise<void> {
    return Promise.resolve();
  }

  find(type: RecordType, key: string): { number: number; present: boolean } | undefined {
    const row = this.#read(() => this.#find[type].get(key));
    return row === undefined ? undefined : { number: row.number, present: row.present === 1 };
  }

  lastNumber(type: RecordType): number {
    return this.#lastNumber[type];
  }

  parentOf(place: number): number {
    return this.#read(() => this.#parent.get(place)) ?? 0;
  }

  talk(number: number): ExistingTalk | undefined {
    const stored = this.#read(() => this.#talk.get(number));
    return stored && existingTalk(stored);
  }

  removedTalk(number: number): ExistingRemovedTalk | undefined {
    return this.#read(() => this.#removedTalk.get(number));
  }

  record(type: EntityType, number: number): ExistingJson | undefined {
    const stored = this.#read(() => this.#entity[type].get(number));
    return stored && existingEntity(stored);
  }

  async *numbers(kind: RecordKind): AsyncGenerator<readonly number[]> {
    try {
      yield* batchesOf(this.#numbers[kind].iterate());
    } catch (error) {
      throw explained(error, this.#path);
    }
  }

  close(): Promise<void> {
    return asPromise(() => this.#db.close()).then(() => undefined);
  }

  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw explained(error, this.#path);
    }
  }
}
