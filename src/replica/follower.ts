import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexColumns } from '#search/index/columns.ts';
import { CopyFolder } from './copy-folder.ts';
import { CopyUpkeep, type FollowedStore } from './copy-upkeep.ts';
import { sameSections } from './index-sections.ts';
import { IndexUpkeep } from './index-upkeep.ts';
import type { FollowerCommand, FollowerSettings, Report } from './report.ts';

interface FollowerParts extends FollowerSettings {
  readonly folder: string;
  /** The version of the program: the copy of another is made anew. */
  readonly program: string;
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
      // With the first index, not after the work between changes: a server that is ready says when it saw the store.
      this.#reportContact();
      const isWell = await this.#copy.tend();
      this.#reportContact();
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
    this.#parts.report({ kind: 'index', ...index, isSame: sameSections(this.#reported, index.columns) });
    this.#reported = index.columns;
  }

  #reportContact(): void {
    const { contact } = this.#copy;
    this.#parts.report({
      kind: 'contact',
      contact: { ...contact, copyTrouble: contact.copyTrouble ?? this.#index.trouble },
    });
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
