import type { Server, Socket } from 'node:net';
import type { Logger } from 'pino';
import { countedIn, type Samples, sumOf, type ToldSamples } from '#server/ops/metric-families.ts';
import { portOf } from '#server/http/listener.ts';
import { cutAfter } from '#server/http/connections.ts';
import { ConnectionDispatcher } from './connection-dispatcher.ts';
import { PROTOCOL } from './worker-messages.ts';
import { WorkerProcess } from './worker-process.ts';
import type { Task } from './worker-messages.ts';
import type { End, Program } from './worker-process.ts';

interface WorkersOptions {
  readonly count: number;
  /** Listens, with every connection paused. */
  readonly listener: Server;
  /** Ends a connection that no worker can take. */
  readonly turnAway: (socket: Socket) => void;
  readonly program: Program;
  readonly task: Pick<Task, 'database' | 'cacheFolder' | 'corrections'>;
  /** Seconds for requests in flight to finish. */
  readonly shutdownGrace: number;
  readonly log: Logger;
  /** Seconds without a heartbeat after which a worker is killed. */
  readonly silenceAtMost?: number;
  /** Milliseconds that a connection waits for a worker before it is turned away. */
  readonly waitAtMost?: number;
}

/** Result of the first start. */
type Started =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly status: number; readonly reason: string | undefined };

const SILENCE_AT_MOST = 30;
const WAIT_AT_MOST = 10_000;
/** Seconds a worker has beyond the grace period to close open connections. */
const CLOSING = 5;
/**
 * Seconds within which a new worker must be ready during a reload: enough to index ten million
 * talks.
 */
const FRESH_WITHIN = 300;
/**
 * Shortest and longest pause before replacing a worker that died soon after its start;
 * milliseconds.
 */
const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** A death after this many milliseconds no longer counts as soon. */
const LONG_ENOUGH = 5_000;

/** A slot for a worker. */
interface Place {
  readonly number: number;
  /** Undefined while it is empty. */
  worker: WorkerProcess | undefined;
  /** How many workers in a row died soon after they started. */
  deaths: number;
  restart: NodeJS.Timeout | undefined;
}

