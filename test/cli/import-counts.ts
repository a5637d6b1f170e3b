import type { Finished } from '../support/process/command.ts';

const TALK = 'c0ffee00-0000-4000-8000-000000000001';
/** A catalogue file with one talk. */
export const talkLine = (fields: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ type: 'talk', slug: TALK, title: 'On moss', start: '2026-05-04T10:00:00Z', end: '2026-05-04T11:00:00Z', ...fields })}\n`;

/** The rows of the table that an import prints at the end. */
export function rows({ stdout }: Finished): string[][] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ +/));
}

export const HEAD = ['added', 'changed', 'unchanged', 'removed'];

/** The rows of the first import of `lectern sample`. */
export const ALL = [
  HEAD,
  ['place', '155', '0', '0', '0'],
  ['person', '200', '0', '0', '0'],
  ['topic', '66', '0', '0', '0'],
  ['series', '40', '0', '0', '0'],
  ['talk', '400', '0', '0', '0'],
  ['collection', '12', '0', '0', '0'],
  ['all', '873', '0', '0', '0'],
];
