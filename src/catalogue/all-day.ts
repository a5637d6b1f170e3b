import type { Talk } from './talk.ts';
import { secondsOf, timestampOf } from './timestamp.ts';
import type { Timestamp } from './timestamp.ts';

/*
 * A talk that has days and no hours keeps dates, which have no time zone. The store has them as midnights in UTC, from
 * the first day to the day after the last. A service publishes the midnights of its own zone (`withMidnights`); what
 * is imported may have those of any zone (`withDates`). So neither another zone at the source nor another setting of
 * the service moves such a talk to another day.
 */

type Times = Pick<Talk, 'allDay' | 'start' | 'end'>;

/** A time zone's midnights. */
export interface Midnights {
  /** Seconds since 1970-01-01T00:00:00Z. @param day counted from 1970-01-01 */
  startOfDay(day: number): number;
}

const DAY = 86_400;

/**
 * Seconds that the clocks of the easternmost zone are ahead of UTC, which decides on which date a midnight is. Kiribati
 * is further east, but has the midnights of Hawaii.
 */
const EASTERNMOST = 13.75 * 3600;

/** The day, counted from 1970-01-01, that begins at this midnight in some time zone. @param midnight seconds, UTC */
export function dayOfMidnight(midnight: number): number {
  return Math.floor((midnight + EASTERNMOST) / DAY);
}

const FIRST = secondsOf('0000-01-01T00:00:00Z');
const LAST = secondsOf('9999-12-31T23:59:59Z');

/** Of seconds since 1970-01-01T00:00:00Z; the first or last timestamp there is, if they are beyond. */
function stamp(seconds: number): Timestamp {
  return timestampOf(Math.min(Math.max(seconds, FIRST), LAST));
}

/** Seconds by which days of local time may be longer or shorter, and begin later, where clocks change at midnight. */
const MOST_CHANGE = 3 * 3600;
/** Midnights of all zones are whole quarters of an hour of UTC. */
const QUARTER = 900;

/** Whether times can be those of an all-day talk: midnights of one zone, whole days apart; or one midnight, for one day. */
export function areDays(start: Timestamp, end: Timestamp): boolean {
  const [from, to] = [secondsOf(start), secondsOf(end)];
  const days = Math.round((to - from) / DAY);
  if (from % QUARTER !== 0 || (days < 1 && to !== from)) return false;
  return Math.abs(to - from - days * DAY) <= MOST_CHANGE;
}

/**
 * The dates of days that a source gives as moments, as midnights in UTC. Without an end it is one day; an end before the
 * start stays before it.
 * @param wall local time of a moment, both in seconds
 */
export function datesOnWall(
  { start, end }: Pick<Times, 'start' | 'end'>,
  wall: (seconds: number) => number,
): Pick<Times, 'start' | 'end'> {
  const first = Math.floor(wall(secondsOf(start)) / DAY);
  const after = Math.ceil((wall(secondsOf(end)) - MOST_CHANGE) / DAY);
  const until = end < start ? Math.min(after, first - 1) : Math.max(after, first + 1);
  return { start: stamp(first * DAY), end: stamp(until * DAY) };
}

/** The dates of an all-day talk, as midnights in UTC. Without an end it has one day. @param times midnights of one zone */
export function withDates<T extends Times>(times: T): T {
  if (!times.allDay) return times;
  const first = dayOfMidnight(secondsOf(times.start));
  const after = Math.max(dayOfMidnight(secondsOf(times.end)), first + 1);
  return { ...times, start: stamp(first * DAY), end: stamp(after * DAY) };
}

/** The first and the last day of an all-day talk, `yyyy-mm-dd`. @param times as in the store */
export function daysOf({ start, end }: Pick<Times, 'start' | 'end'>): readonly [first: string, last: string] {
  // The end of the last date there is, which has no day after it, is a second before midnight.
  const after = Math.ceil(secondsOf(end) / DAY);
  return [start.slice(0, 10), stamp((after - 1) * DAY).slice(0, 10)];
}

/** The times of an all-day talk, as in the store. @param first like `last`, `yyyy-mm-dd` */
export function timesOfDays(first: string, last: string): Times {
  return { allDay: true, start: `${first}T00:00:00Z`, end: stamp(secondsOf(`${last}T00:00:00Z`) + DAY) };
}

/** Whether a text in the place of a timestamp is a date, `yyyy-mm-dd`. */
export function isDate(time: string): boolean {
  return time.length === 10;
}

/**
 * The talk from midnight to midnight of a time zone, if it is an all-day talk.
 * @param times as in the store
 */
export function withMidnights<T extends Times>(times: T, calendar: Midnights): T {
  if (!times.allDay) return times;
  const midnight = (date: Timestamp): Timestamp => stamp(calendar.startOfDay(Math.round(secondsOf(date) / DAY)));
  return { ...times, start: midnight(times.start), end: midnight(times.end) };
}

/** The same of a talk in the index: when it starts, and how long it lasts, in seconds. */
export function secondsInZone(
  { start, length }: { readonly start: number; readonly length: number },
  calendar: Midnights,
): { readonly start: number; readonly length: number } {
  const begins = calendar.startOfDay(Math.round(start / DAY));
  return { start: begins, length: calendar.startOfDay(Math.round((start + length) / DAY)) - begins };
}

/** Seconds after which a day that is over in UTC is over everywhere. */
const WESTERNMOST = 12 * 3600;

/** The times of a talk; of an all-day talk where its days come last. @param times as in the store */
export function latestTimes({ allDay, start, end }: Times): Pick<Times, 'start' | 'end'> {
  if (!allDay) return { start, end };
  return { start: stamp(secondsOf(start) + WESTERNMOST), end: stamp(secondsOf(end) + WESTERNMOST) };
}

/** How a day is written among previous starts, which are moments otherwise: no talk begins a second after midnight. */
const DAY_MARK = 'T00:00:01Z';

/** What to remember of a start, when the talk has moved: a moment, or a marked day. @param times as in the store */
export function rememberedStart({ allDay, start }: Pick<Times, 'allDay' | 'start'>): Timestamp {
  return allDay ? `${start.slice(0, 10)}${DAY_MARK}` : start;
}

/** The date, `yyyy-mm-dd`, if a previous start was a day; undefined for a moment. */
export function rememberedDate(previousStart: Timestamp): string | undefined {
  return previousStart.endsWith(DAY_MARK) ? previousStart.slice(0, 10) : undefined;
}
