import { unlessAborted } from '../unless-aborted.ts';

/** Lets one import at a time into a store. */
export class ImportQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws what `work` throws; the signal's reason when that is aborted before its turn */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last;
    const mine = unlessAborted(before, signal).then(work);
    // Whoever leaves the queue early lets nobody pass the one before.
    this.#last = Promise.allSettled([before, mine]);
    return mine;
  }
}
