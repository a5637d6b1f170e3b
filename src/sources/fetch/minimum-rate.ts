import { FetchFailure, LATER } from './fetch-failure.ts';
import type { FetchLimits } from './fetch-limits.ts';

/** Stops a body that trickles in: never idle long enough to time out, but never finished. */
export class MinimumRate {
  readonly #host: string;
  readonly #limits: FetchLimits;
  /** Bytes received in the current window, and milliseconds spent waiting for them. */
  #bytes = 0;
  #waited = 0;

  constructor(host: string, limits: FetchLimits) {
    this.#host = host;
    this.#limits = limits;
  }

  sent(bytes: number): void {
    this.#bytes += bytes;
  }

  /** @throws FetchFailure at the end of a window with too few bytes */
  waited(milliseconds: number): void {
    const { rateBytes, rateWindow } = this.#limits;
    this.#waited += milliseconds;
    if (this.#waited < rateWindow) return;
    if (this.#bytes < rateBytes) {
      const seconds = Math.round(this.#waited / 1000);
      const least = Math.round((rateBytes / rateWindow) * 1000);
      const what = `${this.#host} sends too slowly: ${this.#bytes} bytes in ${seconds} seconds, and the minimum is ${least} bytes a second.`;
      throw new FetchFailure('too-slow', what, LATER, { isTemporary: true });
    }
    this.#bytes = 0;
    this.#waited = 0;
  }
}
