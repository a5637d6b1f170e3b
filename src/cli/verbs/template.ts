import { existsSync } from 'node:fs';
import { EXIT_STATUS } from '../exit-status.ts';
import { isOn, valueOf } from '../settings/option.ts';
import type { Switch, ValueOption } from '../settings/option.ts';
import { filePath } from '../settings/setting-values.ts';
import { stoppable } from '../stop.ts';
import type { Verb } from './verb.ts';

const OUTPUT: ValueOption<string | null> = {
  flag: '--output <file>',
  description: 'Write to this new file: a workbook if it ends in .xlsx, else CSV.',
  default: null,
  defaultText: 'CSV on standard output',
  read: filePath,
};

const EXAMPLES: Switch = {
  flag: '--examples',
  description: 'Add two example rows. They are marked as private, so they are never published.',
};

const ALL: Switch = {
  flag: '--all',
  description: 'Write all columns that Lectern reads, not only the usual ones.',
};

export const templateVerb: Verb = {
  name: 'template',
  summary: 'Write an empty table for entering talks in a spreadsheet.',
  details:
    'Writes a table with the headers that Lectern recognises. A workbook (.xlsx) also checks dates, times and choices as they are typed, and explains the columns on a second sheet. Open it in Google Sheets, Excel or LibreOffice, enter a talk in each row, and import it.',
  examples: ['lectern template --output talks.xlsx --examples', 'lectern template > talks.csv'],
  arguments: {},
  settings: [],
  options: [OUTPUT, EXAMPLES, ALL],
  run: ({ flags, host }) =>
    stoppable(host, async ({ signal }) => {
      const { writeToFile, writeToStandardOutput } = await import('../reports/output.ts');
      const options = { all: isOn(ALL, flags), examples: isOn(EXAMPLES, flags) };
      const output = valueOf(OUTPUT, flags);
      if (output === null) {
        await writeToStandardOutput(host, await csvLines(options), signal);
        return EXIT_STATUS.fine.status;
      }
      const isWorkbook = output.toLowerCase().endsWith('.xlsx');
      const reason = await whyNot(output, isWorkbook);
      if (reason !== undefined) {
        host.stderr.write(`${reason}\n`);
        return EXIT_STATUS.failed.status;
      }
      await writeToFile(output, isWorkbook ? await workbook(options) : await csvLines(options), signal);
      return EXIT_STATUS.fine.status;
    }),
};

/** Why the file cannot be written. */
async function whyNot(output: string, isWorkbook: boolean): Promise<string | undefined> {
  if (existsSync(output)) return `${output} already exists. Choose another name with --output, or remove it first.`;
  const { hasSpreadsheetPackages } = await import('#sources/spreadsheet/parts.ts');
  if (!isWorkbook || hasSpreadsheetPackages()) return undefined;
  return 'Workbooks cannot be written, because optional packages are not installed. Install Lectern without --omit=optional, or write a .csv file.';
}

interface Options {
  readonly all: boolean;
  readonly examples: boolean;
}

async function csvLines(options: Options): Promise<string[]> {
  const { tableTemplate } = await import('#sources/table/table-template.ts');
  // No cell has a comma, quotation mark or line break. RFC 4180, 2.1: lines end in CRLF.
  return tableTemplate(options).map((cells) => `${cells.join(',')}\r\n`);
}

async function workbook(options: Options): Promise<Buffer[]> {
  const { templateWorkbook } = await import('#sources/spreadsheet/template-workbook.ts');
  return [await templateWorkbook(options)];
}
