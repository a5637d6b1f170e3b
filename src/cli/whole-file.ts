import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Stats } from 'node:fs';
import { codeOf } from '#catalogue/error-code.ts';
import { runningProcesses } from './sync/running-processes.ts';

/**
 * Writes a file atomically, even if the machine stops: readers see all of the old or all of the new
 * contents. Symbolic links to it stay. It keeps its permissions and, where this process may set it,
 * its owner. The temporary name is random: in containers, every process may have the same id.
 * Devices and pipes are never replaced, but written to directly. What killed processes left in the folder is removed.
 *
 * @param write is given the path of an empty file, or of the device or pipe
 * @param mode of the file, whatever it had and the umask is
 *
 * @throws what `write` throws; errors of the file system
 */
export async function writeWhole<T>(path: string, write: (temporary: string) => Promise<T>, mode?: number): Promise<T> {
  const before = await stat(path).catch(undefinedIfMissing);
  if (before?.isFile() === false) return write(path);
  const target = before === undefined ? path : await realpath(path);
  // First, as they may be what fills the disk.
  await removeLeftBehind(dirname(target));
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}${ownTag()}.part`);
  try {
    // What replaces a private file is not readable by others at any time.
    await (await open(temporary, 'wx', before === undefined ? mode : 0o600)).close();
    const done = await write(temporary);
    await finish(temporary, before, mode);
    await rename(temporary, target);
    await flushFolder(dirname(target));
    return done;
  } catch (error) {
    await rm(temporary, { force: true });
    throw aboutFile(error, path, temporary);
  }
}

/** The end of a temporary name: its process, if processes can be told apart, and SQLite's suffix. */
const TEMPORARY = /^\..+\.[\da-f-]{36}\.([\da-f]{16})-(\d+)-(\d+)\.part(?:-wal|-shm|-journal)?$/;

/** `.MACHINE-PID-START`; '' where processes cannot be told apart. */
function ownTag(): string {
  const { machine, pid, start } = ownProcess();
  return start === '' ? '' : `.${hashed(machine)}-${pid}-${start}`;
}

/** Removes the temporary files of processes of this machine that have ended, as far as this user may. */
async function removeLeftBehind(folder: string): Promise<void> {
  const { machine } = ownProcess();
  const { isGone } = runningProcesses();
  for (const name of await readdir(folder).catch(() => [])) {
    const [, hash, pid = '', start = ''] = TEMPORARY.exec(name) ?? [];
    if (hash !== hashed(machine) || !isGone(`${machine} ${pid} ${start}`)) continue;
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

function ownProcess(): { readonly machine: string; readonly pid: string; readonly start: string } {
  const parts = runningProcesses().own.split(' ');
  const [pid = '', start = ''] = parts.slice(-2);
  return { machine: parts.slice(0, -2).join(' '), pid, start };
}

function hashed(machine: string): string {
  return createHash('sha256').update(machine).digest('hex').slice(0, 16);
}

function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** Flushes before the file is renamed, so that a power cut cannot leave it empty. */
async function finish(temporary: string, before: Stats | undefined, mode = before?.mode): Promise<void> {
  const file = await open(temporary, 'r+');
  try {
    if (before !== undefined) await file.chown(before.uid, before.gid).catch(() => undefined);
    if (mode !== undefined) await file.chmod(mode & 0o777);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** So that a power cut cannot undo the renaming. Not every file system can. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/**
 * Makes an error name the requested file, or its folder if that is missing, instead of the
 * temporary file.
 */
function aboutFile(error: unknown, path: string, temporary: string): unknown {
  if (!(error instanceof Error && 'path' in error && error.path === temporary)) return error;
  return Object.assign(error, { path: codeOf(error) === 'ENOENT' ? dirname(path) : path });
}
