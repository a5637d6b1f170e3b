import { randomUUID } from 'node:crypto';
import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A backup in a folder, by the time that it was begun in UTC: `lectern-2027-01-31T031000Z.db`. */
const NAME = /^lectern-\d{4}-\d{2}-\d{2}T\d{6}Z\.db$/;

/** The name of a backup that is begun now. */
export function backupName(now: Date): string {
  return `lectern-${stamp(now)}.db`;
}

/** `2027-01-31T031000Z`: orders as the times do, and is a file name everywhere. */
export function stamp(now: Date): string {
  return now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '');
}

/**
 * Where a backup goes: into a folder under its own name, or else to the file. Undefined if that is there already. The
 * second backup of one second has the name of the next.
 */
export async function backupPath(path: string, now: Date): Promise<string | undefined> {
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory() !== true) return kind === undefined ? path : undefined;
  const own = await backupPath(join(path, backupName(now)), now);
  return own ?? backupPath(path, new Date(now.getTime() + 1_000));
}

/**
 * Has a file written beside the one asked for, readable by this user only; it appears there when it is complete.
 * Its name is no other process's: in containers, all of them may have the same number.
 * @param write is given the path of a file, which is there and empty
 */
export async function writeWhole<T>(path: string, write: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    await (await open(temporary, 'wx', 0o600)).close();
    const done = await write(temporary);
    await chmod(temporary, 0o600);
    await flush(temporary);
    await rename(temporary, path);
    await flush(dirname(path));
    return done;
  } catch (error) {
    throw aboutFile(error, path, temporary);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(temporary + suffix, { force: true });
  }
}

/**
 * Removes all but the newest backups of a folder; other files stay. Returns their names.
 * @param newest has just been written; others may have later names, from a clock that was wrong
 */
export async function removeOldBackups(newest: string, keep: number): Promise<readonly string[]> {
  const [folder, own] = [dirname(newest), basename(newest)];
  const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== own).sort();
  const old = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
}

/** Names the file that was asked for, or its folder if that is missing, rather than the temporary one. */
function aboutFile(error: unknown, path: string, temporary: string): unknown {
  if (!(error instanceof Error && 'path' in error && error.path === temporary)) return error;
  return Object.assign(error, { path: 'code' in error && error.code === 'ENOENT' ? dirname(path) : path });
}

/** To disk, so that a power cut does not take it back. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
