import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { noneYet } from '../refusals.ts';
import { StoreUnavailable } from '../store.ts';

/** SQLite's mark of whose file it is ("Lctn"), so that no other program's database is taken for a catalogue, or changed. */
export const APPLICATION_ID = 0x4c63746e;

/** Where SQLite keeps an application's mark (sqlite.org/fileformat2.html, 1.3). */
const MARK_AT = 68;

/** @throws StoreUnavailable when there is no such file, or none that could be a catalogue */
export function catalogueFile(path: string): Stats {
  const file = fileAt(path);
  if (file === undefined || file.size === 0) throw noneYet(path);
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

/** Whether a file says that it is a catalogue, be it so damaged that SQLite cannot open it. */
export function hasOurMark(path: string): boolean {
  const header = Buffer.alloc(MARK_AT + 4);
  try {
    const file = openSync(path, 'r');
    try {
      return (
        readSync(file, header, 0, header.length, 0) === header.length && header.readUInt32BE(MARK_AT) === APPLICATION_ID
      );
    } finally {
      closeSync(file);
    }
  } catch {
    // It is not there, or not to be read: whoever opens it says so.
    return false;
  }
}
