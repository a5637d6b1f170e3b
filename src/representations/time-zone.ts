import { Temporal } from 'temporal-polyfill';
import { secondsOf, timestampOf, type Timestamp } from '#catalogue/timestamp.ts';
import { memoize } from './memoize.ts';

/**
 * The years for which calendars use local time. Programs disagree about other years: some have tables only for 32 bits
 * of seconds, some apply today's rules for ever, and before 1970 the time-zone database itself promises nothing.
 * Outside these years, times are in UTC, on which all agree.
 */
export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2037;

/** A date and time of a zone's clock, without the zone: `2015-10-06T11:00:00`. */
export type LocalDateTime = string;

/** A period with a constant offset. */
export interface OffsetPeriod {
  /** Seconds since 1970-01-01T00:00:00Z; the first period is taken to have begun long before. */
  readonly from: number;
  /** Seconds that the clock is ahead of UTC. */
  readonly offset: number;
}

export interface TimeZone {
  /** As in the time-zone database. */
  readonly name: string;
  /** UTC under any of its names. */
  readonly isUtc: boolean;
  /** Of FIRST_YEAR to LAST_YEAR, with a day before and a year after, which tells what ends then. Never empty. */
  readonly periods: readonly OffsetPeriod[];
  /** Local time, if unambiguous; null in an hour that occurs twice, outside the table, or if the offset has seconds. */
  unmistakable(timestamp: Timestamp): LocalDateTime | null;
}

const UTC_NAMES = /^(?:etc\/)?(?:utc|uct|gmt|gmt[+-]?0|greenwich|universal|zulu)$/i;

/** By its IANA name. Looking up its history takes some milliseconds. */
export const timeZone = memoize((name: string): TimeZone => {
  const isUtc = UTC_NAMES.test(name);
  const periods = isUtc ? [{ from: Number.NEGATIVE_INFINITY, offset: 0 }] : periodsOf(name);
  return {
    name: isUtc ? 'UTC' : Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId,
    isUtc,
    periods,
    unmistakable: (timestamp) => unmistakable(periods, secondsOf(timestamp)),
  };
});

function periodsOf(name: string): OffsetPeriod[] {
  let at = Temporal.Instant.from(`${FIRST_YEAR - 1}-12-31T00:00:00Z`).toZonedDateTimeISO(name);
  const end = Date.UTC(LAST_YEAR + 2);
  const periods: OffsetPeriod[] = [{ from: Number.NEGATIVE_INFINITY, offset: offsetOf(at) }];
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= end) return periods;
    const offset = offsetOf(next);
    // A transition may change only the name, or only whether it is summer time.
    if (offset !== periods.at(-1)?.offset) periods.push({ from: next.epochMilliseconds / 1000, offset });
    at = next;
  }
}

function offsetOf(time: Temporal.ZonedDateTime): number {
  return time.offsetNanoseconds / 1e9;
}

function unmistakable(periods: readonly OffsetPeriod[], moment: number): LocalDateTime | null {
  const at = periodAt(periods, moment);
  const period = periods[at];
  if (period === undefined || period.offset % 60 !== 0) return null;
  const clock = moment + period.offset;
  if (clock < Date.UTC(FIRST_YEAR) / 1000 || clock >= Date.UTC(LAST_YEAR + 1) / 1000) return null;
  const before = periods[at - 1];
  const after = periods[at + 1];
  if (before !== undefined && clock - before.offset < period.from) return null;
  if (after !== undefined && clock - after.offset >= after.from) return null;
  return localDateTime(clock);
}

/** Index of the period that a moment is in. */
function periodAt(periods: readonly OffsetPeriod[], moment: number): number {
  let low = 0;
  let high = periods.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((periods[middle]?.from ?? 0) <= moment) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @param clock seconds since a clock showed 1970-01-01T00:00:00 */
export function localDateTime(clock: number): LocalDateTime {
  return timestampOf(clock).slice(0, -1);
}
