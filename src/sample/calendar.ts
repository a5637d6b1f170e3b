import type { Timestamp } from '#catalogue/timestamp.ts';

/** A day as the number of days since 1970-01-01. */
export type Day = number;

const SECONDS_A_DAY = 86_400;

/** `yyyy-mm-dd` of a date that exists; undefined for anything else. */
export function dayOf(date: string): Day | undefined {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const milliseconds = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth));
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(date)) return undefined;
  return milliseconds / (SECONDS_A_DAY * 1000);
}

/** 0 is Sunday. */
export function weekday(day: Day): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The month, 0 for January, and the date in it. */
export function monthAndDate(day: Day): { month: number; date: number } {
  const moment = new Date(day * SECONDS_A_DAY * 1000);
  return { month: moment.getUTCMonth(), date: moment.getUTCDate() };
}

export function yearOf(day: Day): number {
  return new Date(day * SECONDS_A_DAY * 1000).getUTCFullYear();
}

/** Seconds since 1970-01-01T00:00:00Z at which clocks in the United Kingdom show this time. Of a time they show twice: the first. */
export function ukSeconds(day: Day, minute: number): number {
  const wall = day * SECONDS_A_DAY + minute * 60;
  return isSummerTime(wall - 3600) ? wall - 3600 : wall;
}

export function timestamp(seconds: number): Timestamp {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** Sundays on which the clocks change, spring then autumn, at 01:00 UTC (the rule since 1996). */
export function clockChanges(year: number): { readonly spring: Day; readonly autumn: Day } {
  return { spring: lastSunday(year, 2), autumn: lastSunday(year, 9) };
}

const CHANGES = new Map<number, { from: number; to: number }>();

function isSummerTime(seconds: number): boolean {
  const year = yearOf(Math.floor(seconds / SECONDS_A_DAY));
  let changes = CHANGES.get(year);
  if (changes === undefined) {
    const { spring, autumn } = clockChanges(year);
    changes = { from: spring * SECONDS_A_DAY + 3600, to: autumn * SECONDS_A_DAY + 3600 };
    CHANGES.set(year, changes);
  }
  return seconds >= changes.from && seconds < changes.to;
}

/** Both months that clocks change in have 31 days. */
function lastSunday(year: number, month: number): Day {
  const last = Date.UTC(year, month, 31) / (SECONDS_A_DAY * 1000);
  return last - weekday(last);
}
