import { CatalogueDamaged, StoreUnavailable } from '#store/store.ts';
import type { Store, StoreState } from '#store/store.ts';
import { applyChanges } from './apply-changes.ts';
import type { IndexState } from './apply-changes.ts';
import { DamageWatch } from './damage-watch.ts';
import type { BuilderSettings, Report } from './replica-report.ts';
import { readSnapshot, writeSnapshot } from './snapshot-file.ts';
import { addGcPressure } from './gc-pressure.ts';

/** What an IndexBuilder needs of a store. */
export type ReplicatedStore = Pick<Store, 'state' | 'watch' | 'changes' | 'findDamage' | 'close'>;

interface IndexBuilderParts extends BuilderSettings {
  readonly openStore: () => Promise<ReplicatedStore>;
  readonly report: (report: Report) => void;
}

/** The longest pause between attempts while the store cannot be read, in milliseconds. */
const LONGEST_PAUSE = 2000;

/** Polls a store, and builds and reports an index of every new state. Errors are reported, and do not stop it. */
export class IndexBuilder {
  readonly #parts: IndexBuilderParts;
  #store: ReplicatedStore | undefined;
  /** The last index, built or read from a snapshot; reported only once the store has confirmed its state. */
  #index: IndexState | undefined;
  #reported: StoreState | undefined;
  #saved: StoreState | undefined;
  #saving: Promise<void> | undefined;
  #lastSaving = -Infinity;
  #isClosed = false;
  readonly #damage: DamageWatch;
  #mustRebuild = false;
  /** Ends the pause between two polls. */
  #wake: (() => void) | undefined;
  #isAsked = false;

  constructor(parts: IndexBuilderParts) {
    this.#parts = parts;
    this.#damage = new DamageWatch((known) => {
      parts.report({ kind: 'damage', ...known });
      // To include repaired records.
      this.#mustRebuild = true;
    }, parts.quickLookMilliseconds);
  }

  /** Resolves after `close`. */
  async run(): Promise<void> {
    const { pollMilliseconds, snapshotFile } = this.#parts;
    this.#index = snapshotFile === undefined ? undefined : readSnapshot(snapshotFile);
    this.#saved = this.#index?.state;
    let pause = pollMilliseconds;
    while (!this.#isClosed) {
      const trouble = await this.#look();
      if (trouble !== undefined) this.#parts.report({ kind: 'trouble', ...trouble });
      pause = trouble === undefined ? pollMilliseconds : Math.min(LONGEST_PAUSE, pause * 2);
      await this.#rest(pause);
    }
    await this.#closeStore();
    await this.#saving;
  }

  /** Polls the store at once. */
  look(): void {
    this.#isAsked = true;
    this.#wake?.();
  }

  /** Checks for damage, because some was found. */
  check(): void {
    this.#damage.suspect();
    this.look();
  }

  close(): void {
    this.#isClosed = true;
    this.#damage.close();
    this.look();
  }

  /** Brings the index up to date with the store. @returns what went wrong; undefined: nothing */
  async #look(): Promise<{ readonly what: string; readonly isLasting: boolean } | undefined> {
    try {
      const store = (this.#store ??= await this.#openStore());
      const state = await store.state();
      if (this.#mustRebuild) this.#index = undefined;
      this.#mustRebuild = false;
      if (!isSame(state, this.#index?.state)) await this.#update(store);
      else if (this.#reported === undefined) this.#reportIndex('all');
      this.#parts.report({ kind: 'seen', at: Date.now() });
      if (!this.#damage.isSuspected) this.#saveWhenDue();
      this.#damage.checkWhenDue(store);
      return undefined;
    } catch (error) {
      await this.#closeStore();
      // Any other error than an unavailable store is damage or a bug, and does not go away by itself.
      const isLasting = error instanceof CatalogueDamaged || !(error instanceof StoreUnavailable);
      return { what: messageOf(error), isLasting };
    }
  }

  async #openStore(): Promise<ReplicatedStore> {
    const store = await this.#parts.openStore();
    store.watch(() => this.look());
    return store;
  }

  async #update(store: ReplicatedStore): Promise<void> {
    // Damaged records may have been repaired since, which does not count as a change: reads everything.
    const since = this.#damage.isKnown ? null : (this.#index?.state ?? null);
    const changes = await store.changes(since, () => this.#damage.meet());
    try {
      if (changes.complete) this.#index = undefined;
      const { state, columns, stale, isDamaged } = await applyChanges(this.#index, changes);
      if (isDamaged || this.#damage.isKnown) this.#damage.meet();
      addGcPressure(columns);
      this.#index = { state, columns };
      this.#reportIndex(this.#reported === undefined ? 'all' : stale);
    } catch (error) {
      // The changes do not fit the index: the next attempt builds a new one.
      if (!(error instanceof StoreUnavailable)) this.#index = undefined;
      throw error;
    } finally {
      changes.close();
    }
  }

  #reportIndex(stale: Uint32Array | 'all'): void {
    if (this.#index === undefined) return;
    this.#reported = this.#index.state;
    this.#parts.report({ kind: 'index', ...this.#index, stale });
  }

  /** Saves the index in the background: its columns never change. */
  #saveWhenDue(): void {
    const { snapshotFile, snapshotTalks, snapshotMilliseconds, report } = this.#parts;
    const index = this.#index;
    if (snapshotFile === undefined || index === undefined || this.#saving !== undefined) return;
    if (isSame(index.state, this.#saved) || index.columns.talks.numbers.length < snapshotTalks) return;
    if (performance.now() < this.#lastSaving + snapshotMilliseconds) return;
    this.#lastSaving = performance.now();
    this.#saving = writeSnapshot(snapshotFile, index)
      .then(() => {
        this.#saved = index.state;
        report({ kind: 'snapshot', trouble: undefined });
      })
      .catch((error: unknown) => {
        report({ kind: 'snapshot', trouble: messageOf(error) });
      })
      .finally(() => {
        this.#saving = undefined;
      });
  }

  async #closeStore(): Promise<void> {
    const store = this.#store;
    this.#store = undefined;
    try {
      await store?.close();
    } catch {
      // It is being replaced anyway.
    }
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
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

function isSame(a: StoreState, b: StoreState | undefined): boolean {
  return a.version === b?.version && a.token === b.token;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
