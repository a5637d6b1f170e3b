import type { Day } from '#search/query/calendar-date.ts';
import { weekdayOf } from '#search/query/civil-days.ts';

/** The week to show: the rest of this week or, on a Sunday, when little of it is left, the next one. */
interface WeekAhead {
  readonly isNext: boolean;
  /** The Sunday of the week. */
  readonly last: Day;
}

const SUNDAY = 6;
const DAYS_A_WEEK = 7;

export function weekAhead(today: Day): WeekAhead {
  const left = SUNDAY - weekdayOf(today);
  return left === 0 ? { isNext: true, last: today + DAYS_A_WEEK } : { isNext: false, last: today + left };
}
