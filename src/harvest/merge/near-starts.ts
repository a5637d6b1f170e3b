import type { Zone } from '#sources/wall-clock.ts';
import type { IncomingTalks } from './incoming-talks.ts';
import { NEAR } from './duplicate-candidates.ts';

const DAY = 86_400;

/** Tells roughly which starts are near that of an incoming talk. Other talks need not be read. */
export class NearStarts {
  readonly #slots = new Set<number>();
  readonly #days = new Set<number>();

  /** @param zone in which days begin at midnight */
  constructor(incoming: IncomingTalks, zone: Zone) {
    for (const start of incoming.starts.all()) {
      const midnight = zone.toWall(start) % DAY === 0;
      if (midnight) for (const day of [0, 1]) this.#days.add(Math.floor(start / DAY) + day);
      // For stored talks of which only the day is known.
      this.#add(zone.toUtc(Math.floor(zone.toWall(start) / DAY) * DAY));
      this.#add(start);
    }
  }

  has(start: number): boolean {
    return this.#slots.has(Math.floor(start / NEAR)) || this.#days.has(Math.floor(start / DAY));
  }

  #add(start: number): void {
    const slot = Math.floor(start / NEAR);
    for (const each of [slot - 1, slot, slot + 1]) this.#slots.add(each);
  }
}
