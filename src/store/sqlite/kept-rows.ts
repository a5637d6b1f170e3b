import type { Database, Statement } from 'better-sqlite3';
import type { Kept } from '#catalogue/ledger.js';
import { byType } from '#catalogue/record.js';
import type { RecordType } from '#catalogue/record.js';

/** A talk as its rows have it. */
export interface KeptTalk {
  readonly updated: number;
  readonly refs: Buffer;
  readonly record: Buffer;
}

/** What a catalogue holds while an import goes on: what it held before, for nobody else may write. */
export class KeptRows implements Kept {
  readonly #find: Readonly<Record<RecordType, Statement<[string], { number: number; present: number }>>>;
  readonly #lastNumber: Readonly<Record<RecordType, number>>;
  readonly #parent: Statement<[number], number>;
  readonly #talk: Statement<[number], KeptTalk>;
  /** Of the table of talks: the record alone. */
  readonly #record: Readonly<Record<RecordType, Statement<[number], Buffer | null>>>;
  readonly #numbers: Readonly<Record<RecordType, Statement<[], number>>>;

  constructor(db: Database) {
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

  /** Undefined for what is not there, or no more; the same for `record`. */
  talk(number: number): KeptTalk | undefined {
    return this.#talk.get(number);
  }

  record(type: RecordType, number: number): Buffer | undefined {
    return this.#record[type].get(number) ?? undefined;
  }

  /** Of the records that there are. */
  numbers(type: RecordType): Iterable<number> {
    return this.#numbers[type].iterate();
  }
}

function isPresent(type: RecordType): string {
  return type === 'talk' ? 'refs IS NOT NULL' : 'record IS NOT NULL';
}
