import type { Stats } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { DamageFound } from '../damage.ts';
import { CatalogueDamaged } from '../store.ts';
import { openForReading } from './connection.ts';
import { catalogueFile, hasOurMark } from './location.ts';
import { lacksTables } from './schema.ts';
import { asStoreError } from './trouble.ts';

/** Whether a catalogue's file is so damaged that SQLite may not be able to write to it. False for any file that is not a catalogue: it may belong to another program. */
export function isBroken(path: string): boolean {
  if (!hasOurMark(path)) return false;
  let db: Database | undefined;
  try {
    db = openForReading(path);
    return db.prepare<[], string>('PRAGMA quick_check(1)').pluck().get() !== 'ok' || lacksTables(db);
  } catch (error) {
    return asStoreError(error, path) instanceof CatalogueDamaged;
  } finally {
    db?.close();
  }
}

/** The catalogue at a path: opened when first read, and reopened when the file was replaced or repaired. */
export class CurrentCatalogue {
  readonly #path: string;
  #open: { readonly db: Database; readonly file: Stats } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads in one transaction, and so in one state. After a failure, the next call opens the file as it is then.
   * @throws StoreUnavailable
   */
  read<T>(read: (db: Database) => T): T {
    try {
      const db = this.#current();
      db.exec('BEGIN');
      try {
        return read(db);
      } finally {
        if (db.inTransaction) db.exec('COMMIT');
      }
    } catch (error) {
      // After a damaged record the file can stay open.
      if (!(error instanceof DamageFound)) this.close();
      throw asStoreError(error, this.#path);
    }
  }

  /** The catalogue may be read again afterwards. */
  close(): void {
    this.#open?.db.close();
    this.#open = undefined;
  }

  /**
   * Opens the file again if the path leads to another one, or more than its log has been written to. Otherwise SQLite
   * would go on answering from its cache after a backup was copied over the file, or the file was truncated.
   */
  #current(): Database {
    const file = catalogueFile(this.#path);
    const before = this.#open?.file;
    if (before?.ino !== file.ino || before.dev !== file.dev || before.mtimeMs !== file.mtimeMs) this.close();
    this.#open ??= { db: openForReading(this.#path), file };
    return this.#open.db;
  }
}
