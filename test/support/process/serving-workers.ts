import { spawnSync } from 'node:child_process';
import { valueAt } from '../json-value.ts';
import { serveLectern, type ServingProcess } from './lectern-process.ts';
import { until } from '../until.ts';

/** `lectern serve` with several workers, each of them ready. */
export interface ServingWorkers extends ServingProcess {
  /** Ends all with SIGKILL; throws if a worker outlives its parent. */
  readonly kill: () => Promise<void>;
  /** What was logged so far, line by line. */
  readonly log: () => readonly unknown[];
  /** Process ids of the workers that became ready, in that order; also of those that have ended. */
  readonly readied: () => readonly number[];
  /** Waits for a line of the log. */
  readonly logged: (message: string, times?: number) => Promise<void>;
}

export async function serveWorkers(
  database: string,
  count: number,
  args: readonly string[] = [],
  program?: string,
): Promise<ServingWorkers> {
  const all = ['--workers', String(count), '--log-level', 'info', ...args];
  const serving = await serveLectern(database, all, program === undefined ? {} : { program });
  const log = (): readonly unknown[] => linesOf(serving.said().stderr);
  const readied = (): readonly number[] =>
    log()
      .filter((line) => valueAt(line, 'msg') === 'a worker is ready')
      .map((line) => Number(valueAt(line, 'workerPid')));
  const logged = (message: string, times = 1): Promise<void> =>
    until(() => log().filter((line) => valueAt(line, 'msg') === message).length >= times, `“${message}” in the log`);
  const workers: ServingWorkers = {
    ...serving,
    log,
    readied,
    logged,
    // Without their parent they end by themselves; whichever does not is ended, and the test fails.
    kill: async () => {
      // It is over for its own streams only when the workers, which have them too, have ended.
      const ended = serving.kill();
      try {
        await until(() => !readied().some(isAlive), 'the workers to end');
      } finally {
        for (const pid of readied().filter(isAlive)) process.kill(pid, 'SIGKILL');
        await ended;
      }
    },
  };
  await logged('all workers are ready');
  return workers;
}

/** Makes a process stand still; resolves when it does. */
export async function standStill(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const state = (): string => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString();
  await until(() => state().startsWith('T'), `process ${String(pid)} to stand still`);
}

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The whole lines, JSON objects all. */
function linesOf(text: string): readonly unknown[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => (line.startsWith('{') ? JSON.parse(line) : { msg: line }));
}
