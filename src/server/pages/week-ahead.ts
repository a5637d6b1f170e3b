import type { Day } from '#search/query/calendar-date.ts';
import { weekdayOf } from '#search/query/civil-days.ts';

/** The week that readers mean: what is left of this one or, since little is left on a Sunday, the next. */
export interface WeekAhead {
  readonly isNext: boolean;
  /** Its Sunday. */
  readonly last: Day;
}

const SUNDAY = 6;
const DAYS_A_WEEK = 7;

export function weekAhead(today: Day): WeekAhead {
  const left = SUNDAY - weekdayOf(today);
  return left === 0 ? { isNext: true, last: today + DAYS_A_WEEK } : { isNext: false, last: today + left };
}
