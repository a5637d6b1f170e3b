import { Temporal } from 'temporal-polyfill';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { memoize } from './memoize.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A moment as the service's clock shows it, in English. */
export interface LocalTime {
  /** `6 October 2015, 11:00`: the wire's `formatted_date`, day and hour without a leading zero. */
  readonly date: string;
  /** `09:00`: the wire's `formatted_time`. */
  readonly time: string;
  /** `Tuesday 6 October 2015`, for people. */
  readonly day: string;
}

type LocalTimes = (timestamp: Timestamp) => LocalTime;

/** Writes moments as they are in one time zone (an IANA name). */
export const localTimes = memoize((timeZone: string): LocalTimes => {
  const offsetAt = offsets(timeZone);
  return (timestamp) => {
    const utc = Date.parse(timestamp);
    const local = new Date(utc + offsetAt(utc));
    const date = `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()] ?? ''} ${local.getUTCFullYear()}`;
    const hour = local.getUTCHours();
    const minute = local.getUTCMinutes();
    const minutes = minute < 10 ? `0${minute}` : String(minute);
    return {
      date: `${date}, ${hour}:${minutes}`,
      time: hour < 10 ? `0${hour}:${minutes}` : `${hour}:${minutes}`,
      day: `${WEEKDAYS[local.getUTCDay()] ?? ''} ${date}`,
    };
  };
});

const DAY = 86_400_000;

/**
 * Names the zone of a moment, after a space, if clocks show the same time twice that day: ` BST`, ` GMT`, ` UTC-4`; else
 * `''`.
 * @param locale BCP 47
 */
export function repeatedHours(locale: string, timeZone: string): (timestamp: Timestamp) => string {
  const offsetAt = offsets(timeZone);
  let format: Intl.DateTimeFormat | undefined;
  return (timestamp) => {
    const utc = Date.parse(timestamp);
    const own = offsetAt(utc);
    const others = [offsetAt(utc - DAY), offsetAt(utc + DAY)].filter((offset) => offset !== own);
    // The other moment at which clocks show this time, if they do.
    if (!others.some((offset) => offsetAt(utc + own - offset) === offset)) return '';
    format ??= new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
    const name = format.formatToParts(utc).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name === '' ? '' : ` ${name}`;
  };
}
/** Some fifty years of days: more than a catalogue spans, and still a few hundred kilobytes. */
const MAX_DAYS = 20_000;

/**
 * A zone's offset from UTC in milliseconds. Asking the time-zone data costs several microseconds and hundreds of
 * thousands of talks are written, so the answer is kept for each UTC day; on the few days on which it changes it is
 * asked for anew.
 */
export function offsets(timeZone: string): (utc: number) => number {
  const days = new Map<number, number | undefined>();
  const ask = (utc: number): number =>
    Temporal.Instant.fromEpochMilliseconds(utc).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
  return (utc) => {
    const day = Math.floor(utc / DAY);
    let offset = days.get(day);
    if (offset === undefined && !days.has(day)) {
      const atStart = ask(day * DAY);
      offset = atStart === ask((day + 1) * DAY) ? atStart : undefined;
      if (days.size >= MAX_DAYS) days.clear();
      days.set(day, offset);
    }
    return offset ?? ask(utc);
  };
}
