import type { TalkIndex } from '#search/index/talk-index.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { ReadCopy } from './read-copy.ts';
import type { Snapshot } from './snapshot.ts';
import { CopyGone } from './word-lookup.ts';

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

  /**
   * The same once the words of a text have been found: at once if they are known, or if there is no text.
   * @throws StoreUnavailable
   */
  find<T>(text: TextQuery | null | undefined, find: (snapshot: Snapshot) => T | Promise<T>): T | Promise<T> {
    const snapshot = this.newest;
    return !text || snapshot.knows(text) ? this.read(find) : this.#findWords(text, find);
  }

  async #findWords<T>(text: TextQuery, find: (snapshot: Snapshot) => T | Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.read(async (snapshot) => {
          await snapshot.loadWords(text);
          return await find(snapshot);
        });
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

/** Uses a value as soon as it is there: at once if it is not a promise. */
export function whenThere<T, U>(value: T | Promise<T>, use: (value: T) => U): U | Promise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
