import assert from 'node:assert/strict';
import { readCsv } from '#sources/table/csv.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../../support/sources/read-source.ts';

export async function talksOf(
  text: string | Buffer,
  options: Partial<ReadOptions> = {},
): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await readSource(readCsv, text, options);
  assert.deepEqual(problems, []);
  return talks;
}

export async function problemsOf(text: string | Buffer, options: Partial<ReadOptions> = {}): Promise<string[]> {
  const { problems } = await readSource(readCsv, text, options);
  return problems.map(({ line, where, what }) => `${line} ${where}: ${what}`);
}
