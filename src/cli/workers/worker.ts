import { Socket } from 'node:net';
import type { ProcessNumbers } from '#server/ops/metrics.ts';
import type { Why } from '#server/http/connections.ts';
import type { Listener } from '#server/http/listener.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { explain } from '../failure.ts';
import { serviceLog } from '../log.ts';
import { PROTOCOL, toWorker, WORKER_VARIABLE } from './worker-messages.ts';
import type { Settings } from '../settings/settings.ts';
import type { FromWorker, Task } from './worker-messages.ts';

const BEATS_EVERY = 1_000;
/** How soon the parent is told that connections are over; milliseconds. */
const TELLS_WITHIN = 50;

/** Whether this process was started by another one to serve with it. */
export function isWorker(): boolean {
  return process.env[WORKER_VARIABLE] !== undefined && process.send !== undefined;
}

/** Serves the connections that the parent hands over, until it says so, or is gone. Returns the exit status. */
export async function serveAsWorker(settings: Settings): Promise<number> {
  // Ctrl-C and a terminal that is closed reach every process; what is to happen then is the parent's to say.
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
  const { number, port, database, cacheFolder } = task;
  const { startServer } = await import('#server/serve.ts');
  const log = (await serviceLog(settings)).child({ worker: number });
  try {
    const options = { worker: number, otherWorkers: () => parent.workers, openDoor: async () => parent.door(port) };
    const server = await startServer({ ...settings, port, database, cacheFolder }, log, options);
    parent.numbers = server.numbers;
    void server.ready.then(() => parent.say({ kind: 'ready', address: server.address }));
    await new Promise<void>((resolve) => parent.whenUnwanted((why) => resolve(server.close(why))));
    return EXIT_STATUS.fine.status;
  } catch (error) {
    const reason = explain(error);
    if (reason === undefined) throw error;
    await parent.say({ kind: 'failed', reason });
    return EXIT_STATUS.failed.status;
  }
}

/** The other end of the channel. */
class Parent {
  /** What it wants of us; undefined when it wants nothing any more. */
  readonly task: Promise<Task | undefined>;
  /** What it last told of all workers, by their number. */
  workers: ReadonlyMap<number, ProcessNumbers> = new Map();
  /** What it is told of this one. */
  numbers: () => ProcessNumbers = () => ({});
  readonly #beating: NodeJS.Timeout;
  #take: (socket: Socket) => boolean = () => false;
  #connections = 0;
  #unwanted: Why | undefined;
  #onUnwanted: (why: Why) => void = () => undefined;
  #telling: NodeJS.Timeout | undefined;

  constructor() {
    let begin: (task: Task | undefined) => void = () => undefined;
    this.task = new Promise((resolve) => (begin = resolve));
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
      else if (told?.kind === 'numbers')
        this.workers = new Map(Object.entries(told.workers).map(([worker, numbers]) => [Number(worker), numbers]));
      else if (told?.kind === 'drain') drain(told.why);
    });
    process.on('disconnect', stop).on('SIGTERM', stop);
    // It may have gone while this program was being loaded; nobody is told of that again.
    if (!process.connected) stop();
    void this.say({ kind: 'hello' });
    this.#beating = setInterval(() => this.#beat(), BEATS_EVERY);
  }

  /** Calls `drain` when we are to end: it says so, it is gone, or somebody told just this process to stop. Perhaps twice, the second time for less time. */
  whenUnwanted(drain: (why: Why) => void): void {
    this.#onUnwanted = drain;
    if (this.#unwanted !== undefined) drain(this.#unwanted);
  }

  /** Resolves when it is said, or can be said to nobody. */
  say(message: FromWorker): Promise<void> {
    return new Promise((resolve) => {
      if (!process.connected || process.send === undefined) resolve();
      else process.send(message, undefined, {}, () => resolve());
    });
  }

  door(port: number): Listener {
    return {
      port,
      open: (take) => {
        this.#take = take;
        void this.say({ kind: 'serving' });
      },
      close: () => void this.say({ kind: 'draining' }),
    };
  }

  /** Nothing holds this process any more. */
  leave(): void {
    clearInterval(this.#beating);
    if (process.connected) process.disconnect();
  }

  #beat(): void {
    this.#telling = undefined;
    void this.say({ kind: 'beat', connections: this.#connections, numbers: this.numbers() });
  }

  #receive(handle: unknown): void {
    // It may have been closed on its way.
    if (!(handle instanceof Socket)) {
      void this.say({ kind: 'took', connections: this.#connections });
      return;
    }
    // As a server's own connections are: a client may end its side and still wait for the answer.
    handle.allowHalfOpen = true;
    if (!this.#take(handle)) {
      // Our copy; the parent has its own, and gives it to another.
      handle.destroy();
      void this.say({ kind: 'left' });
      return;
    }
    this.#connections += 1;
    handle.once('close', () => {
      this.#connections -= 1;
      // Once for all that end together.
      this.#telling ??= setTimeout(() => this.#beat(), TELLS_WITHIN).unref();
    });
    void this.say({ kind: 'took', connections: this.#connections });
  }
}
