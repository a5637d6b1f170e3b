import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf } from '../error-code.ts';
import type { Host } from '../host.ts';
import { writeWhole } from '../whole-file.ts';

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
    if (codeOf(error) !== 'EPIPE') throw error;
    return false;
  }
}

/** Writes lines or bytes to a file, gzipped if its name ends in `.gz`. The file appears only when it is complete. */
export async function writeToFile(path: string, lines: Lines, signal: AbortSignal): Promise<void> {
  await writeWhole(path, async (temporary) => {
    const file = (await open(temporary, 'w')).createWriteStream();
    const source = Readable.from(chunks(lines));
    if (path.endsWith('.gz')) await pipeline(source, createGzip(), file, { signal });
    else await pipeline(source, file, { signal });
  });
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
