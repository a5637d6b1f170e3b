/** A day as the number of days since 1970-01-01. */
export type DayNumber = number;

const SECONDS_A_DAY = 86_400;

/** `yyyy-mm-dd` of a date that exists; undefined for anything else. */
export function dayNumber(date: string): DayNumber | undefined {
  const milliseconds = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN;
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(date)) return undefined;
  return milliseconds / (SECONDS_A_DAY * 1000);
}

export function dateOf(day: DayNumber): Date {
  return new Date(day * SECONDS_A_DAY * 1000);
}

/** 0 is Sunday. */
export function weekday(day: DayNumber): number {
  return dateOf(day).getUTCDay();
}

/**
 * Seconds since 1970-01-01T00:00:00Z at which clocks in the United Kingdom show this time; if they show it twice, the
 * first.
 */
export function ukSeconds(day: DayNumber, minute: number): number {
  const wall = day * SECONDS_A_DAY + minute * 60;
  const summer = wall - 3600;
  const { spring, autumn } = clockChanges(new Date(summer * 1000).getUTCFullYear());
  return summer >= spring * SECONDS_A_DAY + 3600 && summer < autumn * SECONDS_A_DAY + 3600 ? summer : wall;
}

/** Sundays on which the clocks change, spring then autumn, at 01:00 UTC (the rule since 1996). */
export function clockChanges(year: number): { readonly spring: DayNumber; readonly autumn: DayNumber } {
  return { spring: lastSunday(year, 2), autumn: lastSunday(year, 9) };
}

/** Both months in which the clocks change have 31 days. */
function lastSunday(year: number, month: number): DayNumber {
  const last = Date.UTC(year, month, 31) / (SECONDS_A_DAY * 1000);
  return last - weekday(last);
}
