import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Host } from '../host.ts';

/** Characters buffered before they are written. */
const CHUNK = 65_536;

/**
 * Writes lines to standard output. A reader that closes the pipe early (`| head`) is not an error;
 * returns whether it took everything.
 */
export async function writeToStandardOutput(
  { stdout }: Pick<Host, 'stdout'>,
  lines: Lines,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await pipeline(Readable.from(chunks(lines)), stdout, { signal, end: false });
    return true;
  } catch (error) {
    if (!isBrokenPipe(error)) throw error;
    return false;
  }
}

/** Writes lines or bytes to a file, gzipped if its name ends in `.gz`. The file appears only when it is complete. */
export async function writeToFile(path: string, lines: Lines, signal: AbortSignal): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  const source = Readable.from(chunks(lines));
  const file = createWriteStream(temporary, { flags: 'wx' });
  try {
    if (path.endsWith('.gz')) await pipeline(source, createGzip(), file, { signal });
    else await pipeline(source, file, { signal });
    await flush(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw aboutFile(error, path, temporary);
  }
}

type Lines = AsyncIterable<string> | Iterable<string | Buffer>;

async function* chunks(lines: Lines): AsyncGenerator<string | Buffer> {
  let chunk = '';
  for await (const line of lines) {
    if (typeof line !== 'string') {
      yield line;
      continue;
    }
    chunk += line;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/**
 * Makes an error name the requested file, or its folder if that is missing, instead of the
 * temporary file.
 */
export function aboutFile(error: unknown, path: string, temporary: string): unknown {
  if (!(error instanceof Error && 'path' in error && error.path === temporary)) return error;
  return Object.assign(error, { path: 'code' in error && error.code === 'ENOENT' ? dirname(path) : path });
}

/** Flushes to disk before the file is renamed, so that a power cut cannot leave it empty. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
