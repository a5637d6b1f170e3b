import type { Database, Statement } from 'better-sqlite3';
import type { Correction } from '#catalogue/correction.ts';
import type { Slug } from '#catalogue/slug.ts';
import { asPromise } from '../as-promise.ts';
import { FEATURED_PATTERN, correctionFrom, correctionRow, featuredIn } from '../corrections.ts';
import type { CorrectionRows, StoredCorrection } from '../corrections.ts';
import type { Reading } from './location.ts';

const COLUMNS = 'SELECT slug, record, sum FROM correction';
const ROWS = `${COLUMNS} ORDER BY slug`;

export class SqliteCorrections implements CorrectionRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  all(): Promise<readonly Correction[]> {
    return asPromise(() => this.#read((db) => [...storedCorrections(db)].map(correctionFrom)));
  }

  featured(): Promise<readonly Slug[]> {
    const sql = `${COLUMNS} WHERE record LIKE ? ORDER BY slug`;
    return asPromise(() =>
      this.#read((db) => featuredIn(db.prepare<[string], StoredCorrection>(sql).all(FEATURED_PATTERN))),
    );
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
