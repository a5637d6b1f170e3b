import { rememberedDate } from '#catalogue/all-day.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Talk } from '#catalogue/talk.ts';
import { secondsOf, timestampOf, type Timestamp } from '#catalogue/timestamp.ts';
import { localTimes, offsets, repeatedHours } from '../formatted-time.ts';
import { memoize } from '../memoize.ts';

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
