import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { hasOurMark } from './catalogue-file.ts';
import { DamageFound } from '../damage.ts';
import { damaged } from '../refusals.ts';
import { DiskFull, StoreUnavailable } from '../store.ts';

/** Messages for SQLite's result codes (sqlite.org/rescode.html), by prefix; the first match counts. */
const MEANINGS: readonly (readonly [code: string, meaning: string])[] = [
  ['SQLITE_BUSY', 'is locked by another process. Wait for it to finish, or end it.'],
  ['SQLITE_LOCKED', 'is locked by another process. Wait for it to finish, or end it.'],
  [
    'SQLITE_NOTADB',
    'is not a database. Use the file of a Lectern catalogue. If it was one, it is damaged: move it away, and restore a backup: lectern restore BACKUP',
  ],
  [
    'SQLITE_READONLY',
    'cannot be written by this user. Change the permissions of the file and its folder, or use another file.',
  ],
  ['SQLITE_CANTOPEN', 'cannot be opened. Check that the file and its folder may be read and written by this user.'],
  [
    'SQLITE_PERM',
    'cannot be used by this user. Change the permissions of the file and its folder, or use another file.',
  ],
  ['SQLITE_IOERR', 'cannot be read or written: disk error. Check the disk.'],
];

/** A disk with less free space than this, in bytes, counts as full. */
const MIN_ROOM = 64 * 1024;

const OTHERWISE = 'cannot be used. Restore a backup, or import the catalogue into a new file.';

/** Turns an error of SQLite into a message for the operator, without SQL; returns any other error as it is. */
export function asStoreError(error: unknown, path: string): unknown {
  if (error instanceof DamageFound) return damaged(path, error.what);
  if (!(error instanceof Database.SqliteError)) return error;
  const { code } = error;
  if (isDiskFull(code, path))
    return new DiskFull(
      `The disk is full: the catalogue at ${path} cannot be written. Free up space, then try again.`,
      path,
    );
  if (code.startsWith('SQLITE_CORRUPT')) return damaged(path, `its file cannot be read, or was cut short (${code}).`);
  if (code.startsWith('SQLITE_NOTADB') && hasOurMark(path))
    return damaged(path, `the first page of its file cannot be read (${code}).`);
  if (code === 'SQLITE_ERROR') return damaged(path, `its tables are not those of a catalogue (${code}).`);
  const meaning = MEANINGS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? OTHERWISE;
  return new StoreUnavailable(`The catalogue at ${path} ${meaning} (${code})`);
}

/** The same for an error while a catalogue is copied into `target`, whose disk may be full. */
export function asCopyError(error: unknown, path: string, target: string): unknown {
  const isOfTarget = error instanceof Database.SqliteError && isDiskFull(error.code, target);
  return asStoreError(error, isOfTarget ? target : path);
}

/**
 * SQLite reports SQLITE_FULL for the file and its log only. Shared memory (-shm) is a file too; and any other I/O error
 * on a full disk is put down to the lack of space.
 */
function isDiskFull(code: string, path: string): boolean {
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return true;
  if (!code.startsWith('SQLITE_IOERR')) return false;
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < MIN_ROOM;
  } catch {
    return false;
  }
}

/** Whether another process is writing, or has locked the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
