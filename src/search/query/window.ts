import { calendarIn, type Day } from './calendar-date.ts';
import { PARAMETER } from './parameters.ts';
import type { RequestParameters } from './request.ts';
import type { AskedDate } from './value-forms.ts';

/**
 * Talks that start at or after `from` and before `to`, in seconds since 1970-01-01T00:00:00Z.
 * An open end is -Infinity or Infinity. Empty unless `from` is before `to`.
 */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The days of `from` and `to`; undefined if missing. */
export interface AskedDays {
  readonly from: Day | undefined;
  readonly to: Day | undefined;
}

interface ReadWindow {
  readonly window: Window;
  readonly days: AskedDays;
  readonly deprecatedDate: boolean;
  readonly relative: boolean;
}

/** @param timeZone IANA name of the time zone of dates */
export function readWindow(
  request: RequestParameters,
  { timeZone }: { readonly timeZone: string },
  now: Date,
): ReadWindow {
  const from = request.one(PARAMETER.from);
  const to = request.one(PARAMETER.to);
  const calendar = calendarIn(timeZone);
  let relative = false;

  function dayOf(date: AskedDate): Day {
    if (date.base === 'epoch') return date.days;
    if (date.base === 'from' && from !== undefined) return dayOf(from) + date.days;
    relative = true;
    return calendar.dayAt(now) + date.days;
  }

  const first = from && dayOf(from);
  const last = to && dayOf(to);
  const window = {
    from: first === undefined ? -Infinity : calendar.startOfDay(first),
    // An end date is taken as the end of that day.
    to: last === undefined ? Infinity : calendar.startOfDay(last + 1),
  };
  return {
    window,
    days: { from: first, to: last },
    deprecatedDate: from?.deprecated === true || to?.deprecated === true,
    relative,
  };
}
