import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Undefined: the file does not exist or cannot be read. */
export async function readCached(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isOfTheSystem(error)) return undefined;
    throw error;
  }
}

/** Writes atomically, even if the machine stops or other processes write the file at the same time. */
export async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`;
  await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
  await rename(unfinished, path);
}

/** A cache folder, which only saves requests: if it cannot be written to, nothing is kept. */
export class CacheFolder {
  /** Null: nothing is kept. */
  path: string | null;

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
      if (!isOfTheSystem(error)) throw error;
      this.path = null;
    }
  }
}

/** @param age in milliseconds */
export async function isYounger(path: string, age: number): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  return Date.now() - mtimeMs < age;
}

/** Whether it is an error of the operating system rather than a bug. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** File name for an address: a hash, because addresses may contain secrets. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
