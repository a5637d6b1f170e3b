import { Temporal } from 'temporal-polyfill';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/** What a calendar and a clock on the wall show. Months and days begin with 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Something that knows what clocks somewhere show when. Both are seconds since 1970-01-01T00:00:00, of UTC and of the clock. */
export interface Zone {
  /** The IANA name, or what the source calls it. */
  readonly name: string;
  /** Of a time that comes twice, the first; of one that is skipped, as if the clock had not been put forward yet (RFC 5545, 3.3.5). */
  readonly toUtc: (wallSeconds: number) => number;
  readonly toWall: (utcSeconds: number) => number;
}

export const UTC: Zone = { name: 'UTC', toUtc: (seconds) => seconds, toWall: (seconds) => seconds };

/** Whether there is such a date, and such a time of the day; no leap seconds. */
export function exists({ year, month, day, hour, minute, second }: WallClock): boolean {
  if (!(year >= 1 && year <= 9999 && hour >= 0 && hour <= 23)) return false;
  if (!(minute >= 0 && minute <= 59 && second >= 0 && second <= 59)) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** Seconds since 1970-01-01T00:00:00 on that clock. */
export function wallSeconds({ year, month, day, hour, minute, second }: WallClock): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 1000 + hour * 3600 + minute * 60 + second;
}

/** The timestamp of a wall clock in a zone, of dates and times that exist. */
export function timestampAt(clock: WallClock, zone: Zone): Timestamp {
  return timestampOf(zone.toUtc(wallSeconds(clock)));
}

/** From `from` on, UTC seconds, a clock is so many seconds ahead of UTC. */
interface Period {
  readonly from: number;
  readonly offset: number;
}

const DAY = 86_400;
const FIRST = Date.UTC(1900) / 1000;
/** Rules are taken to go on for ever; nobody announces talks for later. */
const LAST_YEAR = 2100;

const known = new Map<string, Zone | undefined>();
const MOST_KNOWN = 1000;

/** The zone with an IANA name; undefined when there is none. Looking it up first costs some milliseconds. */
export function ianaZone(name: string): Zone | undefined {
  if (known.has(name)) return known.get(name);
  const zone = newIanaZone(name);
  if (known.size < MOST_KNOWN) known.set(name, zone);
  return zone;
}

function newIanaZone(name: string): Zone | undefined {
  // Offsets such as +01:00 are no names, and Temporal takes them too.
  if (!/^[A-Za-z][\w+/-]{0,99}$/.test(name)) return undefined;
  let begin: Temporal.ZonedDateTime;
  try {
    begin = Temporal.Instant.fromEpochMilliseconds(FIRST * 1000).toZonedDateTimeISO(name);
  } catch {
    return undefined;
  }
  return zoneOfPeriods(begin.timeZoneId, periodsFrom(begin));
}

function periodsFrom(begin: Temporal.ZonedDateTime): Period[] {
  const periods: Period[] = [{ from: Number.NEGATIVE_INFINITY, offset: begin.offsetNanoseconds / 1e9 }];
  let next = begin.getTimeZoneTransition('next');
  while (next !== null && next.year <= LAST_YEAR) {
    periods.push({ from: next.epochMilliseconds / 1000, offset: next.offsetNanoseconds / 1e9 });
    next = next.getTimeZoneTransition('next');
  }
  return periods;
}

/** @param periods in order; the first is taken to have begun long before. Never empty. */
export function zoneOfPeriods(name: string, periods: readonly Period[]): Zone {
  const offsetAt = (utc: number): number => {
    let low = 0;
    let high = periods.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((periods[middle]?.from ?? Number.POSITIVE_INFINITY) <= utc) low = middle;
      else high = middle - 1;
    }
    return periods[low]?.offset ?? 0;
  };
  return {
    name,
    toWall: (utc) => utc + offsetAt(utc),
    toUtc: (wall) => {
      // No clock is a day ahead of UTC or behind it: these are before and after any change that the time is near.
      const before = offsetAt(wall - DAY);
      const after = offsetAt(wall + DAY);
      if (before === after || offsetAt(wall - before) === before) return wall - before;
      return offsetAt(wall - after) === after ? wall - after : wall - before;
    },
  };
}
