import { FetchFailure } from '../fetch/fetch-failure.ts';

/** Consecutive failures before giving up. */
const ENOUGH = 3;

/** Fetches documents that an import does not depend on. */
export class OptionalDocuments {
  #failures = 0;
  /** Number of temporary failures in a row. */
  #temporary = 0;
  #hasSucceeded = false;

  /** Whether the server seems to have none of these documents. */
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
