import { FetchFailure } from '../fetch/fetch-failure.ts';

/** Documents, one after the other, that cannot be had. */
const ENOUGH = 3;

/** Asks for documents that an import can do without: one that cannot be had is no reason to have nothing. */
export class Tries {
  #inVain = 0;
  /** Of these the last ones, which failed for what may pass. */
  #passing = 0;
  #hasHad = false;

  /** Whether there seem to be no such documents at all. */
  get isHopeless(): boolean {
    return !this.#hasHad && this.#inVain >= ENOUGH;
  }

  /**
   * What comes of the work, or why it cannot be had.
   * @throws what the work does besides; FetchFailure when one after the other fails for what may pass: the server is unwell
   */
  async have<T>(work: () => Promise<T>): Promise<T | FetchFailure> {
    try {
      const had = await work();
      this.#inVain = 0;
      this.#passing = 0;
      this.#hasHad = true;
      return had;
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      this.#inVain++;
      this.#passing = error.isPassing ? this.#passing + 1 : 0;
      if (this.#passing >= ENOUGH) throw error;
      return error;
    }
  }
}
