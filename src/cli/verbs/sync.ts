import { hostname } from 'node:os';
import type { SameLines } from '#harvest/reading/same-lines.ts';
import type { Acceptance } from '#harvest/reading/source-name.ts';
import type { SourcesFile } from '#harvest/sync/sources-file.ts';
import type { SourceReport } from '#harvest/sync/sync-report.ts';
import { applyFile } from '../corrections/apply-file.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { cacheFolderOf, ownUserAgent } from '../settings/fetching.ts';
import { isOn, MAX_PROBLEMS, type Switch, valueOf } from '../settings/option.ts';
import { printable, problemReport } from '../reports/report.ts';
import { importLimit, retire } from '../retention.ts';
import { readSameFile } from '../same-file.ts';
import { sourcesFileAt } from '../settings/sources-file.ts';
import { stoppable, type Stop } from '../stop.ts';
import { syncLines } from '../reports/sync-lines.ts';
import { runningProcesses } from '../sync/running-processes.ts';
import { standardErrorLog, tracingOf } from '../tracing/tracing.ts';
import { supervisor, type Supervisor } from '../sync/sync-messages.ts';
import type { Host } from '../host.ts';
import type { Call, Verb } from './verb.ts';
import { tellWaiting } from '../with-store.ts';

const ONCE: Switch = {
  flag: '--once',
  description: 'Sync the sources that are due now, then exit; without it, keep running.',
};

const ALL: Switch = {
  flag: '--all',
  description: 'Sync all enabled sources, due or not, then exit.',
};

const DRY_RUN: Switch = {
  flag: '--dry-run',
  description: 'Show what would change, without changing anything, then exit.',
};

const ACCEPT_LOSS: Switch = {
  flag: '--accept-loss',
  description: 'Apply the readings of these sources even if most of their talks, or all, are missing.',
};

const ACCEPT_FORMAT: Switch = {
  flag: '--accept-format',
  description: 'Apply the readings of these sources even if their format has changed.',
};

/** What each accepts, and what to say if no source is named: an operator must have looked at each. */
const ACCEPT: readonly (readonly [option: Switch, accepted: Acceptance, which: string])[] = [
  [ACCEPT_LOSS, 'loss', 'Name the sources whose talks may go.'],
  [ACCEPT_FORMAT, 'format', 'Name the sources whose format may change.'],
];

export const syncVerb: Verb = {
  name: 'sync',
  summary: 'Keep the catalogue in sync with its sources.',
  details:
    'Imports each source of the sources file when it is due. Sources are independent: one that fails affects neither the others nor its own earlier talks, and is retried after growing pauses. Sources given by name are imported now. Reports changes on standard output, and problems on standard error.',
  examples: [
    'lectern sync --sources /etc/lectern/sources.yaml --once',
    'lectern sync --dry-run --all',
    'lectern sync optics',
    'lectern sync optics --accept-loss',
    'lectern sync optics --accept-format',
  ],
  arguments: { '[names...]': 'names of sources; by default, those that are due' },
  settings: [
    'database',
    'cacheFolder',
    'timeZone',
    'year',
    'statusWords',
    'speakersInText',
    'sources',
    'same',
    'corrections',
    'keepPastTalks',
    'allowHost',
    'contact',
    'traces',
    'logLevel',
    'logFormat',
  ],
  options: [ONCE, ALL, DRY_RUN, ACCEPT_LOSS, ACCEPT_FORMAT, MAX_PROBLEMS],
  run: async (call) => {
    const { files: names, flags, settings, environment, host } = call;
    const { sources, config } = settings;
    if (sources === null)
      return refuse(host, '--sources: No sources file given. Use --sources, or set LECTERN_SOURCES.');
    const [accepting] = ACCEPT.filter(([option]) => isOn(option, flags));
    if (accepting !== undefined && names.length === 0)
      return refuse(host, `${accepting[0].flag}: No source named. ${accepting[2]}`);
    const file = await sourcesFileAt({ sources, config }, { environment: environment(), stderr: host.stderr });
    if (file === undefined) return EXIT_STATUS.usage.status;
    const unknown = names.filter((name) => file.sources.every((source) => source.name !== name));
    if (unknown.length > 0) return refuse(host, await unknownNames(unknown, file));
    const same = await readSameFile(settings.same);
    if (!same.ok) {
      host.stderr.write(problemReport(same.problems, same.more));
      return EXIT_STATUS.usage.status;
    }
    if (names.length === 0 && ![ONCE, ALL, DRY_RUN].some((option) => isOn(option, flags))) {
      const { runSyncDaemon } = await import('../sync/start-syncing.ts');
      return runSyncDaemon(call);
    }
    return syncOnce(call, { ...file, same: same.lines });
  },
};

function refuse({ stderr }: Host, what: string): number {
  stderr.write(`${what}\nRun lectern sync --help for usage.\n`);
  return EXIT_STATUS.usage.status;
}

async function unknownNames(names: readonly string[], { sources }: SourcesFile): Promise<string> {
  const { nearestWord } = await import('#catalogue/nearest-word.ts');
  const known = sources.map(({ name }) => name);
  return names
    .map((name) => {
      const nearest = nearestWord(name, known);
      const hint = nearest === undefined ? `The sources are ${known.join(', ')}.` : `Did you mean ${nearest}?`;
      return printable(`There is no source ${JSON.stringify(name)} in the sources file. ${hint}`);
    })
    .join('\n');
}

/** What to sync with. */
interface Given extends SourcesFile {
  readonly same: SameLines;
}

