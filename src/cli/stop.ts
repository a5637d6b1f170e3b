import { isatty } from 'node:tty';
import { EXIT_STATUS } from './exit-status.ts';
import type { Host } from './host.ts';

/** A request to stop: Ctrl-C, or a signal from whatever runs the process. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Resolves when the request comes. */
  readonly asked: Promise<void>;
  /** The exit status that reports it; undefined until it comes. */
  readonly status: () => number | undefined;
  /** Leaves signals to the system again. */
  readonly end: () => void;
}

/**
 * The first SIGINT or SIGTERM is a request to stop; the second ends the process at once.
 *
 * @param isSupervised the second is ignored: Ctrl-C reaches this process and its supervisor, which then sends another
 *   signal, and kills this process if it takes too long
 */
export function listenForStop(isSupervised = false): Stop {
  const controller = new AbortController();
  const asked = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve());
  });
  let status: number | undefined;
  const ask = (wanted: number): void => {
    if (status === undefined) {
      status = wanted;
      controller.abort();
    } else if (!isSupervised) process.exit(wanted);
  };
  const interrupted = (): void => ask(EXIT_STATUS.interrupted.status);
  const terminated = (): void => ask(EXIT_STATUS.terminated.status);
  process.on('SIGINT', interrupted).on('SIGTERM', terminated);
  const end = (): void => void process.off('SIGINT', interrupted).off('SIGTERM', terminated);
  return { signal: controller.signal, asked, status: () => status, end };
}

/**
 * Runs work that can be stopped, and returns its exit status. After a request to stop, an error
 * counts as the result of stopping.
 *
 * @param stopped what standard error then says
 * @param isSupervised as in `listenForStop`
 */
export async function stoppable(
  { stderr }: Pick<Host, 'stderr'>,
  work: (stop: Stop) => Promise<number>,
  stopped = '',
  isSupervised = false,
): Promise<number> {
  const stop = listenForStop(isSupervised);
  try {
    return await work(stop);
  } catch (error) {
    const status = stop.status();
    if (status === undefined) throw error;
    stderr.write(stopped);
    return status;
  } finally {
    stop.end();
  }
}

const STANDARD_INPUT = 0;

/**
 * SIGHUP has two meanings: an operator asks a service to reload, or a terminal was closed and what
 * was started on it must end. It is the latter if there was a terminal and it is gone.
 */
export function onSighup(reload: () => void): void {
  const hadTerminal = isatty(STANDARD_INPUT);
  const hangUp = (): void => {
    if (!hadTerminal || isatty(STANDARD_INPUT)) {
      reload();
      return;
    }
    process.kill(process.pid, 'SIGTERM');
    // Node would abort on exit, because it cannot reset the terminal; end by SIGHUP instead.
    process.once('exit', () => {
      process.off('SIGHUP', hangUp);
      process.kill(process.pid, 'SIGHUP');
    });
  };
  process.on('SIGHUP', hangUp);
}
