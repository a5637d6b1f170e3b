import { Worker } from 'node:worker_threads';
import { FOLDING } from '#catalogue/folding.ts';
import type { IndexColumns } from '#search/index/columns.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import type { ListedSource } from '#store/source-states.ts';
import { StoreUnavailable } from '#store/store.ts';
import { chooseFolder, CopyFolder, NO_CONTACT, type Contact } from './copy-folder.ts';
import { CopyReader } from './copy-reader.ts';
import { addGcPressure, withSameSections } from './index-sections.ts';
import { SAVED_TALKS } from './index-file.ts';
import { programVersion } from './program-version.ts';
import type { KnownDamage } from './damage-watch.ts';
import type { FollowerCommand, Report, ThreadData } from './follower.ts';
import { Snapshot } from './snapshot.ts';
import { Words } from './word-lookup.ts';

/**
 * This machine's copy of a catalogue: the newest snapshot of it, and what is known of the store that it follows.
 * Requests read nothing else.
 */
export interface ReadCopy {
  /** The newest snapshot; undefined until the first one is there. */
  readonly snapshot: Snapshot | undefined;
  /** The index of the newest snapshot. */
  readonly index: TalkIndex | undefined;
  /** Where the copy is. */
  readonly folder: string;
  /** Why it is in a temporary folder; undefined: it is not. */
  readonly folderTrouble: string | undefined;
  /** Milliseconds since the epoch when the store last answered; 0 if never. */
  readonly lastSeen: number;
  /** Why the store cannot be read now; undefined if it can. */
  readonly trouble: string | undefined;
  /** Milliseconds since the epoch since when the store has not answered; undefined while it does. */
  readonly storeAwaySince: number | undefined;
  /** The known damage to the store; all other records are served. */
  readonly damaged: KnownDamage;
  /** The sources and how their last import went; undefined if that was never read. */
  readonly sources: readonly ListedSource[] | undefined;
  /** Why the copy could not be brought up to date or saved, such as a full disk; undefined if it could. */
  readonly copyTrouble: string | undefined;
  /** Checks the store for damage, because some was found; rate-limited. */
  checkDamage(): void;
  /**
   * Whether the newest snapshot has all that the store has: waits until the store has answered once more. False if it
   * does not, or is a standby that lags behind.
   */
  hasAll(): Promise<boolean>;
  /** Calls the listener in the tick in which `snapshot` changes. */
  onSwap(listener: (swap: Swap) => void): void;
  /** Gives the thread's own program what it needs besides, now and whenever it starts again. */
  instruct(task: object): void;
  /** Resolves when there is a snapshot. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

interface Swap {
  readonly snapshot: Snapshot;
  readonly index: TalkIndex;
}

export interface ReadCopyOptions {
  /** The address of the store, as openStore takes it. */
  readonly database: string;
  /** Where to keep the copy; null: beside the database, or in the system's cache folder. */
  readonly cacheFolder: string | null;
  /** What untitled talks are called; '' or undefined: nothing. */
  readonly untitled?: string;
  /** The service's time zone, by default UTC: see FollowerSettings. */
  readonly timeZone?: string;
  readonly pollMilliseconds?: number;
  /** See FollowerSettings. */
  readonly savedTalks?: number;
  readonly saveMilliseconds?: number;
  readonly quickLookMilliseconds?: number;
  /** The program of the thread; by default one that only follows the store. */
  readonly thread?: URL;
}

/** The shortest and longest pause before a dead thread is restarted, in milliseconds. */
const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 2000;

/** How long to wait for the thread when closing. */
const CLOSING_MILLISECONDS = 2000;

/** How long to wait for the store's answer, in milliseconds. */
const ANSWER_WITHIN = 2_000;

/** How often a snapshot is opened again, so that it does not keep the writer from emptying its log. */
const RENEW_EVERY = 1_000;

/**
 * Opens the copy of a store, and keeps it up to date. The first snapshot may arrive a moment later.
 * @throws StoreUnavailable if there is no copy, and no store to make one from or no room for it
 */
export async function startReadCopy(options: ReadCopyOptions): Promise<ReadCopy> {
  const { copy } = await startReadCopyBeside(options, () => Promise.resolve());
  return copy;
}

