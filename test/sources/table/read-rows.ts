import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** Starts and titles of the talks in a table, and the problems with their lines. */
export async function readRows(
  text: string,
): Promise<{ shown: string[]; problems: string[]; notes: readonly string[] }> {
  const { talks, problems, notes } = await readSource(readCsv, text);
  return {
    shown: talks.map(({ start, title }) => `${start} ${title}`),
    problems: problems.map(({ line, what }) => `${line}: ${what}`),
    notes,
  };
}
