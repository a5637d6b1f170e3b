import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notKept } from '#sources/fetch/cache-folder.ts';

/** Bytes per read. */
const CHUNK = 256 * 1024;

/** Fetched content in an unlinked file, which is gone when closed, however this process ends. */
export class FetchedFile {
  readonly #file: FileHandle;
  readonly #folder: string;

  private constructor(file: FileHandle, folder: string) {
    this.#file = file;
    this.#folder = folder;
  }

  /** @param folder null: the folder for temporary files @throws ReadingFailure if it cannot be written */
  static async create(folder: string | null): Promise<FetchedFile> {
    const place = folder ?? tmpdir();
    const file = await unlinkedIn(place).catch((error: unknown) => {
      throw notKept(error, place);
    });
    return new FetchedFile(file, place);
  }

  /** Writes the content. Returns its SHA-256 in hexadecimal. @throws ReadingFailure; what `body` throws */
  async write(body: AsyncIterable<Buffer>): Promise<string> {
    const digest = createHash('sha256');
    for await (const chunk of body) {
      digest.update(chunk);
      await this.#file.writeFile(chunk).catch((error: unknown) => {
        throw notKept(error, this.#folder);
      });
    }
    return digest.digest('hex');
  }

  /** The bytes from the beginning. Can be called again. */
  async *bytes(): AsyncGenerator<Buffer> {
    for (let at = 0; ;) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function unlinkedIn(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `lectern-fetched-${String(process.pid)}-${String(Math.random()).slice(2)}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}
