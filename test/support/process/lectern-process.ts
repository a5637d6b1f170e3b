import { askPort, type AskOptions } from '../http/ask.ts';
import { startLectern, type ProcessOptions, type Running } from './command.ts';
import { freePort } from '../http/free-port.ts';
import { textOf, type HttpAnswer } from '../http/http-answer.ts';

/** A `lectern serve` in a child process, ready for requests. */
export interface ServingProcess extends Running {
  readonly port: number;
  ask(path: string, options?: AskOptions): Promise<HttpAnswer>;
  /** Its metrics, in Prometheus format. */
  metrics(): Promise<string>;
  /** Sends a request to the metrics listener. */
  askOperators(path: string, options?: AskOptions): Promise<HttpAnswer>;
  /** Kills it with SIGKILL unless it has exited. */
  kill(): Promise<void>;
}

/**
 * Starts `lectern serve`, with one worker unless `args` sets `--workers`. If it exits before it is ready, throws an
 * error with its output.
 */
export async function serveLectern(
  database: string,
  args: readonly string[] = [],
  options: ProcessOptions = {},
): Promise<ServingProcess> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const running = startLectern(
    [
      ...['serve', '--database', database, '--port', String(port), '--metrics', `127.0.0.1:${String(metricsPort)}`],
      ...['--log-level', 'warn', '--workers', '1', ...args],
    ],
    options,
  );
  await running.saying('is ready');
  const { process: child, finished } = running;
  return {
    ...running,
    port,
    ask: (path, options) => askPort(port, path, options),
    askOperators: (path, options) => askPort(metricsPort, path, options),
    metrics: async () => textOf(await askPort(metricsPort, '/metrics')),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await finished;
    },
  };
}
