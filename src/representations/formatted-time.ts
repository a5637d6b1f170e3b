import { Temporal } from 'temporal-polyfill';
import { rememberedDate } from '#catalogue/all-day.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Talk } from '#catalogue/talk.ts';
import { secondsOf, type Timestamp, timestampOf } from '#catalogue/timestamp.ts';
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

/** A moment as the service's clock shows it, for programs. */
interface ZonedTime {
  /** `2015-10-06` */
  readonly date: string;
  /** `11:00` */
  readonly clock: string;
  /** RFC 3339 with the zone's offset at that moment, `2015-10-06T11:00:00+01:00`; in UTC (`Z`) where the offset is none of whole minutes, as before there was standard time. */
  readonly withOffset: string;
}

export type ZonedTimes = (timestamp: Timestamp) => ZonedTime;

/** Writes moments as they are in one time zone (an IANA name). */
export const zonedTimes = memoize((timeZone: string): ZonedTimes => {
  const offsetAt = offsets(timeZone);
  return (timestamp) => zoned(timestamp, offsetAt(Date.parse(timestamp)));
});

/** @param offset in milliseconds */
function zoned(timestamp: Timestamp, offset: number): ZonedTime {
  const local = new Date(Date.parse(timestamp) + offset).toISOString();
  // RFC 3339 has four digits for the year: in the last hours of 9999, and the first of 0000, there is only UTC.
  if (local.length > 24) return { date: timestamp.slice(0, 10), clock: timestamp.slice(11, 16), withOffset: timestamp };
  const withOffset = offset % 60_000 === 0 ? local.slice(0, 19) + offsetText(offset / 60_000) : timestamp;
  return { date: local.slice(0, 10), clock: local.slice(11, 16), withOffset };
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

type Times = Pick<Talk, 'allDay' | 'start' | 'end'>;

/**
 * From when to when, in words: `Tuesday 6 October 2015, 11:00–12:30 (Europe/London)`. Days have no time zone: `Sunday 31
 * October 2027`, `31 October – 4 November 2027`.
 */
export function inWords({ allDay, start, end }: Times, timeZone: string): string {
  const local = localTimes(timeZone);
  const clock = clocks(timeZone);
  const [from, to] = [local(start).day, local(allDay ? lastMoment({ end }) : end).day];
  if (allDay) return daysInWords(from, to);
  let words = `${from}, ${clock(start)}`;
  if (end !== start) words += from === to ? `–${clock(end)}` : ` – ${to}, ${clock(end)}`;
  return `${words} (${timeZone})`;
}

/** @param first like `last`, with its weekday */
function daysInWords(first: string, last: string): string {
  if (first === last) return first;
  const [, day = '', month = '', year = ''] = first.split(' ');
  const [, lastDay = '', lastMonth = '', lastYear = ''] = last.split(' ');
  if (year !== lastYear) return `${day} ${month} ${year} – ${lastDay} ${lastMonth} ${lastYear}`;
  return month === lastMonth
    ? `${day}–${lastDay} ${month} ${year}`
    : `${day} ${month} – ${lastDay} ${lastMonth} ${year}`;
}

/** The start, in words, without the zone: `Tuesday 6 October 2015, 11:00`; of an all-day talk as `inWords`. */
export function startInWords(times: Times, timeZone: string): string {
  if (times.allDay) return inWords(times, timeZone);
  return `${localTimes(timeZone)(times.start).day}, ${clocks(timeZone)(times.start)}`;
}

/** `11:00`; `01:30 BST` in the hour that clocks show twice when they are put back. */
const clocks = memoize((timeZone: string): ((timestamp: Timestamp) => string) => {
  const zone = repeatedHours('en-GB', timeZone);
  return (timestamp) => localTimes(timeZone)(timestamp).time + zone(timestamp);
});

/** When a talk was to begin before it was moved, in words; `''` if it was not, or is back, or only got hours. */
export function previousInWords({ talk, history }: TalkDetails, timeZone: string): string {
  const { previousStart } = history;
  if (previousStart === null) return '';
  const date = rememberedDate(previousStart);
  if (date === undefined) {
    const isBack = previousStart === talk.start && !talk.allDay;
    return isBack ? '' : startInWords({ allDay: false, start: previousStart, end: previousStart }, timeZone);
  }
  return date === zonedTimes(timeZone)(talk.start).date ? '' : localTimes('UTC')(`${date}T00:00:00Z`).day;
}

/** A moment on the last day of a talk: a talk that ends at midnight ends on the day before. */
export function lastMoment({ end }: Pick<Talk, 'end'>): Timestamp {
  return timestampOf(secondsOf(end) - 1);
}

/** The dates of an all-day talk in the service's time zone, `yyyy-mm-dd`: the first, the last, and the one after it. */
export function datesOf(
  { start, end }: Pick<Talk, 'start' | 'end'>,
  zoned: ZonedTimes,
): readonly [string, string, string] {
  return [zoned(start).date, zoned(lastMoment({ end })).date, zoned(end).date];
}

/** RFC 822's date with RFC 1123's year, as RSS has it: `Tue, 01 Sep 2015 08:07:06 GMT`. */
export function mailDate(timestamp: Timestamp): string {
  return new Date(timestamp).toUTCString();
}

/** The constant last change of a document without talks. */
export const NEVER: Timestamp = timestampOf(0);

/** Whole minutes from one moment to a later one. */
export function minutesBetween(start: Timestamp, end: Timestamp): number {
  return Math.floor((secondsOf(end) - secondsOf(start)) / 60);
}
