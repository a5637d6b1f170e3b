import type { Database, Statement } from 'better-sqlite3';
import { byType } from '#catalogue/record.js';
import type { RecordType } from '#catalogue/record.js';
import type { SqliteAddress } from '../address.js';
import type { KeptRows, KeptTalk } from '../kept-rows.js';
import { settled } from '../settled.js';
import { stretchesOf } from '../stretches.js';
import { openForReading } from './connection.js';
import { explained } from './trouble.js';

/** @throws StoreUnavailable */
export function openKeptRows({ path }: SqliteAddress): Promise<KeptRows> {
  return settled(() => {
    const db = openForReading(path);
    try {
      return new SqliteKeptRows(db);
    } catch (error) {
      db.close();
      throw explained(error, path);
    }
  });
}

/** Each is looked up when it is asked for, which takes microseconds. */
class SqliteKeptRows implements KeptRows {
  readonly #db: Database;
  readonly #find: Readonly<Record<RecordType, Statement<[string], { number: number; present: number }>>>;
  readonly #lastNumber: Readonly<Record<RecordType, number>>;
  readonly #parent: Statement<[number], number>;
  readonly #talk: Statement<[number], KeptTalk>;
  /** Of the table of talks: the record alone. */
  readonly #record: Readonly<Record<RecordType, Statement<[number], Buffer | null>>>;
  readonly #numbers: Readonly<Record<RecordType, Statement<[], number>>>;

  constructor(db: Database) {
    this.#db = db;
    // One transaction for all that is looked up: each by itself would lock and unlock.
    db.exec('BEGIN');
    this.#find = byType((type) => {
      const identifier = type === 'talk' ? "slug = unhex(?, '-')" : 'key = ?';
      return db.prepare(`SELECT number, ${isPresent(type)} AS present FROM ${type} WHERE ${identifier}`);
    });
    this.#lastNumber = byType((type) => {
      return db.prepare<[], number>(`SELECT ifnull(max(number), 0) FROM ${type}`).pluck().get() ?? 0;
    });
    this.#parent = db.prepare<[number], number>('SELECT parent FROM place WHERE number = ?').pluck();
    this.#talk = db.prepare(
      'SELECT updated, refs, record FROM talk JOIN talk_record USING (number) WHERE number = ? AND refs IS NOT NULL',
    );
    this.#record = byType((type) => {
      const table = type === 'talk' ? 'talk_record' : type;
      return db.prepare<[number], Buffer | null>(`SELECT record FROM ${table} WHERE number = ?`).pluck();
    });
    this.#numbers = byType((type) => {
      return db.prepare<[], number>(`SELECT number FROM ${type} WHERE ${isPresent(type)}`).pluck();
    });
  }

  prepare(): Promise<() => void> {
    return Promise.resolve(() => undefined);
  }

  prepareParents(): Promise<void> {
    return Promise.resolve();
  }

  find(type: RecordType, key: string): { number: number; present: boolean } | undefined {
    const row = this.#find[type].get(key);
    return row === undefined ? undefined : { number: row.number, present: row.present === 1 };
  }

  lastNumber(type: RecordType): number {
    return this.#lastNumber[type];
  }

  parentOf(place: number): number {
    return this.#parent.get(place) ?? 0;
  }

  talk(number: number): KeptTalk | undefined {
    return this.#talk.get(number);
  }

  record(type: RecordType, number: number): Buffer | undefined {
    return this.#record[type].get(number) ?? undefined;
  }

  async *numbers(type: RecordType): AsyncGenerator<readonly number[]> {
    yield* stretchesOf(this.#numbers[type].iterate());
  }

  close(): Promise<void> {
    return settled(() => this.#db.close()).then(() => undefined);
  }
}

function isPresent(type: RecordType): string {
  return type === 'talk' ? 'refs IS NOT NULL' : 'record IS NOT NULL';
}
