import type { TalkIndex } from '#search/index/talk-index.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { ReadCopy } from './read-copy.ts';
import type { Snapshot } from './snapshot.ts';
import { CopyGone } from './text-thread.ts';

/** How often a search for words begins again when the catalogue changes while it waits. */
const TRIES = 5;

/** The only way for request handlers to read the catalogue. */
export class Catalogue {
  readonly #copy: Pick<ReadCopy, 'snapshot' | 'hasAll'>;

  constructor(copy: Pick<ReadCopy, 'snapshot' | 'hasAll'>) {
    this.#copy = copy;
  }

  /** The newest index; undefined before one is loaded. */
  get index(): TalkIndex | undefined {
    return this.#copy.snapshot?.index;
  }

  /** @throws StoreUnavailable while there is none */
  get newest(): Snapshot {
    const { snapshot } = this.#copy;
    if (snapshot === undefined) throw new StoreUnavailable('The catalogue is not loaded yet');
    return snapshot;
  }

  /** Whether the newest snapshot has all that the store has; waits for the store. */
  hasAll(): Promise<boolean> {
    return this.#copy.hasAll();
  }

  /** The newest snapshot, whose index has the words of a text. @throws StoreUnavailable */
  async withWords(text: TextQuery | null): Promise<Snapshot> {
    for (let tries = 1; ; tries += 1) {
      const snapshot = this.newest;
      if (text === null) return snapshot;
      try {
        await snapshot.loadWords(text);
        return snapshot;
      } catch (error) {
        if (!(error instanceof CopyGone) || tries === TRIES) throw error;
      }
    }
  }

  /** Reads from the newest snapshot, and keeps it open until `read` has ended. @throws StoreUnavailable while there is none */
  read<T>(read: (snapshot: Snapshot) => T): T {
    const snapshot = this.newest;
    const release = snapshot.hold();
    let result: T;
    try {
      result = read(snapshot);
    } catch (error) {
      release();
      throw error;
    }
    if (!(result instanceof Promise)) release();
    else void result.then(release, release);
    return result;
  }
}
