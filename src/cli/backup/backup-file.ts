import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DiskFull, StoreUnavailable } from '#store/store.ts';
import { isOutOfSpace } from '#catalogue/error-code.ts';
import { writeWhole } from '../whole-file.ts';

/**
 * A backup in a folder, named after the UTC time at which it started:
 * `lectern-2027-01-31T031000Z.db`.
 */
const NAME = /^lectern-\d{4}-\d{2}-\d{2}T\d{6}Z\.db$/;

/** The temporary file of a backup with a generated name, and SQLite's files beside it. */
const TEMPORARY = /^\.lectern-.+\.db\.[\da-f-]{36}(?:\.[\da-f]{16}-\d+-\d+)?\.part(?:-wal|-shm|-journal)?$/;

/** Milliseconds without a write after which a temporary file of another machine counts as left behind. */
const LEFT_BEHIND = 86_400_000;

/** The name of a backup that starts now. */
function backupName(now: Date): string {
  return `lectern-${stamp(now)}.db`;
}

/** `2027-01-31T031000Z`: sorts by time, and is a valid file name everywhere. */
export function stamp(now: Date): string {
  return now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '');
}

/**
 * Where to write a backup: under a generated name in a folder, or to the given file. Undefined if
 * that exists already. A second backup within one second gets the name of the next second.
 */
export async function backupPath(path: string, now: Date): Promise<string | undefined> {
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory() !== true) return kind === undefined ? path : undefined;
  const own = await backupPath(join(path, backupName(now)), now);
  return own ?? backupPath(path, new Date(now.getTime() + 1_000));
}

/**
 * Writes a backup as `writeWhole` does, readable by this user only.
 *
 * @param write is given the path of an empty file
 * @throws StoreUnavailable if the disk of the backup is full; what `writeWhole` throws
 */
export async function writeBackupFile<T>(path: string, write: (temporary: string) => Promise<T>): Promise<T> {
  // First, as they may be what fills the disk.
  await removeLeftBehind(dirname(path));
  const clean = async (temporary: string): Promise<T> => {
    try {
      return await write(temporary);
    } catch (error) {
      // Not of the catalogue that is read.
      throw error instanceof DiskFull && resolve(error.path) === resolve(temporary) ? fullDisk(path) : error;
    } finally {
      for (const suffix of ['-wal', '-shm', '-journal']) await rm(temporary + suffix, { force: true });
    }
  };
  return writeWhole(path, clean, 0o600).catch((error: unknown) => {
    throw isOutOfSpace(error) ? fullDisk(path) : error;
  });
}

function fullDisk(path: string): StoreUnavailable {
  const what = `The disk of the folder ${dirname(resolve(path))} is full: the backup cannot be written.`;
  return new StoreUnavailable(`${what} Free up space there, then try again.`);
}

async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!TEMPORARY.test(name)) continue;
    const path = join(folder, name);
    // Another process may finish or remove it at the same time.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > LEFT_BEHIND) await rm(path, { force: true }).catch(() => undefined);
  }
}

/**
 * Removes all but the newest backups of a folder, and no other files. Returns the names of those
 * removed.
 *
 * @param newest the one just written; others may have later names, if the clock was wrong
 */
export async function removeOldBackups(newest: string, keep: number): Promise<readonly string[]> {
  const [folder, own] = [dirname(newest), basename(newest)];
  const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== own).sort();
  const old = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
}
