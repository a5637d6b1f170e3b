/** Days of the Gregorian calendar as numbers: 0 is 1970-01-01. */

export interface CalendarDay {
  readonly number: number;
  readonly year: number;
  /** From 1, like the day. */
  readonly month: number;
  readonly day: number;
}

const MILLISECONDS = 86_400_000;

export function calendarDay(number: number): CalendarDay {
  const date = new Date(number * MILLISECONDS);
  return { number, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Months above 12 run on into later years. */
export function dayNumberOf(year: number, month: number, day: number): number {
  // Date.UTC reads years below 100 as 19xx, so add 400 years, which always have 146,097 days.
  return Date.UTC(year + 400, month - 1, day) / MILLISECONDS - 146_097;
}

/** 0 is Monday. */
export function weekdayNumber(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}

export function daysInMonth(year: number, month: number): number {
  return dayNumberOf(year, month + 1, 1) - dayNumberOf(year, month, 1);
}

/**
 * Week number of a day, and the number of weeks in that year. The first week has at least four days in the
 * year (RFC 5545, 3.3.10; ISO 8601 if weeks begin on Monday).
 */
export function weekOfYear(number: number, weekStart: number): { readonly week: number; readonly weeks: number } {
  const begin = number - ((weekdayNumber(number) - weekStart + 7) % 7);
  // The year that has most days of the week.
  const { year } = calendarDay(begin + 3);
  const first = firstWeek(year, weekStart);
  return { week: (begin - first) / 7 + 1, weeks: (firstWeek(year + 1, weekStart) - first) / 7 };
}

function firstWeek(year: number, weekStart: number): number {
  const fourth = dayNumberOf(year, 1, 4);
  return fourth - ((weekdayNumber(fourth) - weekStart + 7) % 7);
}
