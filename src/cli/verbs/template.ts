import { EXIT_STATUS } from '../exit-status.ts';
import { isOn } from '../settings/option.ts';
import type { Switch } from '../settings/option.ts';
import { listenForStop } from '../stop.ts';
import type { Verb } from './verb.ts';

const EXAMPLES: Switch = {
  flag: '--examples',
  description: 'Add two example rows. They are marked as private, so they are never published.',
};

const ALL: Switch = {
  flag: '--all',
  description: 'Write every column that Lectern reads, not only the usual ones.',
};

export const templateVerb: Verb = {
  name: 'template',
  summary: 'Write an empty table for entering talks in a spreadsheet.',
  details:
    'Writes CSV to standard output, with the headers that Lectern recognises. Open it in Google Sheets, Excel or LibreOffice, enter a talk in each row, and import it.',
  examples: ['lectern template > talks.csv', 'lectern template --examples > talks.csv'],
  arguments: {},
  settings: [],
  options: [EXAMPLES, ALL],
  run: async ({ flags }) => {
    const { tableTemplate } = await import('#sources/table/table-template.ts');
    const { writeToStandardOutput } = await import('../reports/output.ts');
    const rows = tableTemplate({ all: isOn(ALL, flags), examples: isOn(EXAMPLES, flags) });
    // No cell has a comma, quotation mark or line break. RFC 4180, 2.1: lines end in CRLF.
    const lines = rows.map((cells) => `${cells.join(',')}\r\n`);
    await writeToStandardOutput(lines, listenForStop().signal);
    return EXIT_STATUS.fine.status;
  },
};
