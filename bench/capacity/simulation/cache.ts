import type { CacheOptions } from '../hit-ratios.ts';
import type { Events } from './events.ts';

/** What became of the questions that a cache was asked. */
export interface CacheCounts {
  fresh: number;
  stale: number;
  /** Joined a question to the origin that was on its way. */
  joined: number;
  waited: number;
  /** Questions to the origin. */
  asked: number;
}

interface Entry {
  freshUntil: number;
  staleUntil: number;
  /** Those who wait; undefined when the origin is not being asked. */
  waiting: (() => void)[] | undefined;
}

/** Asks the origin; `isKnown` when there is an old answer, so that the question is whether it still holds. */
export type Origin = (question: number, isKnown: boolean, done: () => void) => void;

/** An HTTP cache with room for everything, that asks the origin once for all who ask it the same at the same time. */
export class HttpCache {
  readonly counts: CacheCounts = { fresh: 0, stale: 0, joined: 0, waited: 0, asked: 0 };
  readonly #events: Events;
  readonly #options: CacheOptions;
  readonly #origin: Origin;
  readonly #entries = new Map<number, Entry>();

  constructor(events: Events, options: CacheOptions, origin: Origin) {
    this.#events = events;
    this.#options = options;
    this.#origin = origin;
  }

  ask(question: number, done: () => void): void {
    const { now } = this.#events;
    const entry = this.#entries.get(question) ?? { freshUntil: -1, staleUntil: -1, waiting: undefined };
    this.#entries.set(question, entry);
    if (now <= entry.freshUntil) {
      this.counts.fresh += 1;
      done();
    } else if (now <= entry.staleUntil) {
      this.counts.stale += 1;
      if (entry.waiting === undefined) this.#fetch(question, entry, []);
      done();
    } else if (entry.waiting !== undefined) {
      this.counts.joined += 1;
      entry.waiting.push(done);
    } else {
      this.counts.waited += 1;
      this.#fetch(question, entry, [done]);
    }
  }

  #fetch(question: number, entry: Entry, waiting: (() => void)[]): void {
    entry.waiting = waiting;
    this.counts.asked += 1;
    this.#origin(question, this.#events.now <= entry.staleUntil, () => {
      entry.freshUntil = this.#events.now + this.#options.fresh;
      entry.staleUntil = entry.freshUntil + this.#options.stale;
      entry.waiting = undefined;
      for (const done of waiting) done();
    });
  }
}
