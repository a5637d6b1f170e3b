import { newsLines } from '../reports/correction-report.ts';
import { alikeReport } from '../reports/duplicate-report.ts';
import { applyFile } from '../corrections/apply-file.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { cacheFolderOf, fetcherOf } from '../settings/fetching.ts';
import { INPUT_HELP, inputsOf } from '../settings/inputs.ts';
import { DRY_RUN, isOn, MAX_PROBLEMS, type Switch, valueOf } from '../settings/option.ts';
import { importLimit, pastLine, retire } from '../retention.ts';
import { showProgress } from '../reports/progress.ts';
import { reportForgotten } from '../reports/forget-report.ts';
import { countsTable, printable, refusedFor } from '../reports/report.ts';
import { readSameFile } from '../same-file.ts';
import { entriesReport, explainedReport, sameReport, sourceReport, unexplained } from '../reports/source-report.ts';
import { EXPLAIN, SOURCE_OPTIONS, sourceOptionsOf } from '../settings/source-options.ts';
import { stoppable, type Stop } from '../stop.ts';
import type { SameLines } from '#harvest/reading/same-lines.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import type { Call, Verb } from './verb.ts';
import { tellWaiting } from '../with-store.ts';

const REPLACE: Switch = {
  flag: '--replace',
  description: 'Treat the files as the whole catalogue: remove every record they do not contain.',
};

/** How long an import that has not started may take to stop; milliseconds. */
const TO_BEGIN = 1_000;

export const importVerb: Verb = {
  name: 'import',
  summary: 'Import talks from catalogue files, calendars and other formats, local or on the web.',
  details:
    'Adds new records and updates existing ones, all or nothing: if anything is wrong, every problem is listed on standard error and nothing is changed. Invalid entries of calendars, tables and other sources are left out and listed. A server on the same database shows the new catalogue within two seconds. Prints a table of changes on standard output.',
  examples: [
    'lectern import talks.ndjson',
    'lectern import --replace talks.ndjson.gz',
    'lectern sample | lectern import -',
    'lectern import --source optics --gone cancel calendar.ics',
    'lectern import https://optics.example.org/talks.ics',
  ],
  arguments: { '<files...>': INPUT_HELP },
  settings: [
    'database',
    'cacheFolder',
    'timeZone',
    'year',
    'statusWords',
    'speakersInText',
    'same',
    'corrections',
    'keepPastTalks',
    'allowHost',
    'contact',
  ],
  options: [REPLACE, DRY_RUN, MAX_PROBLEMS, ...SOURCE_OPTIONS],
  run: async (call) => {
    const { host, settings } = call;
    host.yieldToReaders();
    host.keepHeapSmall();
    const work = async (stop: Stop): Promise<number> => {
      const same = await readSameFile(settings.same);
      if (!same.ok) return refusedFor(host, same.problems, same.more);
      return reported(await importFiles(call, stop, same.lines), call);
    };
    return stoppable(host, work, STOPPED);
  },
};

const STOPPED = 'Stopped. Nothing was changed.\n';

async function importFiles({ files, flags, settings, host }: Call, stop: Stop, same: SameLines): Promise<ImportReport> {
  const { openStore } = await import('#store/open.ts');
  const { importCatalogue } = await import('#harvest/import-catalogue.ts');
  const fetcher = await fetcherOf(settings);
  const cacheFolder = await cacheFolderOf(settings);
  const inputs = await inputsOf(files, host, { fetcher, cacheFolder, signal: stop.signal });
  const now = new Date();
  const store = await openStore(settings.database, { mode: 'write' });
  const progress = await showProgress(host, 'importing');
  let hasBegun = false;
  const exit = (): void => {
    host.stderr.write(STOPPED);
    process.exit(stop.status() ?? EXIT_STATUS.interrupted.status);
  };
  // Before the first record there is nothing to roll back, and a server that hangs may take forever.
  let leaving: NodeJS.Timeout | undefined;
  stop.signal.addEventListener('abort', () => {
    if (!hasBegun) leaving = setTimeout(exit, TO_BEGIN).unref();
  });
  try {
    if (!isOn(DRY_RUN, flags)) await applyFile(store, settings, host, stop.signal);
    const report = await importCatalogue(store, {
      inputs,
      replace: isOn(REPLACE, flags),
      ...importLimit(settings, now),
      dryRun: isOn(DRY_RUN, flags),
      findDuplicates: true,
      now,
      ended: () => new Date(),
      sources: { ...sourceOptionsOf(flags, settings, now), same },
      problemLimit: valueOf(MAX_PROBLEMS, flags),
      signal: stop.signal,
      onProgress: (reached) => {
        hasBegun = true;
        progress.update(reached);
      },
      onWait: () => tellWaiting(host),
    });
    if (report.ok && !isOn(DRY_RUN, flags)) {
      await applyFile(store, settings, host, stop.signal);
      host.stdout.write(await retire(store, settings, { now, dryRun: false, signal: stop.signal }));
    }
    return report;
  } finally {
    progress.stop();
    fetcher.close();
    await store.close();
    clearTimeout(leaving);
  }
}

function reported(report: ImportReport, { flags, settings, host }: Call): number {
  host.stdout.write(explainedReport(report, valueOf(EXPLAIN, flags), importLimit(settings, new Date()).keptSince));
  host.stderr.write(unexplained(report, valueOf(EXPLAIN, flags)));
  host.stderr.write(entriesReport(report));
  if (report.ok) {
    reportForgotten(host, report);
    host.stdout.write(pastLine(report.past));
    host.stdout.write(
      sourceReport(report, settings.timeZone) + sameReport(report) + alikeReport(report, settings.timeZone),
    );
    host.stdout.write(
      newsLines(report.corrections, settings.timeZone)
        .map((line) => `${printable(line)}\n`)
        .join(''),
    );
    host.stdout.write(`${countsTable(report.counts)}\n`);
    if (isOn(DRY_RUN, flags)) host.stdout.write('Dry run: nothing was changed.\n');
    return EXIT_STATUS.fine.status;
  }
  return refusedFor(host, report.problems, report.more);
}
