import { calendarTime, type CalendarTime, InvalidValue } from './icalendar-time.ts';

/** Remaining work allowed for an untrusted rule: days examined, plus times found. */
export class Budget {
  left: number;

  constructor(left: number) {
    this.left = left;
  }

  /** @throws Exhausted */
  spend(work: number): void {
    this.left -= work;
    if (this.left < 0) throw new Exhausted();
  }
}

/** Thrown when the budget is spent. */
export class Exhausted extends Error {
  override readonly name = 'Exhausted';
}

const DAY = 86_400;

/**
 * The times of a rule in order, in seconds since 1970-01-01T00:00:00, local time. The first is `start` itself, even if
 * it does not match. Ends after COUNT, and at `last`, which bounds endless rules. @throws Exhausted when the budget is
 * spent
 */
export function* recurrences(
  rule: RecurrenceRule,
  start: number,
  last: number,
  budget: Budget,
): Generator<number, void, void> {
  if (start > last) return;
  yield start;
  let count = 1;
  const expansion = new Expansion(rule, start, budget);
  for (const time of expansion.times(last)) {
    if (time <= start) continue;
    if (time > last || (rule.count !== undefined && count >= rule.count)) return;
    count++;
    yield time;
  }
}

/** A rule, with the parts that its start implies. */
class Expansion {
  readonly #rule: RecurrenceRule;
  readonly #budget: Budget;
  readonly #first: number;
  readonly #months: ReadonlySet<number>;
  readonly #monthDays: ReadonlySet<number>;
  readonly #plainDays: ReadonlySet<number>;
  readonly #nthDays: readonly Weekday[];
  readonly #yearDays: ReadonlySet<number>;
  readonly #weeks: ReadonlySet<number>;
  /** Seconds since midnight, in order. */
  readonly #times: readonly number[];

