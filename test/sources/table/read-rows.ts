import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** The talks of a CSV table as `start title`, its problems as `line: what`, and its notes. */
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
