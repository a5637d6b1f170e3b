import { FetchFailure, LATER } from './fetch-failure.ts';
import type { FetchLimits } from './fetch-limits.ts';

/** Ends a body that drips: never idle for long enough to be given up, and never done. */
export class MinimumRate {
  readonly #host: string;
  readonly #limits: FetchLimits;
  /** Of the current window: bytes that came, and milliseconds that were waited for them. */
  #bytes = 0;
  #waited = 0;

  constructor(host: string, limits: FetchLimits) {
    this.#host = host;
    this.#limits = limits;
  }

  sent(bytes: number): void {
    this.#bytes += bytes;
  }

  /** @throws FetchFailure at the end of a window in which too few bytes came */
  waited(milliseconds: number): void {
    const { rateBytes, rateWindow } = this.#limits;
    this.#waited += milliseconds;
    if (this.#waited < rateWindow) return;
    if (this.#bytes < rateBytes) {
      const seconds = Math.round(this.#waited / 1000);
      const least = Math.round((rateBytes / rateWindow) * 1000);
      const what = `${this.#host} sends too slowly: ${this.#bytes} bytes in ${seconds} seconds, and the minimum is ${least} bytes a second.`;
      throw new FetchFailure('too-slow', what, LATER, { isPassing: true });
    }
    this.#bytes = 0;
    this.#waited = 0;
  }
}
