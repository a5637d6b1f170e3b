import { EXIT_STATUS } from '../exit-status.ts';
import { filePath } from '../settings/setting-values.ts';
import { stoppable } from '../stop.ts';
import { withStore } from '../with-store.ts';
import { valueOf } from '../settings/option.ts';
import type { ValueOption } from '../settings/option.ts';
import type { Verb } from './verb.ts';

const OUTPUT: ValueOption<string | null> = {
  flag: '--output <file>',
  description: 'Write to this file, gzipped if it ends in .gz. It appears only when complete.',
  default: null,
  defaultText: 'standard output',
  read: filePath,
};

export const exportVerb: Verb = {
  name: 'export',
  summary: 'Write the whole catalogue as a catalogue file.',
  details:
    'Writes a consistent snapshot of every record, even while an import runs. The same catalogue always gives the same bytes, so exports are useful as backups, for moving a catalogue, and for comparing two. If it is stopped by a signal, the last line on standard output says that it is incomplete, and no import accepts it.',
  examples: [
    'lectern export --output talks.ndjson.gz',
    'lectern export | lectern import --replace --database sqlite:copy.db -',
  ],
  arguments: {},
  settings: ['database'],
  options: [OUTPUT],
  run: ({ flags, settings, host }) =>
    stoppable(
      host,
      async ({ signal }) => {
        const { catalogueMark } = await import('#catalogue/catalogue-mark.ts');
        const { recordLine } = await import('#representations/catalogue-file-writer.ts');
        const { CUT_SHORT, writeToFile, writeToStandardOutput } = await import('../reports/output.ts');
        const output = valueOf(OUTPUT, flags);
        await withStore(settings.database, 'read', async (store) => {
          async function* lines(): AsyncGenerator<string> {
            const { length: forgotten } = await store.forgotten.all();
            let isEmpty = true;
            for await (const record of store.records()) {
              isEmpty = false;
              yield recordLine(record);
            }
            if (isEmpty || forgotten > 0) yield catalogueMark(forgotten);
          }
          if (output === null) await writeToStandardOutput(host, lines(), signal, CUT_SHORT);
          else await writeToFile(output, lines(), signal);
        });
        return EXIT_STATUS.fine.status;
      },
      'Stopped. There is no complete export.\n',
    ),
};
