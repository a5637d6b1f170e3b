import { EXIT_STATUS } from '../exit-status.ts';
import { fetcherOf } from '../settings/fetching.ts';
import { INPUT_HELP, inputsOf } from '../settings/inputs.ts';
import { MAX_PROBLEMS, valueOf } from '../settings/option.ts';
import { importLimit, pastLine } from '../retention.ts';
import { showProgress } from '../reports/progress.ts';
import { counted, problemReport } from '../reports/report.ts';
import { checkReport } from '../reports/check-report.ts';
import { READING_OPTIONS, sourceOptionsOf } from '../settings/source-options.ts';
import { stoppable, type Stop } from '../stop.ts';
import { withStore } from '../with-store.ts';
import type { Call, Verb } from './verb.ts';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Settings } from '../settings/settings.ts';
import { correctionsAt, type CorrectionsRead } from '../corrections/corrections-file.ts';

export const checkVerb: Verb = {
  name: 'check',
  summary: 'Check catalogue files, calendars, corrections and other files; without files, the database.',
  details:
    'Shows how each file would be read: which column or property becomes which field, what is not read or is left out, and what was decided. Then lists everything that would keep the files from being imported, with file, line and field, what is wrong and how to fix it. Problems go to standard error. Without files, reads the whole database and reports all damage.',
  examples: [
    'lectern check talks.ndjson',
    'gzip -dc talks.ndjson.gz | lectern check -',
    'lectern check calendar.ics',
    'lectern check corrections.yaml',
    'lectern check --database sqlite:/srv/talks.db',
  ],
  arguments: { '[files...]': INPUT_HELP },
  settings: [
    'database',
    'timeZone',
    'year',
    'statusWords',
    'speakersInText',
    'corrections',
    'keepPastTalks',
    'allowHost',
    'contact',
  ],
  options: [MAX_PROBLEMS, ...READING_OPTIONS],
  run: async (call) => {
    call.host.keepHeapSmall();
    return stoppable(call.host, (stop) =>
      call.files.length === 0 ? checkDatabase(call, stop) : checkFiles(call, stop),
    );
  },
};

async function checkFiles(call: Call, stop: Stop): Promise<number> {
  const { host } = call;
  const { others, talks, problems } = await checkCorrections(call.files, call.settings);
  host.stderr.write(problemReport(problems, 0));
  if (others.length < call.files.length && problems.length === 0) {
    host.stdout.write(`${counted(talks, 'talk')} corrected, no problems.\n`);
  }
  const status = others.length === 0 ? EXIT_STATUS.fine.status : await checkInputs({ ...call, files: others }, stop);
  return problems.length > 0 ? EXIT_STATUS.failed.status : status;
}

async function checkInputs({ files, flags, settings, host }: Call, { signal }: Stop): Promise<number> {
  const { checkCatalogue } = await import('#harvest/reading/check-catalogue.ts');
  const fetcher = await fetcherOf(settings);
  const inputs = await inputsOf(files, host, { fetcher, cacheFolder: null, signal });
  const progress = await showProgress(host, 'checking');
  try {
    const found = await checkCatalogue(inputs, {
      problemLimit: valueOf(MAX_PROBLEMS, flags),
      signal,
      onProgress: progress.update,
      sources: sourceOptionsOf(flags, settings, new Date()),
      ...importLimit(settings, new Date()),
    });
    progress.stop();
    host.stdout.write(checkReport(found) + pastLine(found.past));
    host.stderr.write(problemReport(found.problems, found.more));
    if (found.problems.length > 0 || found.more > 0) return EXIT_STATUS.failed.status;
    host.stdout.write(`${counted(found.records, 'record')}, no problems.\n`);
    return EXIT_STATUS.fine.status;
  } finally {
    progress.stop();
    fetcher.close();
  }
}

async function checkDatabase({ settings, host }: Call, stop: Stop): Promise<number> {
  let count = 0;
  await withStore(settings.database, 'read', async (store) => {
    for await (const { what } of store.findDamage('whole', stop.signal)) {
      count += 1;
      host.stderr.write(`damaged: ${what}\n`);
    }
  });
  if (count === 0) {
    host.stdout.write('The database is not damaged.\n');
    return EXIT_STATUS.fine.status;
  }
  host.stderr.write(
    'Import the records again from their source, or restore a backup: lectern restore --skip-backup BACKUP\n',
  );
  return EXIT_STATUS.failed.status;
}

interface CheckedCorrections {
  /** Files that are not corrections files. */
  readonly others: readonly string[];
  /** Talks that are corrected. */
  readonly talks: number;
  readonly problems: readonly LocatedProblem[];
}

type CheckSettings = Pick<Settings, 'corrections' | 'timeZone'>;

/**
 * Checks the corrections files among these files.
 *
 * @throws errors of the file system
 */
async function checkCorrections(files: readonly string[], settings: CheckSettings): Promise<CheckedCorrections> {
  const others: string[] = [];
  const read: CorrectionsRead[] = [];
  for (const file of files) {
    if (await isCorrections(file, settings)) read.push(await correctionsAt(file, settings));
    else others.push(file);
  }
  return {
    others,
    talks: read.reduce((sum, one) => sum + (one.ok === true ? one.corrections.length : 0), 0),
    problems: read.flatMap((one) => (one.ok === false ? one.problems : [])),
  };
}

/** Bytes within which its list must begin. */
const HEAD = 65_536;

/**
 * The file of --corrections, or one that looks like a corrections file: a table may be YAML too.
 */
async function isCorrections(file: string, { corrections }: CheckSettings): Promise<boolean> {
  if (corrections !== null && resolve(file) === resolve(corrections)) return true;
  if (!/\.ya?ml$/i.test(file)) return false;
  try {
    const opened = await open(file);
    try {
      const { buffer, bytesRead } = await opened.read({ buffer: Buffer.alloc(HEAD), position: 0 });
      return /^corrections[ \t]*:/m.test(buffer.toString('utf8', 0, bytesRead));
    } finally {
      await opened.close();
    }
  } catch {
    // The reader that tries it next reports what is wrong.
    return false;
  }
}
