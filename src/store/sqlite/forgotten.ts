import { randomUUID } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import type { Slug } from '#catalogue/slug.ts';
import { asPromise } from '../as-promise.ts';
import { FORGOTTEN_COLUMNS, forgottenFrom, forgottenRow } from '../forgotten.ts';
import type { ForgottenRows, StoredForgotten } from '../forgotten.ts';
import type { Reading } from './location.ts';

const ROWS = `SELECT ${FORGOTTEN_COLUMNS} FROM forgotten ORDER BY since, id`;

export class SqliteForgotten implements ForgottenRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  all(): Promise<readonly ForgottenPerson[]> {
    return asPromise(() => this.#read((db) => [...storedForgotten(db)].map(forgottenFrom)));
  }
}

export function storedForgotten(db: Database): Iterable<StoredForgotten> {
  return db.prepare<[], StoredForgotten>(ROWS).iterate();
}

/** Writes rows inside an import's transaction. */
export class ForgottenWriter {
  readonly #put: Statement;
  readonly #undo: Statement;
  readonly #erase: Statement<[string, number, string]>;
  readonly #eraseProvenance: Statement;

  constructor(db: Database) {
    this.#put = db.prepare(`INSERT OR REPLACE INTO forgotten (${FORGOTTEN_COLUMNS}) VALUES (?, ?, ?, ?, ?)`);
    this.#undo = db.prepare('DELETE FROM forgotten WHERE id = ?');
    this.#erase = db.prepare('UPDATE person SET key = ?, record = NULL, sum = NULL, version = ? WHERE key = ?');
    this.#eraseProvenance = db.prepare("DELETE FROM provenance WHERE slug = ? AND type = 'person'");
  }

  put(person: ForgottenPerson): void {
    const { id, hashes, key, since, sum } = forgottenRow(person);
    this.#put.run(id, hashes, key, since, sum);
  }

  undo(id: string): void {
    this.#undo.run(id);
  }

  /** Keeps the row and its number, so that the index learns of the removal. */
  erase(slug: Slug, version: number): void {
    this.#erase.run(randomUUID(), version, slug);
    this.#eraseProvenance.run(slug);
  }
}
