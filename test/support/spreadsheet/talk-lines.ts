import { readSpreadsheet } from '#sources/spreadsheet/spreadsheet.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import { readSource } from '../sources/read-source.ts';

/** A summary of what was read from a workbook. */
export interface WorkbookRead {
  /** `title, start, end, speakers, url`, without the empty fields. */
  readonly talks: readonly string[];
  /** `where: what`. */
  readonly problems: readonly string[];
  /** Notes on the workbook itself. */
  readonly notes: readonly string[];
}

const OF_TABLES = /without a time zone|without an end|read with|a column that is left out|all day|line above/;

export async function readWorkbook(file: Buffer, options: Partial<ReadOptions> = {}): Promise<WorkbookRead> {
  const { talks, problems, notes } = await readSource(readSpreadsheet, file, { zone: 'UTC', ...options });
  return {
    talks: talks.map(({ title, start, end, speakers, url }) => {
      const people = speakers.map(({ name }) => name).join(' & ');
      return [title, start, end === start ? '' : end, people, url].filter((text) => text !== '').join(', ');
    }),
    problems: problems.map(({ where, what }) => `${where}: ${what}`),
    notes: notes.filter((note) => !OF_TABLES.test(note)),
  };
}
