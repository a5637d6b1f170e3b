import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sample, type Samples } from './metric-families.ts';

/** Milliseconds. */
const WINDOW = 15_000;
/** Sampling interval, in milliseconds. */
const RESOLUTION = 20;
const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.99, 1];

/** Event loop delay of this process, measured over the last complete window. */
export class EventLoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  readonly #turning: NodeJS.Timeout;
  #samples: Samples = {};

  constructor() {
    this.#histogram.enable();
    this.#turning = setInterval(() => this.#turn(), WINDOW).unref();
  }

  /** Empty until the first window is complete. */
  get samples(): Samples {
    return this.#samples;
  }

  close(): void {
    clearInterval(this.#turning);
    this.#histogram.disable();
  }

  #turn(): void {
    const delays = QUANTILES.map((quantile): [string, number] => {
      const late = this.#histogram.percentile(quantile * 100) / NANOSECONDS - RESOLUTION / 1000;
      return [sample('lectern_event_loop_delay_seconds', { quantile: String(quantile) }), Math.max(0, late)];
    });
    this.#samples = Object.fromEntries(delays);
    this.#histogram.reset();
  }
}