/** The same, with other work for this thread, which begins once the one that follows the store has been started. */
export async function startReadCopyBeside<T>(
  options: ReadCopyOptions,
  work: () => Promise<T>,
): Promise<{ readonly copy: ReadCopy; readonly result: T }> {
  const copy = new FollowedCopy(options);
  try {
    const result = await work();
    await copy.firstReport;
    const trouble = copy.trouble ?? copy.copyTrouble;
    if (copy.snapshot === undefined && trouble !== undefined) throw new StoreUnavailable(trouble);
    return { copy, result };
  } catch (error) {
    await copy.close();
    throw error;
  }
}

class FollowedCopy implements ReadCopy {
  snapshot: Snapshot | undefined;
  readonly folder: string;
  readonly folderTrouble: string | undefined;
  readonly firstReport: Promise<void>;
  readonly ready: Promise<void>;
  #contact: Contact = NO_CONTACT;
  readonly #thread: URL;
  #data: ThreadData;
  readonly #files: CopyFolder;
  readonly #untitled: string;
  readonly #words: Words;
  readonly #listeners: ((swap: Swap) => void)[] = [];
  readonly #renewing: NodeJS.Timeout;
  /** Of the last report. */
  #columns: IndexColumns | undefined;
  #threadTrouble: string | undefined;
  #worker: Worker;
  #pause = SHORTEST_PAUSE;
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Whether the thread has ended, and no other has been started. */
  #hasEnded = false;
  #onFirstReport: () => void = () => undefined;
  #onReady: () => void = () => undefined;

