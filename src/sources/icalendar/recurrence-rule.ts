import { InvalidValue, calendarTime } from './icalendar-time.ts';
import type { CalendarTime } from './icalendar-time.ts';

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
export interface Weekday {
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
