import { FetchFailure } from '../fetch/fetch-failure.ts';

/** Consecutive failures after which it gives up. */
const ENOUGH = 3;

/** Fetches documents that an import can do without. */
export class OptionalDocuments {
  #failures = 0;
  /** How many of the last failures were temporary. */
  #temporary = 0;
  #hasSucceeded = false;

  /** Whether the server seems to have no such documents at all. */
  get isHopeless(): boolean {
    return !this.#hasSucceeded && this.#failures >= ENOUGH;
  }

  /**
   * Returns what `fetch` does, or why it failed.
   * @throws FetchFailure after several temporary failures in a row: the server is down; anything else that `fetch`
   * throws
   */
  async get<T>(fetch: () => Promise<T>): Promise<T | FetchFailure> {
    try {
      const document = await fetch();
      this.#failures = 0;
      this.#temporary = 0;
      this.#hasSucceeded = true;
      return document;
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      this.#failures++;
      this.#temporary = error.isTemporary ? this.#temporary + 1 : 0;
      if (this.#temporary >= ENOUGH) throw error;
      return error;
    }
  }
}
