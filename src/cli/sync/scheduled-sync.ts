import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from 'pino';
import type { Samples } from '#server/ops/metric-families.ts';
import { fromSync, SYNC_VARIABLE } from './sync-messages.ts';
import { counted } from '../reports/report.ts';
import type { Environment } from '../settings/read-settings.ts';
import type { FromSync } from './sync-messages.ts';

interface ScheduledSyncOptions {
  /** Path of the program, resolved again for every run. */
  readonly program: string;
  /** That of the next run. */
  readonly environment: () => Environment;
  /** Seconds after which a run that does not stop is killed. */
  readonly shutdownGrace: number;
  /** Path of the sources file. */
  readonly sources: string;
  /** How many of its sources are enabled, and how many are off. */
  readonly counts: { readonly on: number; readonly off: number };
  readonly log: Logger;
  /** Milliseconds without a heartbeat after which a run is killed. */
  readonly silenceAtMost?: number;
}

/**
 * Shortest and longest pause between two runs, and the longest after runs that failed to start;
 * milliseconds.
 */
const SHORTEST_PAUSE = 1_000;
const LONGEST_PAUSE = 3_600_000;
const LONGEST_TROUBLE = 300_000;
const SILENCE_AT_MOST = 300_000;
/** How often the sources file is checked for changes; milliseconds. */
const LOOKS_EVERY = 2_000;
/** How many characters of a run's standard error are logged. */
const SAID_AT_MOST = 16_384;

/** How a run ended. */
interface RunEnd {
  readonly status: number | null;
  readonly signal: string | null;
}

const NOT_BEGUN: RunEnd = { status: null, signal: null };

/**
 * Syncs the sources on their schedule. Every run is a separate low-priority process, so whatever a
 * source sends, the processes that answer requests are not affected.
 */
export class ScheduledSync {
  readonly #options: ScheduledSyncOptions;
  readonly #log: Logger;
  #run: ChildProcess | undefined;
  #waiting: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;
  #isWanted = false;
  #hasStarted = false;
  #isStopping = false;
  #isFirst = true;
  /** How many runs in a row have failed. */
  #troubles = 0;
  #stopped: Promise<void> | undefined;
  #onEnded: () => void = () => undefined;

  constructor(options: ScheduledSyncOptions) {
    this.#options = options;
    this.#log = options.log;
  }

  /** Counted here, since a run that fails as a whole may be unable to store that it failed. */
  get samples(): Samples {
    return { lectern_sync_failures: this.#troubles };
  }

  /** Starts the first run at once. */
  start(): void {
    const { sources, counts } = this.#options;
    this.#hasStarted = true;
    this.#log.info({ sources: counts.on, off: counts.off }, `${syncing(counts)}; starting the first run`);
    watchFile(sources, { interval: LOOKS_EVERY, persistent: false }, () => {
      this.#log.info('the sources file changed');
      this.wake();
    });
    this.#begin();
  }

  /** Syncs what is due now, or as soon as the current run has ended. Does nothing before the start. */
  wake(): void {
    if (!this.#hasStarted || this.#isStopping) return;
    this.#isWanted = this.#run !== undefined;
    if (this.#run === undefined) this.#begin();
  }

  /** Resolves when no run is left. An import in progress is rolled back. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#isStopping = true;
    unwatchFile(this.#options.sources);
    clearTimeout(this.#waiting);
    const run = this.#run;
    if (run === undefined) return;
    const ended = new Promise<void>((done) => (this.#onEnded = done));
    run.kill('SIGTERM');
    const late = setTimeout(() => run.kill('SIGKILL'), Math.max(1, this.#options.shutdownGrace) * 1000);
    await ended;
    clearTimeout(late);
  }

  kill(): void {
    this.#run?.kill('SIGKILL');
  }

  #begin(): void {
    clearTimeout(this.#waiting);
    const { program, environment } = this.#options;
    const env = { ...environment(), [SYNC_VARIABLE]: '1' };
    let run: ChildProcess;
    try {
      run = fork(program, ['sync', '--once'], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    } catch (error) {
      // There may be too little memory for another process; this one continues.
      this.#end(error instanceof Error ? error.message : String(error), undefined, NOT_BEGUN);
      return;
    }
    this.#run = run;
    let said = '';
    let next: number | null | undefined;
    this.#expectLife(run);
    run.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-SAID_AT_MOST)));
    run.on('message', (message) => {
      this.#expectLife(run);
      const told = fromSync(message);
      if (told?.kind === 'next') next = told.at;
      if (told?.kind === 'source') this.#tell(told);
      if (told?.kind === 'retired') this.#log.info(told.what);
    });
    let isOver = false;
    const end = (how: RunEnd): void => {
      if (!isOver) this.#end(said, next, how);
      isOver = true;
    };
    // Other errors lead to 'close'. If a process could not be started, both events may come.
    run.on('error', (error) => {
      if (run.pid !== undefined) return;
      said += error.message;
      end(NOT_BEGUN);
    });
    run.once('close', (status, signal) => end({ status, signal }));
  }

  #expectLife(run: ChildProcess): void {
    const { silenceAtMost = SILENCE_AT_MOST } = this.#options;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      this.#log.error({ syncPid: run.pid }, 'the sync process is stuck; stopping it');
      run.kill('SIGKILL');
    }, silenceAtMost);
    this.#patience.unref();
  }

  #end(said: string, next: number | null | undefined, how: RunEnd): void {
    clearTimeout(this.#patience);
    this.#run = undefined;
    this.#onEnded();
    if (this.#isStopping) return;
    if (next === undefined) this.#log.error({ ...how, said: said.trim() }, 'sync failed; will retry');
    else if (this.#isFirst) this.#tellNext(next);
    this.#troubles = next === undefined ? this.#troubles + 1 : 0;
    const pause = this.#isWanted ? SHORTEST_PAUSE : this.#pauseUntil(next);
    this.#isWanted = false;
    this.#waiting = setTimeout(() => this.#begin(), pause);
  }

  /** Later on, the log line of each source says when it is synced next. */
  #tellNext(next: number | null): void {
    this.#isFirst = false;
    if (next === null) this.#log.info('no source will be due');
    else {
      const nextRun = new Date(next).toISOString();
      this.#log.info({ nextRun }, `first run finished; next run at ${nextRun}`);
    }
  }

  #pauseUntil(next: number | null | undefined): number {
    if (next === undefined) return Math.min(LONGEST_TROUBLE, SHORTEST_PAUSE * 2 ** Math.min(this.#troubles, 20));
    if (next === null) return LONGEST_PAUSE;
    return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, next - Date.now()));
  }

  #tell({ source, outcome, summary, details, problems, nextRun }: Extract<FromSync, { kind: 'source' }>): void {
    const again = nextRun === '' ? {} : { nextRun };
    const talks = details.length === 0 ? {} : { talks: details };
    const wrong = problems === '' ? {} : { problems: problems.trimEnd().split('\n') };
    const line = { source, outcome, ...talks, ...wrong, ...again };
    if (outcome === 'failed') this.#log.error(line, `source ${source}: ${summary}`);
    else if (problems !== '') this.#log.warn(line, `source ${source}: ${summary}`);
    else if (outcome === 'read') this.#log.info(line, `source ${source}: ${summary}`);
    else this.#log.debug(line, `source ${source}: ${summary}`);
  }
}

function syncing({ on, off }: ScheduledSyncOptions['counts']): string {
  const sources = `syncing ${counted(on, 'source')}`;
  return off === 0 ? sources : `${sources} (${String(off)} off)`;
}
