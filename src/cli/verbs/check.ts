import { EXIT_STATUS } from '../exit-status.ts';
import { fetcherOf } from '../settings/fetching.ts';
import { INPUT_HELP, inputsOf } from '../settings/inputs.ts';
import { MAX_PROBLEMS } from '../settings/max-problems.ts';
import { showProgress } from '../reports/progress.ts';
import { counted, problemReport } from '../reports/report.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { filesReport } from '../reports/source-report.ts';
import { READING_OPTIONS, sourceOptionsOf } from '../settings/source-options.ts';
import { listenForStop } from '../stop.ts';
import { valueOf } from '../settings/option.ts';
import type { Verb } from './verb.ts';

export const checkVerb: Verb = {
  name: 'check',
  summary: 'Check catalogue files, calendars and other formats; without files, the database.',
  details:
    'Says everything that would stop these files from being imported as a whole catalogue: the file, the line, the field, what is wrong and how to mend it. Problems go to standard error. Without files it reads the whole database instead, and names every record and every part of it that is damaged.',
  examples: [
    'lectern check talks.ndjson',
    'gzip -dc talks.ndjson.gz | lectern check -',
    'lectern check calendar.ics',
    'lectern check --database sqlite:/srv/talks.db',
  ],
  argument: '[files...]',
  argumentHelp: INPUT_HELP,
  settings: ['database', 'timeZone', 'allowHost', 'contact'],
  options: [MAX_PROBLEMS, ...READING_OPTIONS],
  run: async ({ files, flags, settings }) => {
    keepHeapSmall();
    if (files.length === 0) return checkDatabase(settings.database);
    const { checkCatalogue } = await import('#harvest/reading/check-catalogue.ts');
    const stop = listenForStop();
    const fetcher = await fetcherOf(settings);
    const inputs = await inputsOf(files, { fetcher, cacheFolder: null, signal: stop.signal });
    const progress = await showProgress('checking');
    try {
      const {
        records,
        files: read,
        problems,
        more,
      } = await checkCatalogue(inputs, {
        problemLimit: valueOf(MAX_PROBLEMS, flags),
        signal: stop.signal,
        onProgress: progress.update,
        sources: sourceOptionsOf(flags, settings.timeZone, new Date()),
      });
      progress.stop();
      process.stdout.write(filesReport(read));
      process.stderr.write(problemReport(problems, more));
      if (problems.length > 0 || more > 0) return EXIT_STATUS.failed.status;
      process.stdout.write(`${counted(records, 'record')}, no problems.\n`);
      return EXIT_STATUS.fine.status;
    } catch (error) {
      const status = stop.status();
      if (status === undefined) throw error;
      return status;
    } finally {
      progress.stop();
      fetcher.close();
    }
  },
};

async function checkDatabase(database: string): Promise<number> {
  const { openStore } = await import('#store/open.ts');
  const stop = listenForStop();
  const store = await openStore(database, { mode: 'read' });
  let count = 0;
  try {
    for await (const { what } of store.findDamage()) {
      if (stop.signal.aborted) return stop.status() ?? EXIT_STATUS.interrupted.status;
      count += 1;
      process.stderr.write(`damaged: ${what}\n`);
    }
  } finally {
    await store.close();
  }
  if (count === 0) {
    process.stdout.write('Nothing in the database is damaged.\n');
    return EXIT_STATUS.fine.status;
  }
  process.stderr.write(
    'Bring the records in again from their source, or a backup with: lectern import --replace FILE\n',
  );
  return EXIT_STATUS.failed.status;
}
