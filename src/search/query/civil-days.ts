/* Apart from calendar-date.ts, so that commands that only read dates need not load Temporal. */
import type { Day } from './calendar-date.ts';

/** A month of the Gregorian calendar. */
export interface Month {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** A week of ISO 8601: it begins on Monday, and week 1 is the one with the year's first Thursday. */
export interface Week {
  /** The year that has most of its days; the others may be in the year before or after. */
  readonly year: number;
  /** 1 to 53. */
  readonly week: number;
}

const MILLISECONDS_A_DAY = 86_400_000;
const DAYS_A_WEEK = 7;
/** 1 January 1970 was a Thursday, the fourth day of its week. */
const DAYS_BEFORE_DAY_0 = 3;

/** The years that calendars can show: those of four digits, with whole weeks at both ends. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9998;

/** `yyyy-mm-dd`, for days in the years 0 to 9999. */
export function dateText(day: Day): string {
  const date = new Date(day * MILLISECONDS_A_DAY);
  return `${digits(date.getUTCFullYear(), 4)}-${digits(date.getUTCMonth() + 1, 2)}-${digits(date.getUTCDate(), 2)}`;
}

/** From 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: Day): number {
  return (((day + DAYS_BEFORE_DAY_0) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK;
}

export function monthOf(day: Day): Month {
  const date = new Date(day * MILLISECONDS_A_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** The month `months` later, or earlier if negative. Undefined outside the years that calendars can show. */
export function monthAfter({ year, month }: Month, months: number): Month | undefined {
  const counted = year * 12 + month - 1 + months;
  return known({ year: Math.floor(counted / 12), month: (((counted % 12) + 12) % 12) + 1 });
}

function firstDayOf({ year, month }: Month): Day {
  const day = dayOf(year, month, 1);
  if (day === undefined) throw new RangeError(`no such month: ${String(year)}-${String(month)}`);
  return day;
}

/** The days of a month in whole weeks from Monday, filled up with days of the months before and after. */
export function weeksOf(month: Month): Day[][] {
  const first = firstDayOf(month);
  const next = firstDayOf(
    month.month === 12 ? { year: month.year + 1, month: 1 } : { ...month, month: month.month + 1 },
  );
  const weeks: Day[][] = [];
  for (let monday = mondayBefore(first); monday < next; monday += DAYS_A_WEEK) weeks.push(weekFrom(monday));
  return weeks;
}

/** The seven days of a week. */
export function daysOf(week: Week): Day[] {
  return weekFrom(mondayOf(week));
}

export function weekOf(day: Day): Week {
  // A week belongs to the year of its Thursday.
  const thursday = mondayBefore(day) + 3;
  const { year } = monthOf(thursday);
  // The first days of the year 0 are in a week of the year before, which no day is read from.
  const newYear = new Date(0).setUTCFullYear(year, 0, 1) / MILLISECONDS_A_DAY;
  return { year, week: Math.floor((thursday - newYear) / DAYS_A_WEEK) + 1 };
}

/** The week `weeks` later, or earlier if negative. Undefined outside the years that calendars can show. */
export function weekAfter(week: Week, weeks: number): Week | undefined {
  return known(weekOf(mondayOf(week) + weeks * DAYS_A_WEEK));
}

export function monthText({ year, month }: Month): string {
  return `${digits(year, 4)}-${digits(month, 2)}`;
}

export function weekText({ year, week }: Week): string {
  return `${digits(year, 4)}-W${digits(week, 2)}`;
}

/** Reads `yyyy-mm`; undefined for any other text, and for months that do not exist or that calendars cannot show. */
export function readMonth(text: string): Month | undefined {
  const [, year = '', month = ''] = /^([0-9]{4})-([0-9]{2})$/.exec(text) ?? [];
  const read = { year: Number(year), month: Number(month) };
  return read.month >= 1 && read.month <= 12 ? known(read) : undefined;
}

/** Reads `yyyy-mm-dd`, like readMonth. */
export function readDay(text: string): Day | undefined {
  const [year = 0, month = 0, day = 0] = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? text.split('-').map(Number) : [];
  return known({ year }) === undefined ? undefined : dayOf(year, month, day);
}

/** The day `days` later, or earlier if negative. Undefined outside the years that calendars can show. */
export function dayAfter(day: Day, days: number): Day | undefined {
  return known(monthOf(day + days)) === undefined ? undefined : day + days;
}

/** Reads `yyyy-Www`, like readMonth; week 53 only in years that have one. */
export function readWeek(text: string): Week | undefined {
  const [, year = '', week = ''] = /^([0-9]{4})-W([0-9]{2})$/.exec(text) ?? [];
  const read = known({ year: Number(year), week: Number(week) });
  if (read === undefined || read.week < 1) return undefined;
  const found = weekOf(mondayOf(read));
  return found.year === read.year && found.week === read.week ? read : undefined;
}

function known<T extends { readonly year: number }>(of: T): T | undefined {
  return of.year >= FIRST_YEAR && of.year <= LAST_YEAR ? of : undefined;
}

/** 4 January is always in week 1. */
function mondayOf({ year, week }: Week): Day {
  return mondayBefore(firstDayOf({ year, month: 1 }) + 3) + (week - 1) * DAYS_A_WEEK;
}

/** The Monday of a day's week. */
function mondayBefore(day: Day): Day {
  return day - weekdayOf(day);
}

function weekFrom(monday: Day): Day[] {
  return Array.from({ length: DAYS_A_WEEK }, (_, index) => monday + index);
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

const DAYS_IN_400_YEARS = 146_097;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The day with this year, month (1–12) and day of the month; undefined if there is none. */
export function dayOf(year: number, month: number, dayOfMonth: number): Day | undefined {
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  const length = (DAYS_IN_MONTH[month - 1] ?? 0) + leapDay;
  if (!(year >= 0 && dayOfMonth >= 1 && dayOfMonth <= length)) return undefined;
  // Date.UTC takes the years 0 to 99 as 1900 to 1999; the calendar repeats every 400 years.
  return Date.UTC(year + 400, month - 1, dayOfMonth) / MILLISECONDS_A_DAY - DAYS_IN_400_YEARS;
}

interface DateText {
  readonly day: Day;
  /** Written `dd/mm/yy` or `dd/mm/yyyy`, which is deprecated. */
  readonly deprecated: boolean;
}

/** Reads `yyyy-mm-dd`, `dd/mm/yy` and `dd/mm/yyyy`; undefined for any other text and for dates that do not exist. */
export function readDate(text: string): DateText | undefined {
  const deprecated = text.charAt(2) === '/';
  const day = deprecated ? readSlashed(text) : readDashed(text);
  return day === undefined ? undefined : { day, deprecated };
}

function readDashed(text: string): Day | undefined {
  if (text.length !== 10 || text.charAt(4) !== '-' || text.charAt(7) !== '-') return undefined;
  return dayOf(numberIn(text, 0, 4), numberIn(text, 5, 7), numberIn(text, 8, 10));
}

function readSlashed(text: string): Day | undefined {
  if ((text.length !== 8 && text.length !== 10) || text.charAt(5) !== '/') return undefined;
  const written = numberIn(text, 6, text.length);
  // As in POSIX: years 00–68 are 2000–2068, 69–99 are 1969–1999.
  const year = text.length === 10 ? written : written <= 68 ? 2000 + written : 1900 + written;
  return dayOf(year, numberIn(text, 3, 5), numberIn(text, 0, 2));
}

/** The number between `start` and `end` (exclusive); NaN if not all characters there are digits. */
function numberIn(text: string, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}
