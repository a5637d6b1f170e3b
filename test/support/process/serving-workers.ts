import { spawnSync } from 'node:child_process';
import { valueAt } from '../json-value.ts';
import type { ProcessOptions } from './command.ts';
import { serveLectern, type ServingProcess } from './lectern-process.ts';
import { until } from '../until.ts';

/** `lectern serve` with several workers, all of them ready. */
export interface ServingWorkers extends ServingProcess {
  /** Kills the parent with SIGKILL; throws if a worker outlives it. */
  readonly kill: () => Promise<void>;
  /** The log so far, line by line. */
  readonly log: () => readonly unknown[];
  /** Process ids of the workers in the order in which they became ready, including those that have ended. */
  readonly readied: () => readonly number[];
  /** Waits until the log contains this message `times` times. */
  readonly logged: (message: string, times?: number) => Promise<void>;
}

export async function serveWorkers(
  database: string,
  count: number,
  args: readonly string[] = [],
  options: ProcessOptions = {},
): Promise<ServingWorkers> {
  const all = ['--workers', String(count), '--log-level', 'info', ...args];
  const serving = await serveLectern(database, all, options);
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
    // Workers exit when their parent is gone. A worker that does not is killed, and the test fails.
    kill: async () => {
      // Resolves only after the workers have exited, because they share the parent's output streams.
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

/** Suspends a process with SIGSTOP; resolves once it has stopped. */
export async function standStill(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const state = (): string => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString();
  await until(() => state().startsWith('T'), `process ${String(pid)} to stop`);
}

/** Whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Parses the complete lines of a log. A line that is not a JSON object becomes `{ msg: line }`. */
function linesOf(text: string): readonly unknown[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => (line.startsWith('{') ? JSON.parse(line) : { msg: line }));
}
