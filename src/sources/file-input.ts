import { open, stat } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Further } from './format.ts';
import { peek } from './peek.ts';
import { ReadingFailure } from './reading-problem.ts';

/** Something to read records from. */
export interface Input {
  /** As problems name it. */
  readonly name: string;
  /** Where it was fetched; left out of what was not. */
  readonly address?: string;
  /** Bytes there are to read; undefined when that is not known beforehand. */
  readonly size: () => Promise<number | undefined>;
  /** The bytes as they lie there, compressed or not. Read once. */
  readonly chunks: () => AsyncIterable<Buffer>;
  /** Where it was found, redirects followed: once reading has begun. */
  readonly foundAt?: () => string;
  /** Reads a further address of the same source. */
  readonly further?: Further;
  /** Bytes that it may unpack to; as many as there are unless given. */
  readonly mostUnpacked?: number;
  /** To be called when all of it is in the catalogue: what was kept for another try goes. */
  readonly done?: () => Promise<void>;
}

/** Bytes; large enough that reading costs little beside parsing. */
const CHUNK = 256 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Opens nothing until it is read. Only regular files are: opening a named pipe would wait for whoever writes to it. */
export function fileInput(path: string): Input {
  return { name: path, size: () => sizeOf(path), chunks: () => fileChunks(path) };
}

/** Standard input, or any other stream. */
export function streamInput(name: string, stream: AsyncIterable<Buffer | string>): Input {
  return { name, size: () => Promise.resolve(undefined), chunks: () => buffers(stream) };
}

/** What gzip had packed is unpacked, by what its first bytes are and not by its name; in bounded memory, however much it unpacks to. @param most bytes, of what was packed */
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
  const what = `It unpacks to more than ${Math.floor(most / 1024 / 1024)} MiB, and is not read to its end.`;
  return new ReadingFailure({ code: 'too-large', where: '', what, hint: 'Import it as a file, if it is meant.' });
}

async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  // A failure of either end comes out of the loop below; the callback has nothing to add.
  pipeline(Readable.from(chunks), gunzip, () => undefined);
  yield* buffers(gunzip);
}

async function* buffers(stream: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  await refuseSpecial(path, 'Name a regular file, or write - and send the data to standard input.');
  const file = await open(path);
  try {
    const stream = file.createReadStream({ highWaterMark: CHUNK, autoClose: false });
    for await (const chunk of stream) yield chunk;
  } finally {
    await file.close();
  }
}

/**
 * To be called before opening a file, which of a named pipe waits for whoever writes to it.
 * @throws ReadingFailure for what is neither a regular file nor a folder; opening a folder says so by itself
 */
export async function refuseSpecial(path: string, hint: string): Promise<void> {
  const stats = await stat(path);
  if (stats.isFile() || stats.isDirectory()) return;
  const kind = stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : 'a device';
  const what = `This is ${kind}, not a file.`;
  throw new ReadingFailure({ code: 'unreadable-file', where: '', what, hint });
}

async function sizeOf(path: string): Promise<number | undefined> {
  const { size } = await stat(path).catch(() => ({ size: undefined }));
  return size;
}
