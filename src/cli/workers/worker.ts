import { Socket } from 'node:net';
import type { Samples } from '#server/ops/metric-families.ts';
import type { Why } from '#server/http/connections.ts';
import type { Listener } from '#server/http/listener.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { explain } from '../failure.ts';
import { tracingOf } from '../tracing/tracing.ts';
import { accessLines } from '../line-writer.ts';
import { correctionsStatus } from '../corrections/corrections-file.ts';
import { serviceLog } from '../log.ts';
import { PROTOCOL, toWorker, WORKER_VARIABLE, type FromWorker, type Task } from './worker-messages.ts';
import type { Settings } from '../settings/settings.ts';

const BEATS_EVERY = 1_000;
/** How long to wait before reporting closed connections to the parent; milliseconds. */
const TELLS_WITHIN = 50;

/** Whether this process is a worker of another one. */
export function isWorker(): boolean {
  return process.env[WORKER_VARIABLE] !== undefined && process.send !== undefined;
}

/**
 * Serves the connections that the parent hands over, until told to stop or until the parent is
 * gone. Returns the exit status.
 */
export async function serveAsWorker(settings: Settings): Promise<number> {
  // Ctrl-C and a closed terminal signal every process; the parent decides what happens.
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  const parent = new Parent();
  try {
    const task = await parent.task;
    return task === undefined ? EXIT_STATUS.fine.status : await serveFor(parent, task, settings);
  } finally {
    parent.leave();
  }
}

async function serveFor(parent: Parent, task: Task, settings: Settings): Promise<number> {
  if (task.protocol !== PROTOCOL) {
    await parent.say({
      kind: 'failed',
      reason: 'The worker is a different release than its parent. Restart the service.',
    });
    return EXIT_STATUS.failed.status;
  }
  const { number, port, database, cacheFolder, corrections } = task;
  const { startServer } = await import('#server/serve.ts');
  const log = (await serviceLog(settings)).child({ worker: number });
  try {
    const tracing = await tracingOf(settings, log, number);
    const lines = accessLines(settings, log);
    const options = {
      ...(lines && { writeAccess: (line: string) => lines.write(line) }),
      worker: number,
      openListener: async () => parent.listener(port),
      corrections: correctionsStatus({ ...settings, corrections }),
    };
    const server = await startServer({ ...settings, port, database, cacheFolder }, log, options);
    parent.samples = server.samples;
    void server.ready.then(() => parent.say({ kind: 'ready', address: server.address }));
    await new Promise<void>((resolve) => parent.whenUnwanted((why) => resolve(server.close(why))));
    await lines?.end();
    await tracing?.end();
    return EXIT_STATUS.fine.status;
  } catch (error) {
    const reason = explain(error);
    if (reason === undefined) throw error;
    await parent.say({ kind: 'failed', reason });
    return EXIT_STATUS.failed.status;
  }
}

/** The parent, at the other end of the channel. */
class Parent {
  /** Resolves with undefined if this worker is no longer needed. */
  readonly task: Promise<Task | undefined>;
  /** The metrics of this worker. */
  samples: () => Promise<Samples> = () => Promise.resolve({});
  readonly #beating: NodeJS.Timeout;
  #take: (socket: Socket) => boolean = () => false;
  #connections = 0;
  #unwanted: Why | undefined;
  #onUnwanted: (why: Why) => void = () => undefined;
  #telling: NodeJS.Timeout | undefined;

  constructor() {
    const { promise, resolve: begin } = Promise.withResolvers<Task | undefined>();
    this.task = promise;
    const drain = (why: Why): void => {
      begin(undefined);
      this.#unwanted = why;
      this.#onUnwanted(why);
    };
    const stop = (): void => drain('stopped');
    process.on('message', (message, handle) => {
      const told = toWorker(message);
      if (told?.kind === 'begin') begin(told.task);
      else if (told?.kind === 'connection') this.#receive(handle);
      else if (told?.kind === 'drain') drain(told.why);
    });
    process.on('disconnect', stop).on('SIGTERM', stop);
    // The parent may have ended while this program was loading, before there was a listener.
    if (!process.connected) stop();
    void this.say({ kind: 'hello' });
    this.#beating = setInterval(() => void this.#beat(), BEATS_EVERY);
  }

  /**
   * Calls `drain` when this process should end, possibly twice: first when it is replaced, then
   * when all must stop.
   */
  whenUnwanted(drain: (why: Why) => void): void {
    this.#onUnwanted = drain;
    if (this.#unwanted !== undefined) drain(this.#unwanted);
  }

  /** Resolves when the message is sent or the parent is gone. */
  say(message: FromWorker): Promise<void> {
    return new Promise((resolve) => {
      if (!process.connected || process.send === undefined) resolve();
      else process.send(message, undefined, {}, () => resolve());
    });
  }

  listener(port: number): Listener {
    return {
      port,
      open: (take) => {
        this.#take = take;
        void this.say({ kind: 'serving' });
      },
      close: () => void this.say({ kind: 'draining' }),
    };
  }

  /** Lets this process end. */
  leave(): void {
    clearInterval(this.#beating);
    if (process.connected) process.disconnect();
  }

  async #beat(): Promise<void> {
    const numbers = await this.samples();
    await this.say({ kind: 'beat', connections: this.#connections, numbers });
  }

  #tell(): void {
    this.#telling = undefined;
    void this.say({ kind: 'beat', connections: this.#connections });
  }

  #receive(handle: unknown): void {
    // The socket may have been closed in transit.
    if (!(handle instanceof Socket)) {
      void this.say({ kind: 'took', connections: this.#connections });
      return;
    }
    if (!this.#take(handle)) {
      // This is our copy; the parent gives its own to another worker.
      handle.destroy();
      void this.say({ kind: 'left' });
      return;
    }
    this.#connections += 1;
    handle.once('close', () => {
      this.#connections -= 1;
      // One message for all connections that close together.
      this.#telling ??= setTimeout(() => this.#tell(), TELLS_WITHIN).unref();
    });
    void this.say({ kind: 'took', connections: this.#connections });
  }
}
