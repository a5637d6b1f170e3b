import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { isObject } from '#catalogue/json-object.ts';
import type { IndexState } from '#search/index/columns.ts';
import { columnsFrom, sectionsOf, type Column, type ColumnType } from './index-sections.ts';

/*
 * The file of an index has a preamble of four words (MAGIC, LAYOUT, the length of the header in bytes and its
 * CRC-32), the header in JSON, and the columns as they are in memory, each aligned to 8 bytes.
 */

/** "LCTN" in ASCII. */
const MAGIC = 0x4c43544e;

/** Increase it when the layout, order or meaning of columns changes: snapshots with another LAYOUT are ignored. */
const LAYOUT = 10;

const PREAMBLE_BYTES = 16;

interface Header {
  /** Name of the copy's file that it was built from. */
  readonly copy: string;
  readonly version: number;
  readonly token: string;
  readonly endianness: string;
  /** CRC-32 of everything after the header. */
  readonly checksum: number;
  /** Length of each column, in bytes. */
  readonly lengths: readonly number[];
}

/** With fewer talks than this, indexing a catalogue is as fast as reading its index. */
export const SAVED_TALKS = 10_000;

/** Writes an index to a file atomically: only one process may, at a time. Rejects if the file cannot be written. */
export async function writeIndex(file: string, copy: string, { state, columns }: IndexState): Promise<void> {
  const sections = sectionsOf(columns);
  const padded = sections.flatMap(({ buffer, byteOffset, byteLength }) => [
    new Uint8Array(buffer, byteOffset, byteLength),
    new Uint8Array(paddingAfter(byteLength)),
  ]);
  // crc32() loses the checksum so far if it gets an empty array.
  const body = padded.filter(({ length }) => length > 0);
  const head = writeHead({
    copy,
    ...state,
    endianness: endianness(),
    checksum: body.reduce((checksum, bytes) => crc32(bytes, checksum), 0),
    lengths: sections.map(({ byteLength }) => byteLength),
  });
  await mkdir(dirname(file), { recursive: true });
  const temporary = temporaryOf(file);
  try {
    await writeDurably(temporary, [...head, ...body]);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes the index that was saved earlier, and what a process that was killed while it saved one has left. */
export async function removeIndex(file: string): Promise<void> {
  for (const path of [file, temporaryOf(file)]) await rm(path, { force: true });
}

function temporaryOf(file: string): string {
  return `${file}.tmp`;
}

/** Reads the index of a copy into shared memory; undefined if there is none, or it is damaged or has another LAYOUT. */
export function readIndex(file: string, copy: string): IndexState | undefined {
  const bytes = readShared(file);
  const header = bytes === undefined ? undefined : readHead(bytes);
  if (bytes === undefined || header?.endianness !== endianness() || header.copy !== copy) return undefined;
  const { version, token, lengths, checksum } = header;
  const bodyBytes = lengths.reduce((total, length) => total + length + paddingAfter(length), 0);
  const body = bytes.subarray(bytes.length - bodyBytes);
  if (body.length !== bodyBytes || crc32(body) !== checksum) return undefined;
  let section = 0;
  let at = body.byteOffset;
  function next<T extends Column>(type: ColumnType<T>): T {
    const begin = at;
    const length = lengths[section++] ?? 0;
    at += length + paddingAfter(length);
    return new type(body.buffer, begin, length / type.BYTES_PER_ELEMENT);
  }
  const columns = columnsFrom(next);
  return section === lengths.length ? { state: { version, token }, columns } : undefined;
}

/** Preamble, header and padding up to the first column. */
function writeHead(header: Header): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(header));
  const preamble = new Uint8Array(PREAMBLE_BYTES);
  new Uint32Array(preamble.buffer).set([MAGIC, LAYOUT, text.length, crc32(text)]);
  return [preamble, text, new Uint8Array(paddingAfter(text.length))];
}

function readHead(bytes: Uint8Array): Header | undefined {
  if (bytes.length < PREAMBLE_BYTES) return undefined;
  const [magic, layout, length = 0, checksum] = new Uint32Array(bytes.buffer, 0, PREAMBLE_BYTES / 4);
  const text = bytes.slice(PREAMBLE_BYTES, PREAMBLE_BYTES + length);
  if (magic !== MAGIC || layout !== LAYOUT || text.length !== length || crc32(text) !== checksum) return undefined;
  const header: unknown = JSON.parse(Buffer.from(text).toString());
  return isHeader(header) ? header : undefined;
}

function isHeader(value: unknown): value is Header {
  if (!isObject(value)) return false;
  const { copy, version, token, endianness: order, checksum, lengths } = value;
  const areTexts = [copy, token, order].every((one) => typeof one === 'string');
  const areNumbers = [version, checksum].every((one) => typeof one === 'number');
  return areTexts && areNumbers && Array.isArray(lengths) && lengths.every(Number.isSafeInteger);
}

/** Reads a file into shared memory; undefined if it cannot be read. */
function readShared(file: string): Uint8Array | undefined {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(descriptor).size));
      return readFully(descriptor, bytes) ? bytes : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

function readFully(descriptor: number, bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length) {
    const read = readSync(descriptor, bytes, at, bytes.length - at, null);
    if (read === 0) return false;
    at += read;
  }
  return true;
}

/** Writes a file and flushes it to disk. */
async function writeDurably(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    for (const part of parts) await handle.writeFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function paddingAfter(bytes: number): number {
  return (8 - (bytes % 8)) % 8;
}
