import { open, stat } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Further, SourceNote } from './source-format.ts';
import { peek } from './peek.ts';
import { ReadingFailure } from './reading-problem.ts';

/** A file, stream or address to read records from. */
export interface Input {
  /** Name of the file in problems. */
  readonly name: string;
  /** Address it is fetched from; absent for files and streams. */
  readonly address?: string;
  /** In bytes; undefined if it is not known in advance. */
  readonly size: () => Promise<number | undefined>;
  /** The bytes as stored, perhaps compressed. Can be read once. */
  readonly chunks: () => AsyncIterable<Buffer>;
  /** The address after redirects, once reading has begun. */
  readonly foundAt?: () => string;
  /** Reads another address of the same source. */
  readonly further?: Further;
  /** Limit on the uncompressed size in bytes; none by default. */
  readonly mostUnpacked?: number;
  /** What to say of the reading, once it has ended. */
  readonly notes?: () => readonly SourceNote[];
  /** Whether reading stopped early, for a reason that may not last. */
  readonly isInterrupted?: () => boolean;
  /** Deletes what was kept for a retry. Call after an import, unless it was interrupted. */
  readonly done?: () => Promise<void>;
}

/** In bytes; large enough that reading costs little compared to parsing. */
const CHUNK = 256 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/**
 * Opens the file only when it is read. It must be a regular file, or a folder of Markdown files, which is read as an
 * archive of them: opening a named pipe would wait for a writer.
 */
export function fileInput(path: string): Input {
  return { name: path, size: () => sizeOf(path), chunks: () => fileChunks(path) };
}

/** Standard input, or any other stream. */
export function streamInput(name: string, stream: AsyncIterable<Buffer | string>): Input {
  return { name, size: () => Promise.resolve(undefined), chunks: () => buffers(stream) };
}

/**
 * Decompresses gzip, recognised by its first bytes, in bounded memory. Passes other input through unchanged.
 * @param most limit on the decompressed size, in bytes
 */
export async function* unpacked(chunks: AsyncIterable<Buffer>, most = Infinity): AsyncGenerator<Buffer> {
  const { head, chunks: whole } = await peek(chunks, GZIP_MAGIC.length, () => false);
  if (head.equals(GZIP_MAGIC)) yield* limited(gunzipped(whole), most);
  else yield* whole;
}

async function* limited(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw unpacksTo(most);
    yield chunk;
  }
}

function unpacksTo(most: number): ReadingFailure {
  const what = `It decompresses to more than ${Math.floor(most / 1024 / 1024)} MiB.`;
  return new ReadingFailure({
    code: 'too-large',
    where: '',
    what,
    hint: 'If it is right, download it and import the file.',
  });
}

async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  // Errors of both streams are thrown in the loop below, so the callback is empty.
  pipeline(Readable.from(chunks), gunzip, () => undefined);
  yield* buffers(gunzip);
}

async function* buffers(stream: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  await refuseSpecial(path, 'Name a regular file, or write - and send the data to standard input.');
  if ((await stat(path)).isDirectory()) {
    const { folderArchive } = await import('./markdown/folder.ts');
    yield* folderArchive(path);
    return;
  }
  const file = await open(path);
  try {
    const stream = file.createReadStream({ highWaterMark: CHUNK, autoClose: false });
    for await (const chunk of stream) yield chunk;
  } finally {
    await file.close();
  }
}

/**
 * Call before opening a file: opening a named pipe waits for a writer.
 * @throws ReadingFailure for anything but regular files and folders; opening a folder fails by itself
 */
export async function refuseSpecial(path: string, hint: string): Promise<void> {
  const stats = await stat(path);
  if (stats.isFile() || stats.isDirectory()) return;
  const kind = stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : 'a device';
  const what = `This is ${kind}, not a file.`;
  throw new ReadingFailure({ code: 'unreadable-file', where: '', what, hint });
}

async function sizeOf(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true ? stats.size : undefined;
}
