import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { codeOf } from '#catalogue/error-code.ts';
import { asPromise } from '../as-promise.ts';
import { inSqlite } from '../sql.ts';
import type { Ask, Reader, Value } from '../sql.ts';
import { catalogueFile } from './location.ts';
import { checkSchema } from './schema.ts';
import { asStoreError } from './trouble.ts';

/**
 * Milliseconds that a read waits for a lock. Short, since it blocks the thread; with a write-ahead log, locks are rare.
 */
const READ_TIMEOUT = 250;

/** @throws StoreUnavailable with a message that says what is wrong with the file and what to do */
export function openForReading(path: string): Database.Database {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true, timeout: READ_TIMEOUT });
    checkSchema(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw asStoreError(error, path);
  }
}

/** Runs one statement. Throws errors of SQLite as they are. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- What the caller knows of the columns.
export function rowsOf<Row>(db: Database.Database, text: string, values: readonly Value[] = []): readonly Row[] {
  const statement = db.prepare<unknown[], Row>(inSqlite(text));
  const bound = Object.fromEntries(values.map((value, at) => [at + 1, value]));
  if (statement.reader) return statement.all(bound);
  statement.run(bound);
  return [];
}

export function askOf(db: Database.Database): Ask {
  return (text, values) => asPromise(() => rowsOf(db, text, values));
}

/** @throws StoreUnavailable */
export function openReader(path: string): Reader {
  const db = openForReading(path);
  // One transaction for all reads: otherwise each would lock and unlock the file.
  db.exec('BEGIN');
  return {
    ask: askOf(db),
    asStoreError: (error) => asStoreError(error, path),
    lostPage: (error) => Promise.resolve(error instanceof Database.SqliteError ? error.code : undefined),
    close: () => asPromise(() => db.close()).then(() => undefined),
  };
}

/**
 * Milliseconds to wait for readers of an earlier state before emptying the log. What they keep in it, the next call
 * empties.
 */
const READERS_TIMEOUT = 500;

/**
 * Moves the content of the write-ahead log into the file, and truncates the log. SQLite itself only does that when the
 * last connection closes, and a server always has one open: what a failed or killed import wrote would take up disk
 * space forever.
 */
export function emptyLog(db: Database.Database): void {
  db.pragma(`busy_timeout = ${READERS_TIMEOUT}`);
  tidily(() => db.pragma('wal_checkpoint(TRUNCATE)'));
}

/** Makes a new file use a write-ahead log, so that readers and the next import do not wait for each other. */
export function useLog(db: Database.Database): void {
  db.pragma(`busy_timeout = ${READERS_TIMEOUT}`);
  tidily(() => db.pragma('journal_mode = WAL'));
}

/** Empties the log, if any, of a file that is not open for writing; does nothing while an import runs. */
export function emptyLogOf(path: string): void {
  const log = `${path}-wal`;
  tidily(() => {
    if (!existsSync(path) || (statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    const db = new Database(path, { fileMustExist: true, timeout: 0 });
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  });
}

/** Ignores failures to tidy up; the next import tidies up too. */
function tidily(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) && codeOf(error) === undefined) throw error;
  }
}
