import { existsSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StoreUnavailable } from '../store.js';
import { checkReadable } from './schema.js';
import { explained } from './trouble.js';

/** Milliseconds that a read waits for a lock; readers of a write-ahead log hardly ever meet one, and the thread stands still. */
const READ_TIMEOUT = 250;

/** @throws StoreUnavailable that says what is wrong with the file and what to do */
export function openForReading(path: string): Database.Database {
  if (fileAt(path).size === 0) throw noCatalogueYet(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true, timeout: READ_TIMEOUT });
    checkReadable(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, path);
  }
}

/** @throws StoreUnavailable when there is no such file */
export function fileAt(path: string): Stats {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) throw noCatalogueYet(path);
  if (file.isDirectory()) throw new StoreUnavailable(`${path} is a folder. Name a file for the catalogue.`);
  return file;
}

export function noCatalogueYet(path: string): StoreUnavailable {
  return new StoreUnavailable(`There is no catalogue at ${path} yet. Import one with: lectern import FILE`);
}

/** @throws StoreUnavailable when no file can be there */
export function checkPlace(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) {
    throw new StoreUnavailable(`There is no folder ${folder} for the catalogue. Make it, or name another.`);
  }
  if (existsSync(path)) fileAt(path);
}
