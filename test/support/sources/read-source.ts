import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { reviewed } from '#sources/reviewed.ts';
import type { ReadOptions, SourceProblem, SourceReader } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';

export const READ_OPTIONS: ReadOptions = {
  zone: 'Europe/London',
  now: '2026-11-20T12:00:00Z',
  horizon: '2028-05-23T12:00:00Z',
  mapping: new Map(),
  dateOrder: null,
  collections: [],
};

/** The result of reading a file. */
export interface ReadSource {
  readonly talks: readonly SourceTalk[];
  /** Left out, such as “No seminar”. */
  readonly withheld: readonly SourceTalk[];
  readonly problems: readonly SourceProblem[];
  /** Notes as `12 × what`, sorted. */
  readonly notes: readonly string[];
}

/** @param size size of the chunks in bytes; small chunks split characters, lines and elements */
export async function readSource(
  read: SourceReader,
  content: string | Buffer,
  options: Partial<ReadOptions> = {},
  size = 65_536,
): Promise<ReadSource> {
  const talks: SourceTalk[] = [];
  const withheld: SourceTalk[] = [];
  const problems: SourceProblem[] = [];
  const notes = new Map<string, number>();
  const file = { name: 'file', address: '', chunks: chunks(Buffer.from(content), size) };
  for await (const batch of reviewed(read(file, { ...READ_OPTIONS, ...options }), options)) {
    talks.push(...batch.talks.map(written));
    withheld.push(...(batch.withheld ?? []));
    problems.push(...(batch.problems ?? []), ...(batch.failure === undefined ? [] : [batch.failure]));
    for (const { what, count } of batch.notes ?? []) notes.set(what, (notes.get(what) ?? 0) + count);
  }
  return { talks, withheld, problems, notes: [...notes].map(([what, count]) => `${count} × ${what}`).sort() };
}

/** Removes undefined members, which mean the same as missing ones. */
function written<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => written(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(said.map(([name, member]: [string, unknown]) => [name, written(member)])) as T;
}

export function readSourceFile(
  read: SourceReader,
  path: string,
  options: Partial<ReadOptions> = {},
): Promise<ReadSource> {
  return readSource(read, readFileSync(path), options);
}

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
