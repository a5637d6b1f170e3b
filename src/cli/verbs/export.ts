import { EXIT_STATUS } from '../exit-status.ts';
import { filePath } from '../settings/setting-values.ts';
import { listenForStop } from '../stop.ts';
import { valueOf } from '../settings/option.ts';
import type { Stop } from '../stop.ts';
import type { ValueOption } from '../settings/option.ts';
import type { Verb } from './verb.ts';

const OUTPUT: ValueOption<string | null> = {
  flag: '--output <file>',
  description: 'Write to this file, gzipped if it ends in .gz; it appears only when it is whole.',
  default: null,
  defaultText: 'standard output',
  read: filePath,
};

export const exportVerb: Verb = {
  name: 'export',
  summary: 'Write the whole catalogue as a catalogue file.',
  details:
    'Writes every record of one moment, also while an import runs. The same catalogue gives the same bytes, so that an export is a backup, a way to another machine, and something to compare.',
  examples: [
    'lectern export --output talks.ndjson.gz',
    'lectern export | lectern import --replace --database sqlite:copy.db -',
  ],
  argument: '',
  argumentHelp: '',
  settings: ['database'],
  options: [OUTPUT],
  run: async ({ flags, settings }) => {
    const stop = listenForStop();
    try {
      await exportCatalogue(settings.database, valueOf(OUTPUT, flags), stop);
    } catch (error) {
      const status = stop.status();
      if (status === undefined) throw error;
      return status;
    }
    return EXIT_STATUS.fine.status;
  },
};

async function exportCatalogue(database: string, output: string | null, stop: Stop): Promise<void> {
  const { openStore } = await import('#store/open.ts');
  const { recordLine } = await import('#representations/catalogue-file.ts');
  const { writeToFile, writeToStandardOutput } = await import('../reports/output.ts');
  const store = await openStore(database, { mode: 'read' });
  async function* lines(): AsyncGenerator<string> {
    for await (const record of store.records()) yield recordLine(record);
  }
  try {
    if (output === null) await writeToStandardOutput(lines(), stop.signal);
    else await writeToFile(output, lines(), stop.signal);
  } finally {
    await store.close();
  }
}
