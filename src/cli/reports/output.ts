import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Characters gathered before they are written. */
const CHUNK = 65_536;

/** Writes lines to standard output. A reader that has seen enough (`| head`) is no error. */
export async function writeToStandardOutput(lines: Lines, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(Readable.from(chunks(lines)), process.stdout, { signal, end: false });
  } catch (error) {
    if (!isBrokenPipe(error)) throw error;
  }
}

/** Writes lines to a file, gzipped if its name ends in `.gz`. Under its name there is never less than the whole. */
export async function writeToFile(path: string, lines: Lines, signal: AbortSignal): Promise<void> {
  const temporary = `${path}.${String(process.pid)}.part`;
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

type Lines = AsyncIterable<string> | Iterable<string>;

function chunks(lines: Lines): Lines {
  return Symbol.asyncIterator in lines ? chunksOf(lines) : chunksAtHand(lines);
}

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** The same without a wait for every line, which is most of what making one costs. */
function* chunksAtHand(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** The name that was asked for, or its folder when there is none, rather than a name that nobody has heard of. */
function aboutFile(error: unknown, path: string, temporary: string): unknown {
  if (!(error instanceof Error && 'path' in error && error.path === temporary)) return error;
  return Object.assign(error, { path: 'code' in error && error.code === 'ENOENT' ? dirname(path) : path });
}

/** On the disk before it gets its name, so that a power cut cannot leave an empty file under it. */
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
