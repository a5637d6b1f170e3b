import { unaccented } from '#catalogue/folding.ts';
import { clocksAlone, clocksIn } from './written-clock.ts';
import type { FoundClocks, WrittenClocks } from './written-clock.ts';
import { isDay, dateWords } from './written-day.ts';
import type { NoDate, WrittenDay } from './written-day.ts';
import { halvesOf, writtenDays } from './written-days.ts';
import { isZoneWord } from './written-zone.ts';

/** A date, a time of day, or both. */
export interface WrittenDate {
  /** Undefined: only a time. */
  readonly day: WrittenDay | undefined;
  /** Last day, if it spans several. */
  readonly last?: WrittenDay | undefined;
  readonly clocks: WrittenClocks | undefined;
  /** As written; `''` when absent. */
  readonly zone: string;
  /** True: the year was derived from the weekday. */
  readonly isYearless: boolean;
}

/** Longest date, with everything around it, in characters. */
const MAX_LENGTH = 100;

/**
 * Parses a date with an optional time of day or span, as people write them in English, German, French and Spanish: ISO
 * 8601, 28/09/2024 14:00, 9/28/24 2pm, 28.09.2024, Tuesday 27 October 2026 at 5pm BST, 27-Oct-26, 12–15 July 2026. Any
 * unknown word makes it invalid. A date without a year needs its weekday, and is the nearest such date.
 *
 * @param thisYear to find the year of a date without one
 */
export function writtenDate(text: string, thisYear: number): WrittenDate | NoDate {
  const written = plain(text);
  if (written === '' || written.length > MAX_LENGTH) return 'unreadable';
  const date = plainDate(written, thisYear);
  return date === 'unreadable' ? (betweenTimes(written, thisYear) ?? date) : date;
}

/** @param written as returned by `plain` */
function plainDate(written: string, thisYear: number): WrittenDate | NoDate {
  const iso = isoDateTime(written);
  if (iso !== undefined) return iso;
  const found = clocksIn(written);
  if (found === null) return 'no-such-time';
  const { zone, rest } = found === undefined ? { zone: '', rest: written } : withoutZone(found);
  const days = writtenDays(rest, thisYear);
  return typeof days === 'string' ? days : { ...days, clocks: found?.clocks, zone };
}

/** From a time on one day to a time on another: 12 July 2026 10:00 – 15 July 2026 12:00. */
function betweenTimes(written: string, thisYear: number): WrittenDate | undefined {
  for (const halves of halvesOf(written)) {
    const [first, last] = halves.map((half) => plainDate(half, thisYear));
    if (typeof first !== 'object' || typeof last !== 'object') continue;
    const isOne = [first, last].every(({ clocks, isYearless, last: more }) => {
      return clocks !== undefined && clocks.end === undefined && !isYearless && more === undefined;
    });
    if (!isOne || first.clocks === undefined || (first.zone !== '' && first.zone !== last.zone)) continue;
    const clocks = { start: first.clocks.start, end: last.clocks?.start };
    return { day: first.day, last: last.day, isYearless: false, clocks, zone: last.zone };
  }
  return undefined;
}

/** A time of day or span, and perhaps a zone. */
export function writtenTime(text: string): WrittenDate | NoDate {
  const written = plain(text);
  if (written === '' || written.length > MAX_LENGTH) return 'unreadable';
  const found = clocksAlone(written);
  if (found === null) return 'no-such-time';
  if (found === undefined) return 'unreadable';
  const { zone, rest } = withoutZone(found);
  if (dateWords(rest).length > 0) return 'unreadable';
  return { day: undefined, isYearless: false, clocks: found.clocks, zone };
}

/** Lower-case, without accents, with uniform dashes and spaces. */
function plain(text: string): string {
  return unaccented(text.slice(0, MAX_LENGTH * 4))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/gu, ' ')
    .trim();
}

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)([t ] ?)(\d\d):?(\d\d)(:?\d\d(?:[.,]\d{1,9})?)? ?(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?$/;

/** RFC 3339 and ISO 8601, basic and extended; undefined for other formats. */
function isoDateTime(text: string): WrittenDate | NoDate | undefined {
  const [found, year, month, day, separator = '', hour, minute, second, zone = ''] = ISO.exec(text) ?? [];
  if (found === undefined) return undefined;
  const seconds = Math.min(59, Math.trunc(Number(second?.replace(':', '').replace(',', '.') ?? 0)));
  const start = Number(hour) * 3600 + Number(minute) * 60 + seconds;
  if (separator.startsWith(' ') && second === undefined && isLater(zone, start)) return undefined;
  const civil = { year: Number(year), month: Number(month), day: Number(day) };
  if (!isDay(civil)) return 'no-such-day';
  if (Number(minute) > 59 || start > 86_400) return 'no-such-time';
  return { day: civil, clocks: { start, end: undefined }, zone, isYearless: false };
}

/** “2026-10-27 10:00-11:00” is a span: an offset follows a T or seconds. */
function isLater(zone: string, start: number): boolean {
  const [, hour, minute] = /^-(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 > start;
}

const ZONE =
  /^ ?(?:(\()|(?<![a-z]))((?:utc|gmt)? ?[+-]\d{1,2}(?::?\d{2})?(?!\d)|z(?![a-z])|[a-z]+(?:\/[a-z0-9_+-]+){1,2}|[a-z]{1,5}(?![a-z]))\)?/;

/** The text around the time of day, and the zone after it. */
function withoutZone({ before, after }: FoundClocks): { readonly zone: string; readonly rest: string } {
  const [found = '', , name = ''] = ZONE.exec(after) ?? [];
  const isZone = /^(?:utc|gmt)? ?[+-]\d/.test(name) || isZoneWord(name);
  return isZone
    ? { zone: name.trim(), rest: `${before} ${after.slice(found.length)}` }
    : { zone: '', rest: `${before} ${after}` };
}
