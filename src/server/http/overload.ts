import { performance } from 'node:perf_hooks';

/** When a service counts as overloaded. */
interface Limits {
  /** Milliseconds of event loop delay. */
  readonly late: number;
  /**
   * Concurrent waiting requests: with fewer, the machine is slow, and each is merely answered late.
   */
  readonly waiting: number;
  /** Milliseconds between two checks, which must agree. */
  readonly every: number;
}

const LIMITS: Limits = { late: 1_000, waiting: 50, every: 500 };

/**
 * Tells whether more requests wait than can be answered in time, so that new ones should be
 * rejected. A late event loop alone is not enough: it is late whenever another program takes the
 * CPU.
 */
export class Overload {
  readonly #unanswered: () => number;
  readonly #limits: Limits;
  /**
   * The turn of the event loop in which the last request arrived, and how many arrived in it: they
   * all waited for it.
   */
  #turn = 0;
  #together = 0;
  #mostTogether = 0;
  #lookedAt = performance.now();
  #looksOverloaded = 0;

  /** @param unanswered counts the requests without a response */
  constructor(unanswered: () => number, limits = LIMITS) {
    this.#unanswered = unanswered;
    this.#limits = limits;
    setInterval(() => this.#look(), limits.every).unref();
  }

  get isOverloaded(): boolean {
    // A single long stall is over by the time it is noticed.
    return this.#looksOverloaded > 1;
  }

  /** Call for every request. */
  asked(): void {
    // Not setImmediate: it makes the event loop poll once more per turn, which makes a small
    // response 6 % more expensive.
    const turn = performance.nodeTiming.uvMetricsInfo.loopCount;
    this.#together = turn === this.#turn ? this.#together + 1 : 1;
    this.#turn = turn;
    this.#mostTogether = Math.max(this.#mostTogether, this.#together);
  }

  #look(): void {
    const { late, waiting, every } = this.#limits;
    const now = performance.now();
    const isLate = now - this.#lookedAt - every > late;
    const isOverloaded = isLate && Math.max(this.#mostTogether, this.#unanswered()) >= waiting;
    this.#looksOverloaded = isOverloaded ? this.#looksOverloaded + 1 : 0;
    this.#mostTogether = 0;
    this.#lookedAt = now;
  }
}
