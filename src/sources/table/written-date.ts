import { unaccented } from '#catalogue/folding.ts';
import { CalendarZones, zoneOfCity } from '../icalendar/icalendar-zones.ts';
import type { Zone } from '../wall-clock.ts';
import { dateWords, halvesOf, isDay, type NoDate, type WrittenDay, writtenDays } from './written-day.ts';
import abbreviations from './zone-abbreviations.json' with { type: 'json' };

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
  const isZone =
    /^(?:utc|gmt)? ?[+-]\d/.test(name) || ABBREVIATIONS.has(name) || AMBIGUOUS.test(name) || name.includes('/');
  return isZone
    ? { zone: name.trim(), rest: `${before} ${after.slice(found.length)}` }
    : { zone: '', rest: `${before} ${after}` };
}

/** Times of day as people write them, in seconds since midnight; 86,400 is the midnight at the end of the day. */
interface WrittenClocks {
  readonly start: number;
  /** End of a span such as 14:00–15:30. */
  readonly end: number | undefined;
}

interface FoundClocks {
  readonly clocks: WrittenClocks;
  /** Text before it. */
  readonly before: string;
  readonly after: string;
}

const CLOCK = String.raw`(\d{1,2})(?:([:.h])(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?(?: ?(am|pm|a\.m\.|p\.m\.|uhr|hrs|h)(?![a-z]))?`;
const SPAN = new RegExp(String.raw`(?<![\d.:/a-z-])${CLOCK}(?: ?(?:-|to|until|till|bis|a) ?${CLOCK})?(?![\d:/])`, 'g');
const MILITARY = /^([01]\d|2[0-3])([0-5]\d)(?:-([01]\d|2[0-3])([0-5]\d))?$/;

/**
 * Finds the first time of day, or span, in a longer text. It must have a colon or a suffix.
 *
 * @param text as returned by `plain`
 * @returns undefined when there is none; null for an invalid one
 */
function clocksIn(text: string): FoundClocks | null | undefined {
  for (const found of text.matchAll(SPAN)) {
    const [first, second] = partsOf(found);
    if (!isMarked(first) && !(second !== undefined && isMarked(second))) continue;
    const clocks = clocksOf(first, second);
    if (clocks === undefined) return null;
    return { clocks, before: text.slice(0, found.index), after: text.slice(found.index + found[0].length) };
  }
  return undefined;
}

/** As `clocksIn`, for a text with only a time and perhaps a zone: here 14.30 and 1430 are times, too. */
function clocksAlone(text: string): FoundClocks | null | undefined {
  const [, hour, minute, endHour, endMinute] = MILITARY.exec(text) ?? [];
  if (hour !== undefined) {
    const end = endHour === undefined ? undefined : Number(endHour) * 3600 + Number(endMinute) * 60;
    return { clocks: { start: Number(hour) * 3600 + Number(minute) * 60, end }, before: '', after: '' };
  }
  const dotted = /^\d{1,2}\.\d\d(?!\d)/.test(text) ? text.replace(/(?<!\d)(\d{1,2})\.(\d\d)(?!\d)/g, '$1:$2') : text;
  return clocksIn(dotted);
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly separator: string | undefined;
  readonly suffix: string | undefined;
}

function partsOf(found: RegExpExecArray): [Clock, Clock | undefined] {
  const first = clockAt(found, 1);
  return [first, found[6] === undefined ? undefined : clockAt(found, 6)];
}

function clockAt(found: readonly (string | undefined)[], at: number): Clock {
  const [hour, separator, minute = '0', second = '0', suffix] = found.slice(at, at + 5);
  return {
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    separator,
    suffix: suffix?.replaceAll('.', ''),
  };
}

function isMarked({ separator, suffix }: Clock): boolean {
  return suffix !== undefined || separator === ':' || separator === 'h';
}

function clocksOf(first: Clock, second: Clock | undefined): WrittenClocks | undefined {
  if (second === undefined) {
    const start = secondsOf(first, first.suffix);
    return start === undefined ? undefined : { start, end: undefined };
  }
  // “2–3pm”, “11–1pm” and “2pm–3”: one suffix applies to both times.
  const half = halfOf(second) ?? halfOf(first);
  const end = secondsOf(second, second.suffix ?? half);
  let start = secondsOf(first, first.suffix ?? half);
  if (halfOf(first) === undefined && half === 'pm' && start !== undefined && end !== undefined && start > end) {
    start = secondsOf(first, 'am');
  }
  return start === undefined || end === undefined ? undefined : { start, end };
}

function halfOf({ suffix }: Clock): 'am' | 'pm' | undefined {
  return suffix === 'am' || suffix === 'pm' ? suffix : undefined;
}

function secondsOf({ hour, minute, second }: Clock, suffix: string | undefined): number | undefined {
  if (minute > 59 || second > 60) return undefined;
  const seconds = minute * 60 + Math.min(second, 59);
  if (suffix === 'am' || suffix === 'pm') {
    // “14:00 pm”: the suffix is redundant.
    if (hour > 12) return hour < 24 && suffix === 'pm' ? hour * 3600 + seconds : undefined;
    return ((hour % 12) + (suffix === 'pm' ? 12 : 0)) * 3600 + seconds;
  }
  if (hour === 24 && seconds === 0) return 86_400;
  return hour < 24 ? hour * 3600 + seconds : undefined;
}

/** Abbreviations that people write after a time of day, and the offset or zone of each. */
const ABBREVIATIONS = new Map(Object.entries(abbreviations));

/** Abbreviations that stand for several zones. */
const AMBIGUOUS = /^(?:cst|ist|ast|sst)$/i;

/** In hours; no local time has ever been more than 16 ahead of UTC or behind it. */
const MAX_AHEAD = 18;

/** Finds zones by abbreviation, offset, IANA or Windows name, or city. */
export class WrittenZones {
  readonly #zones = new CalendarZones();

  /** Undefined when the name is unknown or ambiguous. */
  zone(name: string): Zone | undefined {
    const plain = name.trim();
    const hours = /^(?:utc|gmt)? ?[+-](\d{1,2})/i.exec(plain)?.[1];
    if (plain.length > 100 || AMBIGUOUS.test(plain) || Number(hours ?? 0) > MAX_AHEAD) return undefined;
    const known = ABBREVIATIONS.get(plain.toLowerCase());
    return this.#zones.zone(known ?? plain) ?? zoneOfCity(plain);
  }
}