  constructor(options: ReadCopyOptions) {
    const { path, fallback } = chooseFolder(options.database, options.cacheFolder);
    this.folder = path;
    this.folderTrouble = fallback;
    this.#files = new CopyFolder(path);
    this.#thread = options.thread ?? new URL(import.meta.resolve('#replica/follower-thread.ts'));
    this.#data = threadData(options, path);
    this.#untitled = options.untitled ?? '';
    this.#words = new Words(this.#data.program);
    this.firstReport = new Promise((resolve) => {
      this.#onFirstReport = resolve;
    });
    this.ready = new Promise((resolve) => {
      this.#onReady = resolve;
    });
    this.#worker = this.#start();
    this.#renewing = setInterval(() => {
      this.#renew();
    }, RENEW_EVERY);
    this.#renewing.unref();
  }

  get index(): TalkIndex | undefined {
    return this.snapshot?.index;
  }

  get lastSeen(): number {
    return this.#contact.lastSeen;
  }

  get trouble(): string | undefined {
    return this.#threadTrouble ?? this.#contact.trouble;
  }

  get storeAwaySince(): number | undefined {
    return this.#contact.storeAwaySince;
  }

  get damaged(): KnownDamage {
    return this.#contact.damaged;
  }

  get sources(): readonly ListedSource[] | undefined {
    return this.#contact.sources;
  }

  get copyTrouble(): string | undefined {
    return this.#contact.copyTrouble;
  }

  instruct(task: object): void {
    this.#data = { ...this.#data, task };
    this.#tell({ kind: 'task', task });
  }

  checkDamage(): void {
    this.#tell({ kind: 'check' });
  }

  hasAll(): Promise<boolean> {
    const asked = Date.now();
    const end = performance.now() + ANSWER_WITHIN;
    return new Promise((resolve) => {
      const settle = (): void => {
        const hasAnswered = this.#contact.lastSeen > asked;
        if (!hasAnswered && !this.#isClosed && performance.now() < end) return;
        clearInterval(timer);
        const { isStandby, copyTrouble } = this.#contact;
        resolve(hasAnswered && !isStandby && copyTrouble === undefined);
      };
      const timer = setInterval(settle, ANSWER_WITHIN / 100);
      this.#tell({ kind: 'look' });
    });
  }

  onSwap(listener: (swap: Swap) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#restart);
    clearInterval(this.#renewing);
    this.#words.close();
    if (!this.#hasEnded) {
      const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
      this.#tell({ kind: 'close' });
      const patience = setTimeout(() => void this.#worker.terminate(), CLOSING_MILLISECONDS);
      await ended;
      clearTimeout(patience);
    }
    this.snapshot?.retire();
  }

  #start(): Worker {
    // Without the flags of this process, such as a test's loader.
    const worker = new Worker(this.#thread, {
      name: 'lectern-follower',
      workerData: this.#data,
      execArgv: [],
    });
    worker.on('message', (report: Report) => {
      this.#take(report);
    });
    worker.on('error', (error: unknown) => {
      this.#stumble(`The thread that follows the store failed: ${String(error)}`);
    });
    worker.on('exit', () => {
      this.#restartLater();
    });
    return worker;
  }

  #take(report: Report): void {
    if (this.#isClosed) return;
    this.#threadTrouble = undefined;
    this.#pause = SHORTEST_PAUSE;
    if (report.kind === 'long log') this.#renew();
    else {
      this.#contact = report.contact;
      if (report.kind === 'index') this.#swap(report);
      else if (this.trouble !== undefined || this.copyTrouble !== undefined) this.#onFirstReport();
    }
  }

  #swap({ file, serial, state, columns: received, isSame }: Extract<Report, { kind: 'index' }>): void {
    const columns = withSameSections(received, this.#columns, isSame);
    this.#columns = columns;
    const reader = this.#openReader(file, serial);
    if (reader === undefined) return;
    this.#words.open(reader);
    const before = this.snapshot;
    // Only words or featured talks have come: the index is the same, with the words that it has found.
    if (before?.isOf(reader) === true) before.renew(reader);
    else {
      addGcPressure(columns);
      const next = new Snapshot({
        reader,
        makeIndex: (collectionOf) => new TalkIndex({ state, columns }, collectionOf),
        words: this.#words,
        untitled: this.#untitled,
        timeZone: this.#data.timeZone,
        isNewest: (one) => this.snapshot === one,
        onDamage: (isOfCopy) => {
          if (isOfCopy) this.#tell({ kind: 'damaged', file });
          else this.checkDamage();
        },
      });
      this.snapshot = next;
      before?.retire();
    }
    this.#tell({ kind: 'served', file, serial });
    const { snapshot } = this;
    if (snapshot !== undefined) for (const listener of this.#listeners) listener({ snapshot, index: snapshot.index });
    this.#onFirstReport();
    this.#onReady();
  }

  /** Undefined: the copy is in a later state by now, which the thread then reports. */
  #openReader(file: string, serial: number): CopyReader | undefined {
    try {
      const reader = CopyReader.open(this.#files.file(file), this.#data.program, serial);
      if (reader === undefined) this.#tell({ kind: 'missed' });
      return reader;
    } catch {
      this.#tell({ kind: 'damaged', file });
      return undefined;
    }
  }

  /** Opens the snapshot's state again, which is at the end of the log, or no longer needs it. */
  #renew(): void {
    const { snapshot } = this;
    if (snapshot?.usesLog !== true) return;
    try {
      const reader = CopyReader.open(snapshot.file, this.#data.program, snapshot.serial);
      if (reader === undefined) return;
      this.#words.open(reader);
      snapshot.renew(reader);
    } catch {
      // The file is gone or damaged: the snapshot keeps what it has open.
    }
  }

  #stumble(what: string): void {
    this.#threadTrouble = what;
    this.#onFirstReport();
  }

  #restartLater(): void {
    this.#hasEnded = true;
    if (this.#isClosed) return;
    this.#threadTrouble ??= 'The thread that follows the store ended.';
    this.#onFirstReport();
    this.#restart = setTimeout(() => {
      this.#worker = this.#start();
      this.#hasEnded = false;
    }, this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  #tell(command: FollowerCommand): void {
    if (!this.#hasEnded) this.#worker.postMessage(command);
  }
}

const POLL_MILLISECONDS = 250;
const SAVE_MILLISECONDS = 60_000;

function threadData(options: ReadCopyOptions, folder: string): ThreadData {
  return {
    database: options.database,
    folder,
    program: `${programVersion()}, words ${FOLDING}`,
    timeZone: options.timeZone ?? 'UTC',
    pollMilliseconds: options.pollMilliseconds ?? POLL_MILLISECONDS,
    savedTalks: options.savedTalks ?? SAVED_TALKS,
    saveMilliseconds: options.saveMilliseconds ?? SAVE_MILLISECONDS,
    quickLookMilliseconds: options.quickLookMilliseconds ?? Infinity,
  };
}
