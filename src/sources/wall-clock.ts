import { partitionPoint } from '#catalogue/partition-point.ts';
import { Temporal } from 'temporal-polyfill';

/** Local date and time. Months and days start from 1. */
interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Converts between UTC and local time, both in seconds since 1970-01-01T00:00:00. */
export interface Zone {
  /** The IANA name, or the source's own. */
  readonly name: string;
  /** An ambiguous time is the first of the two; a skipped one has the offset before the change (RFC 5545, 3.3.5). */
  readonly toUtc: (wallSeconds: number) => number;
  readonly toWall: (utcSeconds: number) => number;
}

export const UTC: Zone = { name: 'UTC', toUtc: (seconds) => seconds, toWall: (seconds) => seconds };

/** Whether the date and time are valid; leap seconds are not. */
export function exists({ year, month, day, hour, minute, second }: WallClock): boolean {
  if (!(year >= 1 && year <= 9999 && hour >= 0 && hour <= 23)) return false;
  if (!(minute >= 0 && minute <= 59 && second >= 0 && second <= 59)) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** Seconds since 1970-01-01T00:00:00, local time. */
export function wallSeconds({ year, month, day, hour, minute, second }: WallClock): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 1000 + hour * 3600 + minute * 60 + second;
}

/** Midnight at the beginning of the day, in seconds since 1970-01-01T00:00:00, local time. */
export function wallMidnight(day: Pick<WallClock, 'year' | 'month' | 'day'>): number {
  return wallSeconds({ ...day, hour: 0, minute: 0, second: 0 });
}

/** An offset from UTC, in seconds, valid from `from`, in UTC seconds. */
interface OffsetPeriod {
  readonly from: number;
  readonly offset: number;
}

const DAY = 86_400;
/** Offsets are looked up from 1900 to 2100, in UTC seconds; the first and the last apply outside. */
const FIRST = Date.UTC(1900) / 1000;
const LAST = Date.UTC(2101) / 1000 - 1;
/** Seconds for which offset changes are looked up at once; about a year. */
const SPAN = 2 ** 25;

const known = new Map<string, Zone | undefined>();
const MAX_KNOWN = 1000;

/** The zone with this IANA name; undefined when unknown. */
export function ianaZone(name: string): Zone | undefined {
  if (known.has(name)) return known.get(name);
  const zone = newIanaZone(name);
  if (known.size < MAX_KNOWN) known.set(name, zone);
  return zone;
}

function newIanaZone(name: string): Zone | undefined {
  // Temporal also accepts offsets such as +01:00.
  if (!/^[A-Za-z][\w+/-]{0,99}$/.test(name)) return undefined;
  let id: string;
  try {
    id = atInstant(0, name).timeZoneId;
  } catch {
    return undefined;
  }
  // Looking up two centuries takes a tenth of a second, so each year is looked up when a time in it is first converted.
  const spans = new Map<number, OffsetPeriod[]>();
  return zoneOfOffsets(id, (utc) => {
    const seconds = Math.min(Math.max(utc, FIRST), LAST);
    const number = Math.floor(seconds / SPAN);
    let periods = spans.get(number);
    if (periods === undefined) spans.set(number, (periods = periodsBetween(number * SPAN, id)));
    return offsetIn(periods, seconds);
  });
}

function atInstant(utcSeconds: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(utcSeconds * 1000).toZonedDateTimeISO(zone);
}

/** Periods of the span that begins at `from`. */
function periodsBetween(from: number, zone: string): OffsetPeriod[] {
  const begin = atInstant(from, zone);
  const periods: OffsetPeriod[] = [{ from, offset: begin.offsetNanoseconds / 1e9 }];
  const end = (from + SPAN) * 1000;
  let next = begin.getTimeZoneTransition('next');
  while (next !== null && next.epochMilliseconds < end) {
    periods.push({ from: next.epochMilliseconds / 1000, offset: next.offsetNanoseconds / 1e9 });
    next = next.getTimeZoneTransition('next');
  }
  return periods;
}

/** @param periods in order, not empty; the first is taken to apply to all time before */
export function zoneOfPeriods(name: string, periods: readonly OffsetPeriod[]): Zone {
  return zoneOfOffsets(name, (utc) => offsetIn(periods, utc));
}

function offsetIn(periods: readonly OffsetPeriod[], utc: number): number {
  const next = partitionPoint(1, periods.length, (index) => (periods[index]?.from ?? Number.POSITIVE_INFINITY) <= utc);
  return periods[next - 1]?.offset ?? 0;
}

function zoneOfOffsets(name: string, offsetAt: (utc: number) => number): Zone {
  return {
    name,
    toWall: (utc) => utc + offsetAt(utc),
    toUtc: (wall) => {
      // No offset is as large as a day, so these are the offsets before and after any change near the time.
      const before = offsetAt(wall - DAY);
      const after = offsetAt(wall + DAY);
      if (before === after || offsetAt(wall - before) === before) return wall - before;
      return offsetAt(wall - after) === after ? wall - after : wall - before;
    },
  };
}
