import { constants, openSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf } from '#catalogue/error-code.ts';
import type { Host } from '../host.ts';
import { writeWhole } from '../whole-file.ts';

/** Characters buffered before they are written. */
const CHUNK = 65_536;

/**
 * Last line of a catalogue file that was cut short by a signal: it would look whole, as it ends with a line. Not JSON, so
 * that every reader refuses it.
 */
export const CUT_SHORT = 'Incomplete: lectern was stopped before the end.\n';

/**
 * Writes lines to standard output. A reader that closes the pipe early (`| head`) is not an error;
 * returns whether it took everything.
 *
 * @param ending written in place of the rest if the signal is aborted
 */
export async function writeToStandardOutput(
  { stdout }: Pick<Host, 'stdout'>,
  lines: Lines,
  signal: AbortSignal,
  ending = '',
): Promise<boolean> {
  try {
    await pipeline(Readable.from(chunks(lines)), stdout, { signal, end: false });
    return true;
  } catch (error) {
    if (signal.aborted && ending !== '') stdout.write(ending);
    if (codeOf(error) !== 'EPIPE') throw error;
    return false;
  }
}

/**
 * Writes lines or bytes to a file, gzipped if its name ends in `.gz`. The file appears only when it
 * is complete. Devices and pipes are written to directly.
 */
export async function writeToFile(path: string, lines: Lines, signal: AbortSignal): Promise<void> {
  await writeWhole(path, async (temporary) => {
    const file = await opened(temporary);
    const source = Readable.from(chunks(lines));
    if (path.endsWith('.gz')) await pipeline(source, createGzip(), file, { signal });
    else await pipeline(source, file, { signal });
  });
}

/** A thread that waits for the reader of a pipe would keep this process from stopping. */
async function opened(path: string): Promise<Writable> {
  if (!(await stat(path)).isFIFO()) return (await open(path, 'w')).createWriteStream();
  return new Socket({ fd: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK), readable: false });
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
