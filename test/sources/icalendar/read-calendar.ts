import assert from 'node:assert/strict';
import type { ReadOptions } from '#sources/source-format.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** A VEVENT with the given lines. */
export function event(...lines: readonly string[]): string {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
}

/** The lines that an event needs besides its times. */
export const MOSS = ['UID:moss@example.org', 'SUMMARY:On moss'];

/** The talks of a calendar without problems. */
export async function talksOf(text: string, options: Partial<ReadOptions> = {}): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await readSource(readIcalendar, text, options);
  assert.deepEqual(problems, []);
  return talks;
}

/** `start end` of each talk. */
export async function timesOf(text: string): Promise<string[]> {
  return (await talksOf(text)).map(({ start, end }) => `${start} ${end}`);
}

/** `line field: what` of each problem. */
export async function problemsOf(text: string): Promise<string[]> {
  const { problems } = await readSource(readIcalendar, text);
  return problems.map(({ line, where, what }) => `${line} ${where}: ${what}`);
}
