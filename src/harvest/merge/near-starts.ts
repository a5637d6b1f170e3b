import type { Zone } from '#sources/wall-clock.ts';
import type { IncomingTalks } from './incoming-talks.ts';
import { NEAR } from './duplicate-candidates.ts';

const DAY = 86_400;

/** Which starts are near one of a talk that comes in, give or take: the rest need not be read to be compared. */
export class NearStarts {
  readonly #slots = new Set<number>();
  readonly #days = new Set<number>();

  /** @param zone where days are from midnight to midnight */
  constructor(incoming: IncomingTalks, zone: Zone) {
    for (const start of incoming.starts.all()) {
      const midnight = zone.toWall(start) % DAY === 0;
      if (midnight) for (const day of [0, 1]) this.#days.add(Math.floor(start / DAY) + day);
      // Of somebody who knows the day only.
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
