import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { catalogueFile } from './location.ts';
import { checkSchema } from './schema.ts';
import { explained } from './trouble.ts';

/** Milliseconds that a read waits for a lock; readers of a write-ahead log hardly ever meet one, and the thread stands still. */
const READ_TIMEOUT = 250;

/** @throws StoreUnavailable that says what is wrong with the file and what to do */
export function openForReading(path: string): Database.Database {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true, timeout: READ_TIMEOUT });
    checkSchema(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, path);
  }
}

/** Milliseconds that readers of an earlier state are waited for before the log is emptied; what they keep of it, the next one empties. */
const READERS_TIMEOUT = 500;

/**
 * Cuts the write-ahead log to nothing once all of it is in the file. SQLite itself only does that when the last connection
 * closes, and a server always has one: what a failed or killed import has written would fill the disk for good.
 */
export function emptyLog(db: Database.Database): void {
  db.pragma(`busy_timeout = ${READERS_TIMEOUT}`);
  tidily(() => db.pragma('wal_checkpoint(TRUNCATE)'));
}

/** Makes a file that is new keep a log from now on: in one, readers and the next import do not wait for each other. */
export function useLog(db: Database.Database): void {
  db.pragma(`busy_timeout = ${READERS_TIMEOUT}`);
  tidily(() => db.pragma('journal_mode = WAL'));
}

/** Empties the log of a file that is not open for writing, if there is anything in its log; does nothing while an import runs. */
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

/** What comes of tidying up matters to nobody; the next one tidies too. */
function tidily(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) && !(error instanceof Error && 'code' in error)) throw error;
  }
}
