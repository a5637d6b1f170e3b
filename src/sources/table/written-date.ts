import type { DateOrder } from '../source-format.ts';
import { monthNamed, weekdayNamed } from '../month-names.ts';
import { exists } from '../wall-clock.ts';
import { clocksAlone, clocksIn } from './written-clock.ts';
import type { FoundClocks, WrittenClocks } from './written-clock.ts';
import { isZoneWord } from './written-zone.ts';

export interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A date; or, if written in digits, the valid dates by order of day, month and year, at least one. */
export type WrittenDay = CivilDay | ReadonlyMap<DateOrder, CivilDay>;

export function isInQuestion(day: WrittenDay | undefined): day is ReadonlyMap<DateOrder, CivilDay> {
  return day instanceof Map;
}

/** A date, a time of day, or both. */
export interface WrittenDate {
  /** Undefined for a time alone. */
  readonly day: WrittenDay | undefined;
  readonly clocks: WrittenClocks | undefined;
  /** As written; `''` when absent. */
  readonly zone: string;
  /** The year was derived from the weekday. */
  readonly isYearless: boolean;
}

/** Why a text is not a date. */
export type NoDate = 'unreadable' | 'no-such-day' | 'no-such-time' | 'no-day' | 'no-year' | 'other-weekday';

/** Characters of a date with everything around it. */
const LONGEST = 100;

/**
 * Parses a date with an optional time of day or span, as people write them in English, German, French and Spanish: ISO
 * 8601, 28/09/2024 14:00, 9/28/24 2pm, 28.09.2024, Tuesday 27 October 2026 at 5pm BST, 27-Oct-26. Any unknown word
 * makes it invalid. A date without a year needs its weekday, and is the nearest such date.
 *
 * @param thisYear to find the year of a date without one
 */
export function writtenDate(text: string, thisYear: number): WrittenDate | NoDate {
  const written = plain(text);
  if (written === '' || written.length > LONGEST) return 'unreadable';
  const iso = isoDateTime(written);
  if (iso !== undefined) return iso;
  const found = clocksIn(written);
  if (found === null) return 'no-such-time';
  const { zone, rest } = found === undefined ? { zone: '', rest: written } : withoutZone(found);
  const day = writtenDay(rest, thisYear);
  if (typeof day === 'string') return day;
  return { day: day.day, isYearless: day.isYearless, clocks: found?.clocks, zone };
}

/** A time of day or span, with nothing else but a zone. */
export function writtenTime(text: string): WrittenDate | NoDate {
  const written = plain(text);
  if (written === '' || written.length > LONGEST) return 'unreadable';
  const found = clocksAlone(written);
  if (found === null) return 'no-such-time';
  if (found === undefined) return 'unreadable';
  const { zone, rest } = withoutZone(found);
  if (words(rest).length > 0) return 'unreadable';
  return { day: undefined, isYearless: false, clocks: found.clocks, zone };
}