async function syncOnce(call: Call, file: Given): Promise<number> {
  const { settings, host } = call;
  host.yieldToReaders();
  host.keepHeapSmall();
  const parent = supervisor();
  parent?.onGone(() => process.kill(process.pid, 'SIGTERM'));
  const tally = new Tally();
  const tracing = await tracingOf(settings, standardErrorLog(host));
  const work = async (stop: Stop): Promise<number> => {
    try {
      await syncFile(call, file, { stop, parent, tally });
      return tally.status();
    } finally {
      await tracing?.end();
    }
  };
  return stoppable(host, work, STOPPED, parent !== undefined);
}

const STOPPED = 'Stopped. Sources that were not finished are unchanged.\n';

/** How long a stopped run may take to release its sources; milliseconds. */
const TO_STOP = 1_500;

interface Running {
  readonly stop: Stop;
  readonly parent: Supervisor | undefined;
  readonly tally: Tally;
}

async function syncFile(
  { files, flags, settings, host }: Call,
  file: Given,
  { stop, parent, tally }: Running,
): Promise<void> {
  const { openStore } = await import('#store/open.ts');
  const { nextDue, sync } = await import('#harvest/sync/sync.ts');
  const { SourceOpener } = await import('#harvest/sync/open-source.ts');
  const store = await openStore(settings.database, { mode: 'write' });
  const opener = new SourceOpener({
    userAgent: await ownUserAgent({ contact: file.contact ?? settings.contact }),
    allowedHosts: settings.allowHost,
    cacheFolder: await cacheFolderOf(settings),
  });
  const dryRun = isOn(DRY_RUN, flags);
  const holders = runningProcesses();
  // An import in progress has to be rolled back first. Otherwise exit: waiting for another
  // process's import may take long.
  let importing: string | undefined;
  const leave = (): void => {
    if (importing !== undefined) return;
    host.stderr.write(STOPPED);
    process.exit(stop.status() ?? EXIT_STATUS.terminated.status);
  };
  stop.signal.addEventListener('abort', () => setTimeout(leave, TO_STOP).unref());
  try {
    if (!dryRun) await applyFile(store, settings, host, stop.signal);
    await sync(store, {
      sources: file.sources.map((source) => ({
        ...(settings.year === null ? {} : { year: settings.year }),
        statusWords: settings.statusWords,
        speakersInText: settings.speakersInText,
        ...source,
      })),
      which: files.length > 0 ? new Set(files) : isOn(ALL, flags) ? 'all' : 'due',
      dryRun,
      accepted: ACCEPT.flatMap(([option, accepted]) => (isOn(option, flags) ? [accepted] : [])),
      open: opener.open,
      zone: settings.timeZone,
      same: file.same,
      ...importLimit(settings, new Date()),
      by: `${hostname()}, process ${String(process.pid)}`,
      holders,
      now: () => new Date(),
      random: Math.random,
      signal: stop.signal,
      problemLimit: valueOf(MAX_PROBLEMS, flags),
      onWait: () => {
        importing = undefined;
        if (parent === undefined) tellWaiting(host);
      },
      onProgress: ({ name }) => (importing = name),
      onReport: (report) => {
        if (importing === report.source) importing = undefined;
        tally.add(report);
        if (report.outcome === 'not-due') return;
        if (parent === undefined) print(host, report);
        else parent.report(report.source, report.outcome, syncLines(report), report.nextRun);
      },
    });
    if (!dryRun && tally.hasRead) await applyFile(store, settings, host, stop.signal);
    const retired = await retire(store, settings, { now: new Date(), dryRun, signal: stop.signal });
    if (retired !== '') tellRetired(host, retired, parent);
    if (dryRun) host.stdout.write('Dry run: nothing was changed.\n');
    const next = await nextDue(store, file.sources, { now: new Date(), holders });
    if (tally.isIdle && host.stderr.isTTY === true) host.stderr.write(nothingDue(next));
    await parent?.next(next);
  } finally {
    opener.close();
    await store.close();
  }
}

function tellRetired({ stdout }: Host, line: string, parent: Supervisor | undefined): void {
  if (parent === undefined) stdout.write(line);
  else parent.retired(line.trimEnd());
}

/** For people only: a timer that finds nothing due stays silent. */
function nothingDue(next: Date | undefined): string {
  const until = next === undefined ? '' : ` before ${shownMoment(next)}`;
  return `Nothing is due${until}; use --all, or name a source, to sync now.\n`;
}

function shownMoment(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

function print({ stdout, stderr }: Host, report: SourceReport): void {
  const { summary, details, problems } = syncLines(report);
  const again = report.nextRun === undefined ? '' : ` (again at ${shownMoment(report.nextRun)})`;
  const first = printable(`${report.source}: ${summary}${again}`);
  stdout.write([first, ...details.map((line) => `  ${line}`)].map((line) => `${line}\n`).join(''));
  stderr.write(problems);
}

/** Counts the sources that were tried, and those that failed. */
class Tally {
  #tried = 0;
  #failed = 0;
  #isBusy = false;
  /** Whether any source was read. */
  hasRead = false;

  /** Whether no source was due. */
  get isIdle(): boolean {
    return this.#tried === 0 && !this.#isBusy;
  }

  add({ outcome }: SourceReport): void {
    if (outcome === 'busy') this.#isBusy = true;
    if (outcome === 'not-due' || outcome === 'busy') return;
    this.#tried++;
    if (outcome === 'failed') this.#failed++;
    if (outcome === 'read') this.hasRead = true;
  }

  status(): number {
    if (this.#failed === 0) return EXIT_STATUS.fine.status;
    return this.#failed === this.#tried ? EXIT_STATUS.failed.status : EXIT_STATUS.partly.status;
  }
}