/** Starts the workers, replaces those that die, reloads them one by one, and stops them. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #log: Logger;
  readonly #places: readonly Place[];
  /** Workers in their slots, those that will take one, and those that are draining. */
  readonly #all = new Set<WorkerProcess>();
  readonly #dispatcher: ConnectionDispatcher;
  readonly #ticking: NodeJS.Timeout;
  readonly #started = Promise.withResolvers<Started>();
  #hasStarted = false;
  #isStopping = false;
  #reloading: Promise<void> | undefined;
  #isReloadWanted = false;
  /** Counters of workers that have ended. */
  #retired: Samples = {};

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#dispatcher = new ConnectionDispatcher(() => this.#all, options.turnAway, options.waitAtMost ?? WAIT_AT_MOST);
    this.#places = Array.from({ length: options.count }, (_, i) => ({
      number: i + 1,
      worker: undefined,
      deaths: 0,
      restart: undefined,
    }));
    this.#ticking = setInterval(() => this.#tick(), 1_000);
    // From the beginning: a connection that nobody takes is never closed.
    options.listener.on('connection', (socket) => this.#dispatcher.take(socket));
  }

  /**
   * Resolves when the first worker is ready or has failed. The others start only then: a failure is
   * reported once, and the index is built once.
   */
  async start(): Promise<Started> {
    const [first, ...others] = this.#places;
    if (first !== undefined) this.#fill(first);
    const outcome = await this.#started.promise;
    if (outcome.ok && !this.#isStopping) {
      for (const place of others) this.#fill(place);
      void Promise.all(this.#places.map(({ worker }) => worker?.ready ?? Promise.resolve(false))).then((all) => {
        if (all.every((isReady) => isReady)) this.#log.info({ workers: all.length }, 'all workers are ready');
      });
    }
    return outcome;
  }

  /** Replaces the workers one by one. Each new one is ready before the old one is told to exit. */
  async reload(): Promise<void> {
    if (!this.#hasStarted || this.#isStopping) return;
    this.#isReloadWanted = true;
    this.#reloading ??= this.#reloadWhileWanted().finally(() => (this.#reloading = undefined));
    await this.#reloading;
  }

  /** Accepts no more connections; resolves when the workers have finished and exited. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#options.listener.close();
    this.#dispatcher.close();
    for (const { restart } of this.#places) clearTimeout(restart);
    const { shutdownGrace } = this.#options;
    await Promise.all(
      [...this.#all].map((worker) => {
        worker.drain('stopped', shutdownGrace + CLOSING);
        return worker.ended;
      }),
    );
    clearInterval(this.#ticking);
  }

  /** The latest metrics of all workers, including those that drain. */
  told(): ToldSamples {
    const inPlaces = new Set(this.#places.map(({ worker }) => worker));
    const others = [...this.#all].filter((worker) => !inPlaces.has(worker));
    const workers = this.#places.flatMap(({ number, worker }) =>
      worker === undefined ? [] : [[number, worker.numbers] as const],
    );
    const retired = others.reduce((sum, { numbers }) => sumOf(sum, countedIn(numbers)), this.#retired);
    return { workers: new Map(workers), retired };
  }

  /** Kills all workers at once. */
  kill(): void {
    for (const worker of this.#all) worker.kill();
  }

  #fill(place: Place): void {
    place.restart = undefined;
    place.worker = this.#fork(place.number);
    // The system cannot start a process now.
    if (place.worker === undefined) this.#fillLater(place);
  }

  #fillLater(place: Place): void {
    const pause = place.deaths === 0 ? 0 : Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** (place.deaths - 1));
    place.deaths += 1;
    place.restart = setTimeout(() => this.#fill(place), pause);
  }

  #fork(number: number): WorkerProcess | undefined {
    const { program, listener, task } = this.#options;
    try {
      const begin: Task = { ...task, protocol: PROTOCOL, number, port: portOf(listener) };
      const worker = new WorkerProcess(program, begin, {
        onChange: () => this.#dispatcher.serve(),
        onGivenBack: (socket) => this.#dispatcher.takeBack(socket),
        onEnd: (ended, end) => this.#bury(ended, end),
      });
      this.#all.add(worker);
      void worker.ready.then((isReady) => this.#greet(worker, isReady));
      return worker;
    } catch (error) {
      this.#log.error({ worker: number, reason: String(error) }, 'cannot start a worker');
      return undefined;
    }
  }

  #greet(worker: WorkerProcess, isReady: boolean): void {
    if (!isReady) return;
    const milliseconds = Math.round(performance.now() - worker.born);
    this.#log.info({ worker: worker.number, workerPid: worker.pid, milliseconds }, 'a worker is ready');
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#started.resolve({ ok: true, address: worker.address });
  }

  #bury(worker: WorkerProcess, { status, signal, reason }: End): void {
    this.#all.delete(worker);
    this.#retired = sumOf(this.#retired, countedIn(worker.numbers));
    const place = this.#places.find((each) => each.worker === worker);
    const how = { worker: worker.number, workerPid: worker.pid, status, signal, reason };
    if (this.#isStopping || place === undefined) {
      this.#log.debug(how, 'a worker ended');
      return;
    }
    place.worker = undefined;
    if (!this.#hasStarted && signal === null) {
      // Another worker would fail in the same way: report it to whoever started the service.
      this.#started.resolve({ ok: false, status: status ?? 1, reason });
      return;
    }
    this.#log.error(how, 'worker exited unexpectedly; restarting');
    if (performance.now() - worker.born >= LONG_ENOUGH) place.deaths = 0;
    this.#fillLater(place);
  }

  async #reloadWhileWanted(): Promise<void> {
    while (this.#isReloadWanted && !this.#isStopping) {
      this.#isReloadWanted = false;
      this.#log.info('reloading: replacing the workers one by one');
      if (await this.#replaceAll()) this.#log.info('reloaded: all workers replaced');
    }
  }

  async #replaceAll(): Promise<boolean> {
    for (const place of this.#places) {
      const isReplaced = await this.#replace(place);
      if (!isReplaced || this.#isStopping) return false;
    }
    return true;
  }

  async #replace(place: Place): Promise<boolean> {
    const fresh = this.#fork(place.number);
    const late = setTimeout(() => fresh?.kill(), FRESH_WITHIN * 1_000);
    const isReady = (await fresh?.ready) === true;
    clearTimeout(late);
    if (this.#isStopping) return false;
    if (!isReady) {
      const how = { worker: place.number, ...fresh?.end };
      this.#log.error(how, 'the new worker did not become ready; reload stopped, the old workers keep serving');
      return false;
    }
    clearTimeout(place.restart);
    const old = place.worker;
    place.worker = fresh;
    place.deaths = 0;
    old?.drain('replaced', cutAfter('replaced', this.#options.shutdownGrace) + CLOSING);
    await old?.ended;
    return true;
  }

  #tick(): void {
    const { silenceAtMost = SILENCE_AT_MOST } = this.#options;
    this.#dispatcher.turnAwayLate();
    for (const worker of this.#all) {
      const blame = worker.tick(silenceAtMost);
      if (blame === undefined) continue;
      const what = blame === 'silent' ? 'worker is stuck; stopping it' : 'worker did not exit in time; killing it';
      this.#log.error({ worker: worker.number, workerPid: worker.pid }, what);
      worker.kill();
    }
  }
}
