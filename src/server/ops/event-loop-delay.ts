import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sample, type Samples } from './metric-families.ts';

/** Milliseconds. */
const WINDOW = 15_000;
/** Milliseconds between two looks at the clock. */
const RESOLUTION = 20;
const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.99, 1];

/** How late the event loop of this process is, of the last whole window. */
export class EventLoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  readonly #turning: NodeJS.Timeout;
  #samples: Samples = {};

  constructor() {
    this.#histogram.enable();
    this.#turning = setInterval(() => this.#turn(), WINDOW).unref();
  }

  /** None before the first window is over. */
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
