import type { Database, Statement } from 'better-sqlite3';
import type { Correction } from '#catalogue/correction.ts';
import type { Slug } from '#catalogue/slug.ts';
import { asPromise } from '../as-promise.ts';
import { FEATURED_PATTERN, correctionFrom, correctionRow, featuredIn } from '../corrections.ts';
import type { CorrectionRows, StoredCorrection } from '../corrections.ts';

const COLUMNS = 'SELECT slug, record, sum FROM correction';
const ROWS = `${COLUMNS} ORDER BY slug`;

export class SqliteCorrections implements CorrectionRows {
  readonly #use: <T>(read: (reader: CorrectionReader) => T) => T;

  /** @param use reads from the current catalogue */
  constructor(use: <T>(read: (reader: CorrectionReader) => T) => T) {
    this.#use = use;
  }

  all(): Promise<readonly Correction[]> {
    return asPromise(() => this.#use((reader) => reader.all()));
  }

  featured(): Promise<readonly Slug[]> {
    return asPromise(() => this.#use((reader) => reader.featured()));
  }
}

export class CorrectionReader {
  readonly #all: Statement<[], StoredCorrection>;
  readonly #like: Statement<[string], StoredCorrection>;

  constructor(db: Database) {
    this.#all = db.prepare(ROWS);
    this.#like = db.prepare(`${COLUMNS} WHERE record LIKE ? ORDER BY slug`);
  }

  /** @throws DamageFound */
  all(): Correction[] {
    return this.#all.all().map(correctionFrom);
  }

  /** @throws DamageFound */
  featured(): Slug[] {
    return featuredIn(this.#like.all(FEATURED_PATTERN));
  }
}

export function storedCorrections(db: Database): Iterable<StoredCorrection> {
  return db.prepare<[], StoredCorrection>(ROWS).iterate();
}

/** Writes rows inside an import's transaction. */
export class CorrectionWriter {
  readonly #put: Statement;
  readonly #forget: Statement;

  constructor(db: Database) {
    this.#put = db.prepare('INSERT OR REPLACE INTO correction (slug, record, sum) VALUES (?, ?, ?)');
    this.#forget = db.prepare('DELETE FROM correction WHERE slug = ?');
  }

  put(correction: Correction): void {
    const { slug, record, sum } = correctionRow(correction);
    this.#put.run(slug, record, sum);
  }

  forget(slug: string): void {
    this.#forget.run(slug);
  }
}