/** Lower-case, without accents, with uniform dashes and spaces. */
function plain(text: string): string {
  return text
    .slice(0, LONGEST * 4)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
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

/** Words without meaning in dates. */
const FILLERS = new Set(
  'a at am um on the of le la el les den der de del dem du d vom uhr al st nd rd th er eme ,'.split(' '),
);

function words(text: string): string[] {
  const found = text.match(/\d+|\p{L}+|[^\s\d\p{L}]/gu) ?? [];
  return found.filter((word) => !FILLERS.has(word) && word !== '-' && word !== '.' && word !== ';');
}

interface FoundDay {
  readonly day: WrittenDay;
  readonly isYearless: boolean;
}

const NUMBERS = /^(\d{1,4}) ?([/.-]) ?(\d{1,2})(?: ?\2 ?(\d{4}|\d{2}))?\.?$/;

function writtenDay(text: string, thisYear: number): FoundDay | NoDate {
  const weekdays: number[] = [];
  // Names may touch numbers: “27Oct2026”, “27th”.
  const rest = text.replace(/\p{L}+\.?/gu, (word) => {
    const weekday = weekdayNamed(word.replace('.', ''));
    if (weekday === undefined) return word;
    weekdays.push(weekday);
    return ' ';
  });
  const [weekday, second] = weekdays;
  if (second !== undefined) return 'unreadable';
  const numbers = NUMBERS.exec(trimmed(rest));
  return numbers === null ? dayInWords(words(rest), weekday, thisYear) : dayInNumbers(numbers, weekday, thisYear);
}

/** Strips words and punctuation around a date in digits. */
function trimmed(text: string): string {
  const [, inner = ''] =
    /^(?:[\s,;()]|\b(?:am|on|den|le|el|the|um|at|a|vom)\b|-\s)*(.*?)(?:[\s,;()]|\s-|\b(?:at|um|a)\b)*$/.exec(text) ??
    [];
  return inner;
}

function dayInWords(found: readonly string[], weekday: number | undefined, thisYear: number): FoundDay | NoDate {
  const isNumber = (word: string): boolean => /^\d+$/.test(word);
  const numbers = found.filter(isNumber);
  const [name, more] = found.filter((word) => !isNumber(word));
  const month = name === undefined || more !== undefined ? undefined : monthNamed(name);
  if (month === undefined) return /^\d{8}$/.test(found.join('')) ? compactDay(found.join('')) : 'unreadable';
  const [first = '', last, tooMuch] = numbers;
  if (tooMuch !== undefined || numbers.length === 0) return 'unreadable';
  if (last === undefined) {
    if (first.length === 4) return 'no-day';
    return yearless([{ month, day: Number(first) }], weekday, thisYear);
  }
  const [day, year] = first.length > 2 ? [last, first] : [first, last];
  if (day.length > 2 || (year.length !== 4 && year.length !== 2)) return 'unreadable';
  return certain({ year: fullYear(year), month, day: Number(day) }, weekday);
}

function compactDay(digits: string): FoundDay | NoDate {
  const day = { year: Number(digits.slice(0, 4)), month: Number(digits.slice(4, 6)), day: Number(digits.slice(6)) };
  return certain(day, undefined);
}

function certain(day: CivilDay, weekday: number | undefined): FoundDay | NoDate {
  if (!isDay(day)) return 'no-such-day';
  return weekday === undefined || weekdayOf(day) === weekday ? { day, isYearless: false } : 'other-weekday';
}

/** Positions of year, month and day. */
const PLACES: readonly (readonly [DateOrder, readonly [number, number, number]])[] = [
  ['dmy', [2, 1, 0]],
  ['mdy', [2, 0, 1]],
  ['ymd', [0, 1, 2]],
];

function dayInNumbers(found: readonly string[], weekday: number | undefined, thisYear: number): FoundDay | NoDate {
  const [, first = '', , second = '', third] = found;
  if (third === undefined) {
    if (first.length > 2) return 'no-day';
    const days = [
      { month: Number(second), day: Number(first) },
      { month: Number(first), day: Number(second) },
    ];
    return yearless(days, weekday, thisYear);
  }
  if (first.length === 3 || (first.length === 4 && third.length === 4)) return 'unreadable';
  if (first.length === 4) return certain({ year: Number(first), month: Number(second), day: Number(third) }, weekday);
  const days = daysByOrder([first, second, third]);
  if (days.length === 0) return 'no-such-day';
  const fitting = days.filter(([, day]) => weekday === undefined || weekdayOf(day) === weekday);
  return fitting.length === 0 ? 'other-weekday' : { day: new Map(fitting), isYearless: false };
}

/** Valid dates by order. A four-digit year is never first here. */
function daysByOrder(numbers: readonly string[]): [DateOrder, CivilDay][] {
  return PLACES.flatMap(([order, [year, month, day]]): [DateOrder, CivilDay][] => {
    if (order === 'ymd' && numbers[2]?.length === 4) return [];
    const civil = { year: fullYear(numbers[year] ?? ''), month: Number(numbers[month]), day: Number(numbers[day]) };
    return isDay(civil) ? [[order, civil]] : [];
  });
}

/** Years on either side: a date has the same weekday again after five, six or eleven years. */
const NEARBY = 3;

function yearless(
  days: readonly Omit<CivilDay, 'year'>[],
  weekday: number | undefined,
  thisYear: number,
): FoundDay | NoDate {
  if (weekday === undefined) return 'no-year';
  const found: [DateOrder, CivilDay][] = [];
  for (const [index, day] of days.entries()) {
    for (const distance of [0, 1, -1, 2, -2, NEARBY, -NEARBY]) {
      const civil = { year: thisYear + distance, ...day };
      if (!isDay(civil) || weekdayOf(civil) !== weekday) continue;
      found.push([index === 0 ? 'dmy' : 'mdy', civil]);
      break;
    }
  }
  const [only] = found;
  if (only === undefined) return 'other-weekday';
  return { day: days.length === 1 ? only[1] : new Map(found), isYearless: true };
}

/** Two digits as in POSIX: 69 to 99 are 19xx. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

function isDay(day: CivilDay): boolean {
  return exists({ ...day, hour: 0, minute: 0, second: 0 });
}

/** 0 is Sunday. */
function weekdayOf({ year, month, day }: CivilDay): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDay();
}
