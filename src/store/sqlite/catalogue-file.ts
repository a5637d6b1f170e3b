import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '#catalogue/error-code.ts';
import { noneYet } from '../refusals.ts';
import { StoreUnavailable } from '../store.ts';

/**
 * SQLite's application id of our files ("Lctn"), so that other programs' databases are not taken for catalogues, or
 * changed.
 */
export const APPLICATION_ID = 0x4c63746e;

/** Offset of the application id in a file (sqlite.org/fileformat2.html, 1.3). */
const MARK_AT = 68;

/** @throws StoreUnavailable when there is no file, or when it cannot be a catalogue */
export function catalogueFile(path: string): Stats {
  const file = fileAt(path);
  if (file === undefined || file.size === 0) throw noneYet(path);
  return file;
}

/** Undefined: no such file. @throws StoreUnavailable when there cannot be one */
export function fileAt(path: string): Stats | undefined {
  const file = statAt(path);
  if (file?.isDirectory() === true) throw new StoreUnavailable(`${path} is a folder. Give a file for the catalogue.`);
  const folder = dirname(path);
  if (file === undefined && !existsSync(folder)) {
    throw new StoreUnavailable(`There is no folder ${folder} for the catalogue. Create it, or use another.`);
  }
  return file;
}

function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = codeOf(error) ?? 'no reason given';
    throw new StoreUnavailable(`${path} cannot be accessed. Check that this user may enter its folder. (${code})`);
  }
}

/** Whether a file has our application id, even if it is so damaged that SQLite cannot open it. */
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
    // It does not exist, or cannot be read: opening it reports that.
    return false;
  }
}
