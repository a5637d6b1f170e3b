import type { DatedTalk } from '#catalogue/talk-details.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { TermsNotLoaded } from '#search/index/text-lists.ts';
import { Catalogue as Copies } from '#replica/catalogue.ts';
import type { ReadCopy } from '#replica/read-copy.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { unavailable } from '../http/errors.ts';
import { turnOfLongWork } from '../http/long-work.ts';
import { NotRendered } from './render-cache.ts';

export type { Snapshot } from '#replica/snapshot.ts';

/** How many talks are read together: usually a page of a search. */
const BATCH = 20;
/** Milliseconds of reading and rendering after which other requests get their turn. */
const LONGEST_TURN = 5;
/** Milliseconds within which a read must succeed. */
const CATCH_UP = 5_000;

/** The talks one by one, read in batches so that a large document does not block others. */
export async function eachTalk(
  snapshot: Snapshot,
  numbers: Uint32Array,
  take: (number: number, details: DatedTalk) => void,
): Promise<void> {
  if (numbers.length > BATCH) await turnOfLongWork();
  let began = performance.now();
  const takeTurns = async (): Promise<void> => {
    if (performance.now() - began < LONGEST_TURN) return;
    await turnOfLongWork();
    began = performance.now();
  };
  for (let from = 0; from < numbers.length; from += BATCH) {
    const batch = numbers.subarray(from, from + BATCH);
    for (const [at, details] of snapshot.talks(batch).entries()) {
      take(batch[at] ?? 0, details);
      if (from > 0) await takeTurns();
    }
    await takeTurns();
  }
}

/** The way for request handlers to read the catalogue, until all load words before they read. */
export class Catalogue {
  readonly #copies: Copies;

  constructor(copy: ReadCopy) {
    this.#copies = new Copies(copy);
  }

  /** The newest index; undefined before one is loaded. */
  get index(): TalkIndex | undefined {
    return this.#copies.index;
  }

  hasAll(): Promise<boolean> {
    return this.#copies.hasAll();
  }

  async read<T>(read: (snapshot: Snapshot) => T | Promise<T>): Promise<T> {
    const end = performance.now() + CATCH_UP;
    do {
      try {
        return await this.#copies.read((snapshot) => read(snapshot));
      } catch (error) {
        if (error instanceof TermsNotLoaded) await this.#copies.withWords(error.text);
        else if (!(error instanceof NotRendered)) throw error;
      }
    } while (performance.now() < end);
    throw unavailable('The catalogue is changing faster than it can be read');
  }
}
