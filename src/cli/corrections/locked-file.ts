import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimHolders } from '#harvest/sync/claim-holder.ts';
import { codeOf } from '#catalogue/error-code.ts';
import { writeWhole } from '../whole-file.ts';

/**
 * Milliseconds: how long to wait for another writer, and the age at which its lock is considered
 * abandoned.
 */
const PATIENCE = 10_000;
const LEFT_BEHIND = 60_000;
const AGAIN = 50;

/**
 * The folder is missing, the file is mounted, or another process has held the lock for too long.
 * The message says what to do.
 */
export class FileUnwritable extends Error {
  override readonly name = 'FileUnwritable';
}

/**
 * Runs work while no other process holds the same lock: a file beside the given one that names the
 * process. An abandoned lock is broken.
 *
 * @param patience milliseconds
 *
 * @throws FileUnwritable; errors of the file system
 */
export async function locked<T>(
  path: string,
  work: () => Promise<T>,
  { holders, patience = PATIENCE }: { readonly holders: ClaimHolders; readonly patience?: number },
): Promise<T> {
  const lock = `${path}.lock`;
  await take(lock, holders, performance.now() + patience);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string, holders: ClaimHolders, end: number): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, holders.own, { flag: 'wx' });
      return;
    } catch (error) {
      if (codeOf(error) === 'ENOENT')
        throw new FileUnwritable(`The folder ${dirname(lock)} does not exist. Create it, or choose another file.`);
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (await isLeftBehind(lock, holders)) await clear(lock, holders);
    else if (performance.now() < end) await sleep(AGAIN);
    else
      throw new FileUnwritable(
        `Another lectern process is writing the corrections. If none is running, delete ${lock}.`,
      );
  }
}

async function isLeftBehind(lock: string, { isGone }: ClaimHolders): Promise<boolean> {
  try {
    return isGone(await readFile(lock, 'utf8')) || Date.now() - (await stat(lock)).mtimeMs > LEFT_BEHIND;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Renamed first: another process may just have broken the old lock, and this may be its new one.
 */
async function clear(lock: string, holders: ClaimHolders): Promise<void> {
  const away = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, away);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (!(await isLeftBehind(away, holders))) await link(away, lock).catch(() => undefined);
  await rm(away, { force: true });
}

/**
 * Replaces a file as `writeWhole` does.
 *
 * @throws FileUnwritable; errors of the file system
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  try {
    await writeWhole(path, (temporary) => writeFile(temporary, text));
  } catch (error) {
    // A single file mounted into a container.
    if (codeOf(error) !== 'EBUSY') throw error;
    throw new FileUnwritable(`${path} is mounted, and cannot be replaced. Mount its folder instead, or edit the file.`);
  }
}
