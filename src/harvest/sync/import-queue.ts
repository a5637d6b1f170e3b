import { unlessAborted } from '../unless-aborted.ts';

/** Runs one import into a store at a time. */
export class ImportQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws what `work` throws; the signal's reason when that is aborted before its turn */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last;
    const mine = unlessAborted(before, signal).then(work);
    // An aborted waiter does not let later ones overtake the import before it.
    this.#last = Promise.allSettled([before, mine]);
    return mine;
  }
}
