import type { LocatedProblem } from '#catalogue/problem.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { readCatalogueFile } from '#sources/catalogue/catalogue-file.ts';
import { streamInput } from '#sources/file-input.ts';
import type { Input } from '#sources/file-input.ts';

/** The records and problems of a catalogue file. */
interface ReadCatalogue {
  readonly records: readonly CatalogueRecord[];
  readonly problems: readonly LocatedProblem[];
}

export async function readInput(input: Input): Promise<ReadCatalogue> {
  const records: CatalogueRecord[] = [];
  const problems: LocatedProblem[] = [];
  for await (const batch of readCatalogueFile(input)) {
    records.push(...batch.records.map(({ record }) => record));
    problems.push(...batch.problems);
  }
  return { records, problems };
}

/** @param chunk bytes per chunk */
export function readText(content: string | Buffer, chunk = 65_536): Promise<ReadCatalogue> {
  return readInput(streamInput('given', inChunks(Buffer.from(content), chunk)));
}

/** Joins lines, which are records or already text. */
export function linesOf(lines: readonly (string | object)[]): string {
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
}

/** `line field code: what` of each problem. */
export async function complaints(...lines: readonly (string | object)[]): Promise<string[]> {
  return (await readText(linesOf(lines))).problems.map(
    ({ line, where, code, what }) => `${line} ${where} ${code}: ${what}`,
  );
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
