import { EXIT_STATUS } from './exit-status.ts';

/** A request to stop, from Ctrl-C or from whatever runs the process. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Resolves when it comes. */
  readonly asked: Promise<void>;
  /** The exit status that tells of it; undefined while nothing was asked. */
  readonly status: () => number | undefined;
  /** Goes back to the usual: a signal ends the process at once. */
  readonly release: () => void;
}

/** The first SIGINT or SIGTERM asks to stop; a second one does not wait for the answer. */
export function listenForStop(): Stop {
  const controller = new AbortController();
  const asked = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => {
      resolve();
    });
  });
  let status: number | undefined;
  const ask = (wanted: number): void => {
    if (status !== undefined) process.exit(wanted);
    status = wanted;
    controller.abort();
  };
  const interrupt = (): void => ask(EXIT_STATUS.interrupted.status);
  const terminate = (): void => ask(EXIT_STATUS.terminated.status);
  process.on('SIGINT', interrupt).on('SIGTERM', terminate);
  const release = (): void => {
    process.off('SIGINT', interrupt).off('SIGTERM', terminate);
  };
  return { signal: controller.signal, asked, status: () => status, release };
}
