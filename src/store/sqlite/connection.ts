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
  catalogueFile(path);
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

/** @throws StoreUnavailable when there is no such file, or none that could be a catalogue */
export function catalogueFile(path: string): Stats {
  const file = fileAt(path);
  if (file === undefined || file.size === 0) {
    throw new StoreUnavailable(`There is no catalogue at ${path} yet. Import one with: lectern import FILE`);
  }
  return file;
}

/** Undefined when there is none. @throws StoreUnavailable when none can be there */
export function fileAt(path: string): Stats | undefined {
  const file = statAt(path);
  if (file?.isDirectory() === true) throw new StoreUnavailable(`${path} is a folder. Name a file for the catalogue.`);
  const folder = dirname(path);
  if (file === undefined && !existsSync(folder)) {
    throw new StoreUnavailable(`There is no folder ${folder} for the catalogue. Make it, or name another.`);
  }
  return file;
}

function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    throw new StoreUnavailable(`${path} cannot be looked at. Check that this user may enter its folder. (${code})`);
  }
}
