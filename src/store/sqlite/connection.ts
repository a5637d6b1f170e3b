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
