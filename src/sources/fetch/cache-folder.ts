import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, isOutOfSpace } from '#catalogue/error-code.ts';
import { ReadingFailure } from '../reading-problem.ts';

/** Undefined: the file does not exist or cannot be read. */
export async function readCached(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** Writes atomically, even if the machine stops or other processes write the file at the same time. */
export async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    // It may be what fills the disk.
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Why a download cannot be written to a folder, and what to do. Any error that is not the system's is a bug, and rethrown. */
export function notKept(error: unknown, folder: string): ReadingFailure {
  const code = codeOf(error);
  if (code === undefined) throw error;
  const isFull = isOutOfSpace(error);
  return new ReadingFailure({
    code: isFull ? 'full-disk' : 'unwritable-folder',
    where: '',
    what: isFull
      ? `The disk of the folder ${folder} is full: the download cannot be written.`
      : `The download cannot be written to the folder ${folder} (${code}).`,
    hint: isFull
      ? 'Free up space there, or name a folder on another disk (--cache-folder), then try again.'
      : 'Give the user who runs Lectern write access to it, or name another folder (--cache-folder).',
  });
}

/** A cache folder, which only saves requests: if it cannot be written to, nothing more is kept. */
export class CacheFolder {
  /** Null: nothing is kept. */
  path: string | null;
  /** Why nothing more is kept; undefined: nothing has failed. */
  failure: ReadingFailure | undefined;

  constructor(path: string | null) {
    this.path = path;
  }

  async read(name: string): Promise<Buffer | undefined> {
    return this.path === null ? undefined : readCached(join(this.path, name));
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    if (this.path === null) return;
    try {
      await mkdir(this.path, { recursive: true, mode: 0o700 });
      await writeAtomically(join(this.path, name), bytes);
    } catch (error) {
      this.failure = notKept(error, dirname(this.path));
      this.path = null;
    }
  }
}

/** @param age in milliseconds */
export async function isYounger(path: string, age: number): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  return Date.now() - mtimeMs < age;
}

/** File name for an address: a hash, because addresses may contain secrets. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
