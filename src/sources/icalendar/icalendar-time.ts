import { dayOfMidnight } from '#catalogue/all-day.ts';
import { exists, wallSeconds } from '../wall-clock.ts';
import type { ContentLine } from './icalendar-lines.ts';

/** A date or time as written in a calendar (RFC 5545, 3.3.4 and 3.3.5). */
export interface CalendarTime {
  /** `local`: a time in a zone or without one. */
  readonly kind: 'date' | 'utc' | 'local';
  /** Seconds since 1970-01-01T00:00:00, local time; midnight for a date. */
  readonly wall: number;
  /** The calendar's name of the zone; undefined for dates, UTC and floating times. */
  readonly zone: string | undefined;
}

/** A duration (RFC 5545, 3.3.6): calendar days, plus exact seconds. */
export interface Duration {
  readonly days: number;
  readonly seconds: number;
}

/** A value of RDATE, optionally with its own end. */
export interface RecurrencePeriod {
  readonly start: CalendarTime;
  readonly end: CalendarTime | Duration | undefined;
}

/** Thrown for an invalid value; the message is the value. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

const DATE = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** @throws InvalidValue */
export function calendarTime(text: string, zone: string | undefined): CalendarTime {
  const [, year, month, day, hour, minute, second = '00', utc] = DATE.exec(text.trim().toUpperCase()) ?? [];
  const clock = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    // Leap seconds are not supported: :60 is read as :59.
    second: second === '60' ? 59 : Number(second),
  };
  if (!exists(clock)) throw new InvalidValue(text);
  const kind = hour === undefined ? 'date' : utc === undefined ? 'local' : 'utc';
  return { kind, wall: wallSeconds(clock) - offsetOf(utc), zone: kind === 'local' ? zone : undefined };
}

/** The date of a midnight in some time zone. */
export function dateOf({ kind, wall }: CalendarTime): CalendarTime {
  const day = kind === 'utc' ? dayOfMidnight(wall) : Math.floor(wall / DAY);
  return { kind: 'date', wall: day * DAY, zone: undefined };
}

const DAY = 86_400;

/** Seconds; offsets are of RFC 2445's predecessors, and of programs that mix it up with ISO 8601. */
function offsetOf(written = 'Z'): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(written) ?? [];
  return (sign === '-' ? -60 : 60) * (Number(hours) * 60 + Number(minutes));
}

/** An empty TZID names no zone. */
function zoneOfLine(parameters: ContentLine['parameters']): string | undefined {
  return parameters.get('TZID')?.trim() || undefined;
}

export function timeOfLine({ value, parameters }: ContentLine): CalendarTime {
  return calendarTime(value, zoneOfLine(parameters));
}

/** Values of EXDATE; empty ones, which some programs write, are skipped. */
export function calendarTimes({ value, parameters }: ContentLine): CalendarTime[] {
  return parts(value).map((text) => calendarTime(text, zoneOfLine(parameters)));
}

/** Values of RDATE. */
export function periodsOf({ value, parameters }: ContentLine): RecurrencePeriod[] {
  const zone = zoneOfLine(parameters);
  return parts(value).map((text): RecurrencePeriod => {
    const [start = '', end] = text.split('/', 2);
    const isLength = end !== undefined && /^[+-]?P/i.test(end);
    return {
      start: calendarTime(start, zone),
      end: end === undefined ? undefined : isLength ? calendarDuration(end) : calendarTime(end, zone),
    };
  });
}

const DURATION = /^([+-])?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i;

/** @throws InvalidValue */
export function calendarDuration(text: string): Duration {
  const found = DURATION.exec(text.trim());
  if (found === null) throw new InvalidValue(text);
  const [, sign, ...numbers] = found;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number: string | undefined) =>
    Number(number ?? 0),
  );
  const factor = sign === '-' ? -1 : 1;
  return { days: factor * (weeks * 7 + days), seconds: factor * (hours * 3600 + minutes * 60 + seconds) };
}

function parts(value: string): string[] {
  return value.split(',').filter((text) => text.trim() !== '');
}
