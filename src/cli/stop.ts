import { EXIT_STATUS } from './exit-status.ts';

/** A request to stop: Ctrl-C, or a signal from whatever runs the process. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Resolves when the request comes. */
  readonly asked: Promise<void>;
  /** The exit status that reports it; undefined until it comes. */
  readonly status: () => number | undefined;
}

/** The first SIGINT or SIGTERM is a request to stop; the second ends the process at once. */
export function listenForStop(): Stop {
  const controller = new AbortController();
  const asked = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve());
  });
  let status: number | undefined;
  const ask = (wanted: number): void => {
    if (status !== undefined) process.exit(wanted);
    status = wanted;
    controller.abort();
  };
  process.on('SIGINT', () => ask(EXIT_STATUS.interrupted.status));
  process.on('SIGTERM', () => ask(EXIT_STATUS.terminated.status));
  return { signal: controller.signal, asked, status: () => status };
}

/**
 * Runs work that can be stopped, and returns its exit status. After a request to stop, an error
 * counts as the result of stopping.
 */
export async function stoppable(work: (stop: Stop) => Promise<number>, stopped = ''): Promise<number> {
  const stop = listenForStop();
  try {
    return await work(stop);
  } catch (error) {
    const status = stop.status();
    if (status === undefined) throw error;
    process.stderr.write(stopped);
    return status;
  }
}
