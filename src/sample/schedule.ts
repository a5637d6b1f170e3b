import { monthAndDate, weekday } from './calendar.ts';
import type { Day } from './calendar.ts';
import type { Random } from './random.ts';

/** The days on which the sample's talks may be, and how likely each is: weekdays of full term most of all. */
export class SampleSchedule {
  readonly today: Day;
  readonly first: Day;
  /** A year after today, the last one. */
  readonly last: Day;
  private readonly likelihood: Float64Array;

  /** From a year before today to a year after; of a large catalogue further back, so that a day keeps to some 200 talks. */
  constructor(today: Day, talks: number) {
    this.today = today;
    const span = Math.max(731, Math.ceil(talks / 100));
    this.last = today + 365;
    this.first = this.last - span + 1;
    this.likelihood = Float64Array.from({ length: span }, (_, i) => likelihoodOf(this.first + i));
  }

  day(random: Random): Day {
    for (;;) {
      const i = random.below(this.likelihood.length);
      if (random.next() < (this.likelihood[i] ?? 0)) return this.first + i;
    }
  }

  /** How far through the schedule a day is, 0 to 1. */
  progress(day: Day): number {
    return (day - this.first) / (this.last - this.first);
  }

  /** The nearest such weekday, unless it lies outside the schedule. */
  onWeekday(day: Day, wanted: number): Day {
    const shift = ((wanted - weekday(day) + 10) % 7) - 3;
    const moved = day + shift;
    return moved < this.first || moved > this.last ? day : moved;
  }
}

function likelihoodOf(day: Day): number {
  const dayOfWeek = weekday(day);
  const ofWeek = dayOfWeek === 0 ? 0.06 : dayOfWeek === 6 ? 0.14 : 1;
  return ofWeek * ofYear(monthAndDate(day));
}

/** Three terms of nine weeks; the days around the new year are quiet. */
function ofYear({ month, date }: { month: number; date: number }): number {
  const point = (month + 1) * 100 + date;
  if (point >= 1222 || point <= 103) return 0.03;
  const inTerm = (point >= 1006 && point <= 1206) || (point >= 114 && point <= 317) || (point >= 421 && point <= 623);
  return inTerm ? 1 : 0.25;
}

/**
 * Days after today of the talks that are always there: a few today, some on each of the next days,
 * so that a listing from today on is never empty, whatever the date.
 */
export const PROMISED_DAYS = [
  0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 7, 8, 8, 9, 10, 11, 12, 13, 14,
] as const;
