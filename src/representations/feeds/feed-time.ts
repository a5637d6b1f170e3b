import { secondsOf, timestampOf, type Timestamp } from '#catalogue/timestamp.ts';
import { localTimes, offsets } from '../formatted-time.ts';
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

/** From when to when, in words: `Tuesday 6 October 2015, 11:00–12:30 (Europe/London)`. */
export function inWords(start: Timestamp, end: Timestamp, timeZone: string): string {
  const local = localTimes(timeZone);
  const from = local(start);
  const to = local(end);
  let words = `${from.day}, ${from.time}`;
  if (end !== start) words += from.day === to.day ? `–${to.time}` : ` – ${to.day}, ${to.time}`;
  return `${words} (${timeZone})`;
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
