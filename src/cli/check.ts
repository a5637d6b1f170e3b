import { EXIT_STATUS } from './exit-status.js';
import { fetcherOf } from './fetching.js';
import { INPUT_HELP, inputsOf } from './inputs.js';
import { MAX_PROBLEMS } from './max-problems.js';
import { showProgress } from './progress.js';
import { counted, problemReport } from './report.js';
import { keepHeapSmall } from './small-heap.js';
import { filesReport } from './source-report.js';
import { READING_OPTIONS, sourceOptionsOf } from './source-options.js';
import { listenForStop } from './stop.js';
import { valueOf } from './verb.js';
import type { Verb } from './verb.js';

export const checkVerb: Verb = {
  name: 'check',
  summary: 'Check catalogue files, calendars and other formats without a database.',
  details:
    'Says everything that would stop these files from being imported as a whole catalogue: the file, the line, the field, what is wrong and how to mend it. Problems go to standard error.',
  examples: ['lectern check talks.ndjson', 'gzip -dc talks.ndjson.gz | lectern check -', 'lectern check calendar.ics'],
  argument: '<files...>',
  argumentHelp: INPUT_HELP,
  settings: ['timeZone', 'allowHost', 'contact'],
  options: [MAX_PROBLEMS, ...READING_OPTIONS],
  run: async ({ files, flags, settings }) => {
    keepHeapSmall();
    const { checkCatalogue } = await import('#harvest/check-catalogue.js');
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
