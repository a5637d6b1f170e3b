import { timestampOf, type Timestamp } from '#catalogue/timestamp.ts';
import type { SourceTalk } from './source-talk.ts';
import { exists, wallSeconds, type Zone } from './wall-clock.ts';

/** A moment, and how it was written. */
export interface WrittenTime extends Pick<SourceTalk, 'clock' | 'zone'> {
  readonly at: Timestamp;
}

/**
 * A date, or a date and time of day, of ISO 8601 or RFC 3339; a space may replace the T.
 *
 * @param zone for times without an offset
 * @returns undefined when it is invalid; for a date, its midnight
 */
export function isoTime(text: string, zone: Zone): WrittenTime | undefined {
  const [found, date = '', time, offset] = ISO.exec(text.trim()) ?? [];
  if (found === undefined) return undefined;
  const wall = wallOf(date, time);
  const ahead = offset === undefined ? 0 : offsetOf(offset);
  if (wall === undefined || ahead === undefined) return undefined;
  const utc = offset === undefined ? zone.toUtc(wall) : wall - ahead;
  if (utc >= AFTER_LAST) return undefined;
  const at = timestampOf(utc);
  if (offset !== undefined) return { at, clock: 'moment', zone: '' };
  return { at, clock: time === undefined ? 'all-day' : 'floating', zone: zone.name };
}

const ISO =
  /^(\d{4}-?\d\d-?\d\d)(?:(?:T|t| {1,2})(\d\d(?::?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?)\s?(Z|z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Local time in seconds; undefined when the date or time is invalid. */
function wallOf(date: string, time = ''): number | undefined {
  const days = date.replaceAll('-', '');
  const hours = time.replaceAll(':', '');
  const hour = Number(hours.slice(0, 2));
  const minute = Number(hours.slice(2, 4));
  const second = Number(hours.slice(4, 6));
  const clock = {
    year: Number(days.slice(0, 4)),
    month: Number(days.slice(4, 6)),
    day: Number(days.slice(6)),
    hour,
    minute,
    second: second === 60 ? 59 : second,
  };
  // Some people and programs write 24:00 for midnight at the end of the day.
  const isEndOfDay = hour === 24 && minute === 0 && second === 0;
  return exists(isEndOfDay ? { ...clock, hour: 0 } : clock) ? wallSeconds(clock) : undefined;
}

/** Start of the year 10000, in seconds: timestamps have four-digit years. */
const AFTER_LAST = Date.UTC(10_000) / 1000;

/** Offset from UTC in seconds: `+01:00`, `-0530`, `+01`, `Z`; undefined when it is not an offset. */
export function offsetOf(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 18 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/** `PT1H30M` in seconds, with days of 24 hours; undefined when it is invalid. For calendars see icalendar-time.ts. */
export function isoDuration(text: string): number | undefined {
  const found = DURATION.exec(text.trim());
  if (found === null) return undefined;
  const numbers = found.slice(1).map((number: string | undefined) => Number(number ?? 0));
  return numbers.reduce((sum, number, index) => sum + number * (UNITS[index] ?? 0), 0);
}

const DURATION =
  /^P(?=\d|T\d)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6}(?:\.\d{1,9})?)H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.\d{1,9})?S)?)?$/i;
const UNITS = [7 * 86_400, 86_400, 3600, 60, 1];
