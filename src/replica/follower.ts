import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { IndexColumns, IndexState } from '#search/index/columns.ts';
import { openStore } from '#store/open.ts';
import { type Contact, CopyFolder } from './copy-folder.ts';
import { CopyUpkeep, type FollowedStore } from './copy-upkeep.ts';
import { sameSections } from './index-sections.ts';
import { IndexUpkeep } from './index-upkeep.ts';
import { NICE, yieldToOthers } from './thread-priority.ts';

interface FollowerParts extends Omit<ThreadData, 'database' | 'task'> {
  readonly openStore: () => Promise<FollowedStore>;
  readonly report: (report: Report) => void;
}

/** The longest pause between attempts while the store cannot be read, in milliseconds. */
const LONGEST_PAUSE = 2000;
/** How long a start waits for the store before it serves the copy that there is. */
const FIRST_LOOK = 300;
/** Other processes need time to follow: the pause after a change, and as a multiple of how long the last index took. */
const PACE = 200;
const PACE_SHARE = 3;
/** Milliseconds within which the serving thread should take over an index. */
const SWAP_WITHIN = 5_000;

/**
 * Follows a store: if no other process does, writes the copy; and builds and reports an index of every new state of the
 * copy. Errors are reported, and do not stop it.
 */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #folder: CopyFolder;
  readonly #copy: CopyUpkeep;
  readonly #index: IndexUpkeep;
  #served: { readonly file: string; readonly serial: number } | undefined;
  #reported: IndexColumns | undefined;
  #lastIndex = -Infinity;
  #isClosed = false;
  #wake: (() => void) | undefined;
  #onServed: (() => void) | undefined;
  #isAsked = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#folder = new CopyFolder(parts.folder);
    const common = { folder: this.#folder, program: parts.program };
    this.#index = new IndexUpkeep({ ...common, ...parts, folder: this.#folder });
    this.#copy = new CopyUpkeep({
      ...common,
      openStore: parts.openStore,
      onChange: () => {
        this.take({ kind: 'look' });
      },
      onLongLog: () => {
        parts.report({ kind: 'long log' });
      },
      whenFollowed: () => this.#whenFollowed(),
      isWanted: () => this.#isAsked || !this.#index.isReported,
      quickLookMilliseconds: parts.quickLookMilliseconds,
      pollMilliseconds: parts.pollMilliseconds,
    });
  }

  /** Resolves after `close`. */
  async run(): Promise<void> {
    const { pollMilliseconds } = this.#parts;
    // A store that does not answer must not keep a copy from being served.
    const first = this.#copy.look();
    await Promise.race([first, sleep(FIRST_LOOK)]);
    await this.#readCopy();
    await first;
    let pause = pollMilliseconds;
    while (!this.#isClosed) {
      await this.#readCopy();
      const isWell = await this.#copy.tend();
      this.#parts.report({ kind: 'contact', contact: this.#contact });
      if (this.#copy.isWriter) this.#index.saveWhenDue();
      pause = isWell ? pollMilliseconds : Math.min(LONGEST_PAUSE, pause * 2);
      await this.#rest(isWell ? Math.min(pause, this.#copy.pause) : pause);
      await this.#copy.look();
    }
    await this.#index.end();
    await this.#copy.end();
  }

  take(command: Exclude<FollowerCommand, { kind: 'task' }>): void {
    switch (command.kind) {
      case 'look':
        break;
      case 'served':
        this.#served = command;
        this.#onServed?.();
        return;
      case 'missed':
        this.#index.isReported = false;
        break;
      case 'damaged':
        this.#folder.suspect(command.file);
        break;
      case 'check':
        this.#copy.checkDamage();
        break;
      case 'close':
        this.#isClosed = true;
        this.#copy.close();
        this.#onServed?.();
    }
    this.#isAsked = true;
    this.#wake?.();
  }

  async #readCopy(): Promise<void> {
    if (this.#copy.isForeign) return;
    const built = await this.#index.look();
    if (built === undefined) return;
    this.#lastIndex = performance.now();
    const { isDamaged, ...index } = built;
    if (isDamaged) this.#copy.meetDamage();
    const isSame = sameSections(this.#reported, index.columns);
    this.#parts.report({ kind: 'index', ...index, isSame, contact: this.#contact });
    this.#reported = index.columns;
  }

  get #contact(): Contact {
    const { contact } = this.#copy;
    return { ...contact, copyTrouble: contact.copyTrouble ?? this.#index.trouble };
  }

  /** Whether this process's readers have reached the last change, and others had time to. */
  async #whenFollowed(): Promise<boolean> {
    const { last } = this.#index;
    if (last !== undefined && (this.#served?.serial !== last.serial || this.#served.file !== last.file)) {
      const waiting = new AbortController();
      const served = new Promise<void>((resolve) => (this.#onServed = resolve));
      await Promise.race([served, sleep(SWAP_WITHIN, undefined, { signal: waiting.signal }).catch(() => undefined)]);
      waiting.abort();
      this.#onServed = undefined;
    }
    const rest = this.#lastIndex + PACE + PACE_SHARE * this.#index.buildTime - performance.now();
    if (rest > 0) await sleep(Math.min(rest, LONGEST_PAUSE));
    return !this.#isClosed;
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#isAsked = false;
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#wake = wake;
      if (this.#isAsked) wake();
    });
  }
}

/** What a thread does besides. */
interface Beside {
  /** Called with each report. */
  readonly onReport: (report: Report) => void;
  /** Called with each task of ReadCopy.instruct. */
  readonly onTask: (task: object) => void;
}

export function threadData(): ThreadData {
  const data: unknown = workerData;
  if (!isThreadData(data)) throw new TypeError('this is the thread of read-copy.ts, and needs its data');
  return data;
}

/** Runs the thread of read-copy.ts: follows the store over its own connection, and reports to the serving thread. */
export async function runThread(beside?: Beside): Promise<void> {
  const { database, task, ...settings } = threadData();
  let isFirst = true;
  if (task !== undefined) beside?.onTask(task);
  const follower = new Follower({
    ...settings,
    openStore: () => openStore(database, { mode: 'read' }),
    report: (report) => {
      parentPort?.postMessage(report);
      // Nobody can be answered before the first index: all that follows can wait for requests.
      if (report.kind === 'index' && isFirst) yieldToOthers(NICE);
      isFirst &&= report.kind !== 'index';
      beside?.onReport(report);
    },
  });
  parentPort?.on('message', (command: FollowerCommand) => {
    if (command.kind === 'task') beside?.onTask(command.task);
    else follower.take(command);
  });
  await follower.run();
  parentPort?.close();
}

/** A message from the thread that follows the store to the one that answers requests. */
export type Report =
  /** A new index, and the state of the copy that belongs to it. */
  | ({
      readonly kind: 'index';
      readonly file: string;
      readonly serial: number;
      /** See sameSections: compared with the index of the report before. */
      readonly isSame: readonly boolean[];
      readonly contact: Contact;
    } & IndexState)
  /** Readers should open the copy again, so that its log can be emptied. */
  | { readonly kind: 'long log' }
  /** What is known of the store. */
  | { readonly kind: 'contact'; readonly contact: Contact };

interface FollowerSettings {
  /** The service's time zone (an IANA name): all-day talks begin and end at its midnights. */
  readonly timeZone: string;
  readonly pollMilliseconds: number;
  /** Catalogues with fewer talks are not saved as an index: indexing them is as fast as reading it. */
  readonly savedTalks: number;
  /** The minimum time between two times that the index is saved. */
  readonly saveMilliseconds: number;
  /** How long after the start to make a quick check of the store for damage; Infinity: never. */
  readonly quickLookMilliseconds: number;
}

/** What the thread is started with. */
export interface ThreadData extends FollowerSettings {
  readonly database: string;
  readonly folder: string;
  /** The version of the program: the copy of another is made anew. */
  readonly program: string;
  readonly task?: object;
}

function isThreadData(data: unknown): data is ThreadData {
  if (typeof data !== 'object' || data === null) return false;
  return 'database' in data && 'folder' in data && 'program' in data && 'pollMilliseconds' in data;
}

/** A message from the thread that answers requests to the one that follows the store. */
export type FollowerCommand =
  /** Poll the store at once. */
  | { readonly kind: 'look' }
  /** The index with this serial number is served. */
  | { readonly kind: 'served'; readonly file: string; readonly serial: number }
  /** The copy has gone on: report its newest state. */
  | { readonly kind: 'missed' }
  /** The copy is damaged. */
  | { readonly kind: 'damaged'; readonly file: string }
  /** A damaged record of the store was met: check the store. */
  | { readonly kind: 'check' }
  /** For the thread's own program. */
  | { readonly kind: 'task'; readonly task: object }
  | { readonly kind: 'close' };
