import { performance } from 'node:perf_hooks';

/** When a service counts as overloaded. */
interface Limits {
  /** Milliseconds that the event loop is late. */
  readonly late: number;
  /** Requests that wait at the same time: with fewer, the machine is slow, and each is answered late. */
  readonly waiting: number;
  /** Milliseconds between two looks; both have to find the same. */
  readonly every: number;
}

const LIMITS: Limits = { late: 1_000, waiting: 50, every: 500 };

/**
 * Tells whether more requests wait than can be answered in time, so that a new one had better come back later. That the
 * event loop is late is not enough: it is whenever another program takes the processor.
 */
export class Overload {
  readonly #unanswered: () => number;
  readonly #limits: Limits;
  /** The turn of the event loop in which the last request came, and how many came in it: they waited for it together. */
  #turn = 0;
  #together = 0;
  #mostTogether = 0;
  #lookedAt = performance.now();
  #looksOverloaded = 0;

  /** @param unanswered counts the requests that have no answer yet */
  constructor(unanswered: () => number, limits = LIMITS) {
    this.#unanswered = unanswered;
    this.#limits = limits;
    setInterval(() => this.#look(), limits.every).unref();
  }

  get isOverloaded(): boolean {
    // One long stall is over when it is seen.
    return this.#looksOverloaded > 1;
  }

  /** To be called for every request. */
  asked(): void {
    // Not by setImmediate: that makes the event loop poll once more in every turn, which costs a small answer 6 %.
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
