import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { hasOurMark } from './location.ts';
import { DamageFound } from '../damage.ts';
import { damaged } from '../refusals.ts';
import { StoreUnavailable } from '../store.ts';

/** What SQLite's result codes (sqlite.org/rescode.html) mean to an operator, by their beginning; the first that fits. */
const MEANINGS: readonly (readonly [code: string, meaning: string])[] = [
  ['SQLITE_BUSY', 'is locked by another process. Wait until that is done, or end it.'],
  ['SQLITE_LOCKED', 'is locked by another process. Wait until that is done, or end it.'],
  [
    'SQLITE_NOTADB',
    'is not a database. Name the file of a Lectern catalogue. If it was one, it is damaged: move it away, and restore a backup: lectern restore BACKUP',
  ],
  [
    'SQLITE_READONLY',
    'cannot be written by this user. Change the permission of the file and its folder, or name another.',
  ],
  ['SQLITE_CANTOPEN', 'cannot be opened. Check that the file and its folder may be read and written by this user.'],
  ['SQLITE_PERM', 'may not be used by this user. Change the permission of the file and its folder, or name another.'],
  ['SQLITE_IOERR', 'cannot be read or written: the disk reports an error. Check the disk.'],
];

/** Bytes. With less free than this, a disk counts as full. */
const LEAST_ROOM = 64 * 1024;

const OTHERWISE = 'cannot be used. Put a backup in its place, or import the catalogue into a new file.';

/** SQLite's trouble as the operator is told it, without SQL; anything else comes back as it is. */
export function explained(error: unknown, path: string): unknown {
  if (error instanceof DamageFound) return damaged(path, error.what);
  if (!(error instanceof Database.SqliteError)) return error;
  const { code } = error;
  if (isDiskFull(code, path))
    return new StoreUnavailable(
      `The disk is full: the catalogue at ${path} cannot be written. Make room, then try again.`,
    );
  if (code.startsWith('SQLITE_CORRUPT')) return damaged(path, `its file cannot be read, or was cut short (${code}).`);
  if (code.startsWith('SQLITE_NOTADB') && hasOurMark(path))
    return damaged(path, `the first page of its file cannot be read (${code}).`);
  if (code === 'SQLITE_ERROR') return damaged(path, `its tables are not those of a catalogue (${code}).`);
  const meaning = MEANINGS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? OTHERWISE;
  return new StoreUnavailable(`The catalogue at ${path} ${meaning} (${code})`);
}

/**
 * SQLite says SQLITE_FULL of the file and its log only. The memory that its processes share (-shm) is a file too; and
 * whatever else fails on a disk without room fails for that.
 */
function isDiskFull(code: string, path: string): boolean {
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return true;
  if (!code.startsWith('SQLITE_IOERR')) return false;
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < LEAST_ROOM;
  } catch {
    return false;
  }
}

/** Whether another process is writing, or has locked the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
