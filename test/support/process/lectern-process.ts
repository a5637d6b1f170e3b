import { askPort, type AskOptions } from '../http/ask.ts';
import { startLectern, type CommandOptions, type Running } from './command.ts';
import { freePort } from '../http/free-port.ts';
import { textOf, type HttpAnswer } from '../http/http-answer.ts';

/** `lectern serve` in a process of its own, ready. */
export interface ServingProcess extends Running {
  readonly port: number;
  ask(path: string, options?: AskOptions): Promise<HttpAnswer>;
  /** Its metrics, as Prometheus reads them. */
  metrics(): Promise<string>;
  /** Asks the listener of its metrics. */
  askOperators(path: string, options?: AskOptions): Promise<HttpAnswer>;
  /** Ends it with SIGKILL if it has not ended yet. */
  kill(): Promise<void>;
}

/** By one process, unless `args` says how many. Throws with what it said when it ends instead of being ready. */
export async function serveLectern(
  database: string,
  args: readonly string[] = [],
  options: CommandOptions = {},
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
