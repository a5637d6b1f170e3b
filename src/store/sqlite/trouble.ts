import Database from 'better-sqlite3';
import { StoreUnavailable } from '../store.ts';

/** What SQLite's result codes (sqlite.org/rescode.html) mean to an operator, by their beginning; the first that fits. */
const MEANINGS: readonly (readonly [code: string, meaning: string])[] = [
  ['SQLITE_BUSY', 'is locked by another process. Wait until that is done, or end it.'],
  ['SQLITE_LOCKED', 'is locked by another process. Wait until that is done, or end it.'],
  ['SQLITE_NOTADB', 'is not a database. Name the file of a Lectern catalogue.'],
  ['SQLITE_CORRUPT', 'is damaged or cut short. Put a backup in its place, or import the catalogue into a new file.'],
  ['SQLITE_FULL', 'cannot grow: the disk is full. Make room, then try again.'],
  [
    'SQLITE_READONLY',
    'may not be written by this user. Change the permission of the file and its folder, or name another.',
  ],
  ['SQLITE_CANTOPEN', 'cannot be opened. Check that the file and its folder may be read and written by this user.'],
  ['SQLITE_PERM', 'may not be used by this user. Change the permission of the file and its folder, or name another.'],
  ['SQLITE_IOERR', 'cannot be read or written: the disk reports an error. Check the disk.'],
];

const OTHERWISE = 'cannot be used. Put a backup in its place, or import the catalogue into a new file.';

/** SQLite's trouble as the operator is told it, without SQL; anything else comes back as it is. */
export function explained(error: unknown, path: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code } = error;
  const meaning = MEANINGS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? OTHERWISE;
  return new StoreUnavailable(`The catalogue at ${path} ${meaning} (${code})`);
}

/** Whether another process is writing, or has locked the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
