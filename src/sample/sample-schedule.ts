import { dateOf, weekday } from './calendar.ts';
import type { DayNumber } from './calendar.ts';
import type { Random } from './random.ts';

/** The days on which the sample's talks may be, and how likely each is; weekdays of full term are the likeliest. */
export class SampleSchedule {
  readonly today: DayNumber;
  readonly first: DayNumber;
  /** A year after today, the last one. */
  readonly last: DayNumber;
  readonly #likelihood: readonly number[];

  /**
   * From a year before today to a year after; further back for a large catalogue, so that a day has at most some 200
   * talks.
   */
  constructor(today: DayNumber, talks: number) {
    this.today = today;
    const span = Math.max(731, Math.ceil(talks / 100));
    this.last = today + 365;
    this.first = this.last - span + 1;
    this.#likelihood = Array.from({ length: span }, (_, i) => likelihood(this.first + i));
  }

  day(random: Random): DayNumber {
    for (;;) {
      const i = random.below(this.#likelihood.length);
      if (random.next() < (this.#likelihood[i] ?? 0)) return this.first + i;
    }
  }

  /** The nearest day that is the wanted weekday; the day itself if that is outside the schedule. */
  onWeekday(day: DayNumber, wanted: number): DayNumber {
    const moved = day + ((wanted - weekday(day) + 10) % 7) - 3;
    return moved < this.first || moved > this.last ? day : moved;
  }
}

export function isWeekend(day: DayNumber): boolean {
  return weekday(day) % 6 === 0;
}

/** The day itself; the Monday after a Sunday. @param saturday the days from a Saturday to the day in its place */
export function workday(day: DayNumber, saturday: -1 | 2): DayNumber {
  return isWeekend(day) ? day + (weekday(day) === 0 ? 1 : saturday) : day;
}

/** Three terms of nine weeks: from about which month and day to which. */
const TERMS = [
  { name: 'Michaelmas', from: 1006, to: 1206 },
  { name: 'Hilary', from: 114, to: 317 },
  { name: 'Trinity', from: 421, to: 623 },
] as const;

const DAYS_OF_TERM = 9 * 7;

/** The terms of the years around a day, in order: from the Monday on which, or before which, their talks begin. */
export function sampleTerms(
  today: DayNumber,
): readonly { readonly name: string; readonly first: DayNumber; readonly last: DayNumber }[] {
  const year = dateOf(today).getUTCFullYear();
  const all = [year - 1, year, year + 1].flatMap((one) =>
    TERMS.map(({ name, from }) => {
      const day = Date.UTC(one, Math.floor(from / 100) - 1, from % 100) / MILLISECONDS_A_DAY;
      const first = day - ((weekday(day) + 6) % 7);
      return { name, first, last: first + DAYS_OF_TERM - 1 };
    }),
  );
  return all.sort((a, b) => a.first - b.first);
}

const MILLISECONDS_A_DAY = 86_400_000;

/** The days around the new year are quiet. */
function likelihood(day: DayNumber): number {
  const date = dateOf(day);
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  const ofWeek = [0.06, 1, 1, 1, 1, 1, 0.14][weekday(day)] ?? 1;
  if (monthDay >= 1222 || monthDay <= 103) return ofWeek * 0.03;
  return ofWeek * (TERMS.some(({ from, to }) => monthDay >= from && monthDay <= to) ? 1 : 0.25);
}