  constructor(rule: RecurrenceRule, start: number, budget: Budget) {
    this.#rule = rule;
    this.#budget = budget;
    this.#first = Math.floor(start / DAY);
    const given = { ...rule, ...implied(rule, calendarDay(this.#first)) };
    const isNth = ({ nth }: Weekday): boolean =>
      nth !== 0 && (rule.frequency === 'MONTHLY' || rule.frequency === 'YEARLY');
    this.#months = new Set(given.months);
    this.#monthDays = new Set(given.monthDays);
    this.#plainDays = new Set(given.weekdays.filter((weekday) => !isNth(weekday)).map(({ day }) => day));
    this.#nthDays = given.weekdays.filter(isNth);
    this.#yearDays = new Set(given.yearDays);
    this.#weeks = new Set(given.weeks);
    this.#times = timesOfDay(rule, start - this.#first * DAY);
  }

  *times(last: number): Generator<number, void, void> {
    const lastDay = Math.floor(last / DAY);
    for (const [from, to] of this.#periods(lastDay)) {
      this.#budget.spend(to - from);
      const days: number[] = [];
      for (let day = from; day < to; day++) if (this.#has(day)) days.push(day);
      this.#budget.spend(days.length * this.#times.length);
      yield* this.#placed(days);
    }
  }

  /** First day of each period, and the day after its last, up to `lastDay`. */
  *#periods(lastDay: number): Generator<readonly [number, number], void, void> {
    const { frequency, interval, weekStart } = this.#rule;
    const { year, month } = calendarDay(this.#first);
    const monday = this.#first - ((weekdayNumber(this.#first) - weekStart + 7) % 7);
    for (let i = 0; ; i += interval) {
      let period: readonly [number, number];
      if (frequency === 'DAILY') period = [this.#first + i, this.#first + i + 1];
      else if (frequency === 'WEEKLY') period = [monday + 7 * i, monday + 7 * (i + 1)];
      else if (frequency === 'MONTHLY') period = [dayNumberOf(year, month + i, 1), dayNumberOf(year, month + i + 1, 1)];
      else period = [dayNumberOf(year + i, 1, 1), dayNumberOf(year + i + 1, 1, 1)];
      if (period[0] > lastDay) return;
      yield period;
    }
  }

  /** Whether the rule includes the day. */
  #has(number: number): boolean {
    const day = calendarDay(number);
    if (this.#months.size > 0 && !this.#months.has(day.month)) return false;
    if (this.#monthDays.size > 0 && !this.#hasMonthDay(day)) return false;
    if (this.#yearDays.size > 0 && !this.#hasYearDay(day, number)) return false;
    if (this.#weeks.size > 0 && !this.#hasWeek(number)) return false;
    if (this.#plainDays.size === 0 && this.#nthDays.length === 0) return true;
    return (
      this.#plainDays.has(weekdayNumber(number)) || this.#nthDays.some((weekday) => this.#isNth(weekday, day, number))
    );
  }

  #hasMonthDay({ year, month, day }: CalendarDay): boolean {
    return this.#monthDays.has(day) || this.#monthDays.has(day - daysInMonth(year, month) - 1);
  }

  #hasYearDay({ year }: CalendarDay, number: number): boolean {
    const ofYear = number - dayNumberOf(year, 1, 1) + 1;
    const length = dayNumberOf(year + 1, 1, 1) - dayNumberOf(year, 1, 1);
    return this.#yearDays.has(ofYear) || this.#yearDays.has(ofYear - length - 1);
  }

  #hasWeek(number: number): boolean {
    const { week, weeks } = weekOfYear(number, this.#rule.weekStart);
    return this.#weeks.has(week) || this.#weeks.has(week - weeks - 1);
  }

  /** Whether the day is the nth in the month; in the year, for a yearly rule without months. */
  #isNth({ nth, day: weekday }: Weekday, { year, month, day }: CalendarDay, number: number): boolean {
    if (weekdayNumber(number) !== weekday) return false;
    const ofYear = this.#rule.frequency === 'YEARLY' && this.#months.size === 0;
    const before = ofYear ? number - dayNumberOf(year, 1, 1) : day - 1;
    const length = ofYear ? dayNumberOf(year + 1, 1, 1) - dayNumberOf(year, 1, 1) : daysInMonth(year, month);
    return nth > 0 ? Math.floor(before / 7) === nth - 1 : Math.floor((length - 1 - before) / 7) === -nth - 1;
  }

  /** Times on these days, limited to BYSETPOS. */
  #placed(days: readonly number[]): number[] {
    const times = days.flatMap((day) => this.#times.map((time) => day * DAY + time));
    const { positions } = this.#rule;
    if (positions.length === 0) return times;
    const picked = positions.map((position) => times.at(position > 0 ? position - 1 : position));
    return [...new Set(picked)].filter((time) => time !== undefined).sort((a, b) => a - b);
  }
}

/** Parts that the start implies where the rule lacks them (RFC 5545, 3.3.10, the table and the note after it). */
function implied(rule: RecurrenceRule, { month, day, number }: CalendarDay): Partial<RecurrenceRule> {
  const { frequency, months, weeks, yearDays, monthDays, weekdays } = rule;
  const saysDay = yearDays.length > 0 || monthDays.length > 0 || weekdays.length > 0;
  if (saysDay || frequency === 'DAILY') return {};
  if (frequency === 'WEEKLY' || weeks.length > 0) return { weekdays: [{ nth: 0, day: weekdayNumber(number) }] };
  if (frequency === 'MONTHLY') return { monthDays: [day] };
  return { months: months.length > 0 ? months : [month], monthDays: [day] };
}

function timesOfDay({ hours, minutes, seconds }: RecurrenceRule, start: number): number[] {
  const or = (given: readonly number[], otherwise: number): readonly number[] =>
    given.length > 0 ? given : [otherwise];
  const times = or(hours, Math.floor(start / 3600)).flatMap((hour) =>
    or(minutes, Math.floor(start / 60) % 60).flatMap((minute) =>
      or(seconds, start % 60).map((second) => hour * 3600 + minute * 60 + second),
    ),
  );
  return times;
}

/** FREQ of RRULE (RFC 5545, 3.3.10). Higher frequencies are not supported: no talk needs them. */
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof FREQUENCIES)[number];

export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  readonly until: CalendarTime | undefined;
  /** 1 to 12. */
  readonly months: readonly number[];
  /** From 1, or backwards from -1; so are days. */
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekdays: readonly Weekday[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  /** Positions within a period: from 1, or backwards from -1. */
  readonly positions: readonly number[];
  /** 0 is Monday. */
  readonly weekStart: number;
}

/** `FR`; `2FR`, the second Friday of the month or year; `-1FR`, the last. */
interface Weekday {
  /** 0 means every. */
  readonly nth: number;
  /** 0 is Monday. */
  readonly day: number;
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** @throws InvalidValue */
export function recurrenceRule(value: string): RecurrenceRule {
  const parts = partsOf(value);
  const frequency = FREQUENCIES.find((known) => known === parts.get('FREQ'));
  if (frequency === undefined) throw new InvalidValue(`FREQ=${parts.get('FREQ') ?? ''}`);
  if (parts.has('RSCALE') && parts.get('RSCALE') !== 'GREGORIAN') throw new InvalidValue('RSCALE');
  const until = parts.get('UNTIL');
  const [count] = numbers(parts, 'COUNT', 1, 1_000_000);
  const [interval = 1] = numbers(parts, 'INTERVAL', 1, 100_000);
  const rule: RecurrenceRule = {
    frequency,
    interval,
    count,
    until: until === undefined ? undefined : calendarTime(until, undefined),
    months: numbers(parts, 'BYMONTH', 1, 12),
    weeks: numbers(parts, 'BYWEEKNO', -53, 53),
    yearDays: numbers(parts, 'BYYEARDAY', -366, 366),
    monthDays: numbers(parts, 'BYMONTHDAY', -31, 31),
    weekdays: (parts.get('BYDAY') ?? '').split(',').filter(isGiven).map(weekday),
    hours: numbers(parts, 'BYHOUR', 0, 23),
    minutes: numbers(parts, 'BYMINUTE', 0, 59),
    seconds: numbers(parts, 'BYSECOND', 0, 60),
    positions: numbers(parts, 'BYSETPOS', -366, 366),
    weekStart: dayNumber(parts.get('WKST') ?? 'MO'),
  };
  if (rule.hours.length * rule.minutes.length * rule.seconds.length > MAX_TIMES) throw new InvalidValue('BYHOUR');
  return rule;
}

/** Limit on times per day: no event needs more. */
const MAX_TIMES = 1440;

function partsOf(value: string): Map<string, string> {
  const parts = value
    .toUpperCase()
    .split(';')
    .filter(isGiven)
    .map((part): [string, string] => {
      const [name = '', ...rest] = part.split('=');
      return [name.trim(), rest.join('=').trim()];
    });
  return new Map(parts);
}

/** Sorted and without duplicates, so that times come in order. 0 is invalid as a position. */
function numbers(parts: ReadonlyMap<string, string>, name: string, least: number, most: number): number[] {
  const found = (parts.get(name) ?? '')
    .split(',')
    .filter(isGiven)
    .map((text) => {
      const number = /^[+-]?\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN;
      const isIn = number >= least && number <= most && (number !== 0 || least === 0);
      if (!isIn) throw new InvalidValue(`${name}=${text}`);
      return number;
    });
  return [...new Set(found)].sort((a, b) => a - b);
}

function weekday(text: string): Weekday {
  const [, nth = '0', day = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text.trim()) ?? [];
  if (Math.abs(Number(nth)) > 53) throw new InvalidValue(`BYDAY=${text}`);
  return { nth: Number(nth), day: dayNumber(day) };
}

function dayNumber(text: string): number {
  const number = DAYS.indexOf(text.trim());
  if (number === -1) throw new InvalidValue(`BYDAY=${text}`);
  return number;
}

function isGiven(text: string): boolean {
  return text.trim() !== '';
}

/** Days of the Gregorian calendar as numbers: 0 is 1970-01-01. */

interface CalendarDay {
  readonly number: number;
  readonly year: number;
  /** From 1, like the day. */
  readonly month: number;
  readonly day: number;
}

const MILLISECONDS = 86_400_000;

function calendarDay(number: number): CalendarDay {
  const date = new Date(number * MILLISECONDS);
  return { number, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Months above 12 run on into later years. */
function dayNumberOf(year: number, month: number, day: number): number {
  // Date.UTC reads years below 100 as 19xx, so add 400 years, which always have 146,097 days.
  return Date.UTC(year + 400, month - 1, day) / MILLISECONDS - 146_097;
}

/** 0 is Monday. */
function weekdayNumber(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}

function daysInMonth(year: number, month: number): number {
  return dayNumberOf(year, month + 1, 1) - dayNumberOf(year, month, 1);
}

/**
 * Week number of a day, and the number of weeks in that year. The first week has at least four days in the
 * year (RFC 5545, 3.3.10; ISO 8601 if weeks begin on Monday).
 */
function weekOfYear(number: number, weekStart: number): { readonly week: number; readonly weeks: number } {
  const begin = number - ((weekdayNumber(number) - weekStart + 7) % 7);
  // The year that has most days of the week.
  const { year } = calendarDay(begin + 3);
  const first = firstWeek(year, weekStart);
  return { week: (begin - first) / 7 + 1, weeks: (firstWeek(year + 1, weekStart) - first) / 7 };
}

function firstWeek(year: number, weekStart: number): number {
  const fourth = dayNumberOf(year, 1, 4);
  return fourth - ((weekdayNumber(fourth) - weekStart + 7) % 7);
}
