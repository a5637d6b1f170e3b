import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '#store/store.ts';
import type { KnownDamage, ReplicaCommand, Report, ThreadData } from './replica-report.ts';
import { SNAPSHOT_TALKS, snapshotFile } from './snapshot-file.ts';
import { TalkIndex } from '../index/talk-index.ts';
import { addGcPressure } from './gc-pressure.ts';

/** An index that a separate thread keeps up to date with a store. Each new index replaces the last one as a whole. */
export interface IndexReplica {
  /** The newest index; undefined until the first one is built. */
  readonly index: TalkIndex | undefined;
  /** Milliseconds since the epoch when the store last answered; 0 if never. */
  readonly lastSeen: number;
  /** Why the store cannot be read now; undefined if it can. */
  readonly trouble: string | undefined;
  /** Whether the trouble lasts until an operator acts. */
  readonly isTroubleLasting: boolean;
  /** The known damage to the store; all other records are served. */
  readonly damaged: KnownDamage;
  /** Why the index could not be saved for the next start; undefined if it was saved, or need not be. */
  readonly snapshotTrouble: string | undefined;
  /** Resolves with an index of at least this version; rejects with StoreUnavailable after `milliseconds`. */
  atLeast(version: number, milliseconds: number): Promise<TalkIndex>;
  /** Checks for damage, because some was found; rate-limited. */
  checkDamage(): void;
  /** Calls the listener in the tick in which `index` changes. */
  onSwap(listener: (swap: Swap) => void): void;
  close(): Promise<void>;
}

export interface Swap {
  readonly index: TalkIndex;
  /** Numbers of the talks that were added, changed or removed, or refer to a record that was; 'all' if unknown. */
  readonly stale: Uint32Array | 'all';
}

export interface IndexReplicaOptions {
  /** The address of the store, as openStore takes it. */
  readonly database: string;
  /** Where to save the index for the next start; undefined: nowhere. It need not exist, or be writable. */
  readonly cacheFolder: string | undefined;
  readonly pollMilliseconds?: number;
  /** See BuilderSettings. */
  readonly snapshotTalks?: number;
  readonly snapshotMilliseconds?: number;
  readonly quickLookMilliseconds?: number;
  /** The program of the thread, for tests. */
  readonly thread?: URL;
}

/** The shortest and longest pause before a dead thread is restarted, in milliseconds. */
const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 2000;

/** How long to wait for the thread when closing. */
const CLOSING_MILLISECONDS = 2000;

/** Starts a replica. Resolves when its thread first reports an index, or trouble, after which it retries. */
export async function startReplica(options: IndexReplicaOptions): Promise<IndexReplica> {
  const replica = new ThreadReplica(options);
  await replica.firstReport;
  return replica;
}

class ThreadReplica implements IndexReplica {
  index: TalkIndex | undefined;
  lastSeen = 0;
  trouble: string | undefined;
  isTroubleLasting = false;
  damaged: KnownDamage = { damage: [], more: 0 };
  snapshotTrouble: string | undefined;
  readonly firstReport: Promise<void>;
  readonly #thread: URL;
  readonly #data: ThreadData;
  readonly #listeners: ((swap: Swap) => void)[] = [];
  readonly #waiting = new Set<() => void>();
  #worker: Worker;
  #pause = SHORTEST_PAUSE;
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Whether the thread has ended, and no other has been started. */
  #hasEnded = false;
  #onFirstReport: () => void = () => undefined;

  constructor(options: IndexReplicaOptions) {
    this.#thread = options.thread ?? new URL(import.meta.resolve('#search/replica/index-replica-thread.ts'));
    this.#data = threadData(options);
    this.firstReport = new Promise((resolve) => {
      this.#onFirstReport = resolve;
    });
    this.#worker = this.#start();
  }

  atLeast(version: number, milliseconds: number): Promise<TalkIndex> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        const isThere = this.index !== undefined && this.index.state.version >= version;
        if (!isThere && !this.#isClosed && performance.now() < end) return;
        clearTimeout(timer);
        this.#waiting.delete(settle);
        if (this.index !== undefined && isThere) resolve(this.index);
        else reject(new StoreUnavailable(`the index has not reached version ${version} of the store`));
      };
      const end = performance.now() + milliseconds;
      const timer = setTimeout(settle, milliseconds + 1);
      this.#waiting.add(settle);
      settle();
      if (this.#waiting.has(settle)) this.#tell('look');
    });
  }

  checkDamage(): void {
    if (!this.#hasEnded) this.#tell('check');
  }

  onSwap(listener: (swap: Swap) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#restart);
    for (const settle of this.#waiting) settle();
    if (this.#hasEnded) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#tell('close');
    const patience = setTimeout(() => void this.#worker.terminate(), CLOSING_MILLISECONDS);
    await ended;
    clearTimeout(patience);
  }

  #start(): Worker {
    // Without the flags of this process, such as a test's loader.
    const worker = new Worker(this.#thread, {
      name: 'lectern-replica',
      workerData: this.#data,
      execArgv: [],
    });
    worker.on('message', (report: Report) => this.#take(report));
    worker.on('error', (error: unknown) => this.#stumble(`The thread that follows the store failed: ${String(error)}`));
    worker.on('exit', () => this.#restartLater());
    return worker;
  }

  #take(report: Report): void {
    if (this.#isClosed) return;
    switch (report.kind) {
      case 'trouble':
        this.isTroubleLasting = report.isLasting;
        this.#stumble(report.what);
        break;
      case 'damage':
        this.damaged = report;
        break;
      case 'snapshot':
        this.snapshotTrouble = report.trouble;
        break;
      case 'seen':
        this.trouble = undefined;
        this.#pause = SHORTEST_PAUSE;
        this.lastSeen = report.at;
        break;
      case 'index':
        this.trouble = undefined;
        this.#swap(report);
    }
  }

  #swap({ state, columns, stale }: Extract<Report, { kind: 'index' }>): void {
    const before = this.index?.state;
    addGcPressure(columns);
    const index = new TalkIndex({ state, columns });
    this.index = index;
    // A restarted thread begins in the state in which the last one ended.
    const isSame = before?.version === state.version && before.token === state.token;
    for (const listener of this.#listeners) listener({ index, stale: isSame ? new Uint32Array(0) : stale });
    for (const settle of this.#waiting) settle();
    this.#onFirstReport();
  }

  #stumble(what: string): void {
    this.trouble = what;
    this.#onFirstReport();
  }

  #restartLater(): void {
    this.#hasEnded = true;
    if (this.#isClosed) return;
    this.trouble ??= 'The thread that follows the store ended.';
    this.#onFirstReport();
    this.#restart = setTimeout(() => {
      this.#worker = this.#start();
      this.#hasEnded = false;
    }, this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  #tell(command: ReplicaCommand): void {
    this.#worker.postMessage(command);
  }
}

const POLL_MILLISECONDS = 250;
const SNAPSHOT_MILLISECONDS = 60_000;

function threadData(options: IndexReplicaOptions): ThreadData {
  const { database, cacheFolder } = options;
  return {
    database,
    pollMilliseconds: options.pollMilliseconds ?? POLL_MILLISECONDS,
    snapshotFile: cacheFolder === undefined ? undefined : snapshotFile(cacheFolder, database),
    snapshotTalks: options.snapshotTalks ?? SNAPSHOT_TALKS,
    snapshotMilliseconds: options.snapshotMilliseconds ?? SNAPSHOT_MILLISECONDS,
    quickLookMilliseconds: options.quickLookMilliseconds ?? Infinity,
  };
}
