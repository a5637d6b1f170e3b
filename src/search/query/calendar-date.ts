import { Temporal } from 'temporal-polyfill';

/** A civil date as the number of days since 1970-01-01 (proleptic Gregorian); may be negative. */
export type Day = number;

/** Dates in one time zone. */
export interface Calendar {
  /** Seconds since 1970-01-01T00:00:00Z at 00:00, or at the first moment after it if the clocks skip it. */
  startOfDay(day: Day): number;
  /** Seconds since 1970-01-01T00:00:00Z when clocks first show 12:00. */
  noon(day: Day): number;
  /** Seconds since 1970-01-01T00:00:00Z when clocks first show 17:00. */
  startOfEvening(day: Day): number;
  /** The date at this moment. */
  dayAt(now: Date): Day;
}

const MILLISECONDS_A_DAY = 86_400_000;

const NOON = new Temporal.PlainTime(12);
const EVENING = new Temporal.PlainTime(17);

/** Days cached for each time zone: more than a century. */
const REMEMBERED_DAYS = 50_000;

const calendars = new Map<string, Calendar>();

/**
 * The calendar of an IANA time zone. Throws RangeError for an unknown name.
 * Dates are cached: Temporal takes tens of microseconds for one, and every search needs one or two.
 */
export function calendarIn(timeZone: string): Calendar {
  const known = calendars.get(timeZone);
  if (known !== undefined) return known;
  const calendar = newCalendar(timeZone);
  calendars.set(timeZone, calendar);
  return calendar;
}

/** When the day of this moment began in a time zone, in seconds since 1970-01-01T00:00:00Z. */
export function startOfToday(timeZone: string, now: Date): number {
  const calendar = calendarIn(timeZone);
  return calendar.startOfDay(calendar.dayAt(now));
}

function newCalendar(timeZone: string): Calendar {
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
  const beginnings = new Map<Day, number>();
  const noons = new Map<Day, number>();
  const evenings = new Map<Day, number>();
  let last: { readonly second: number; readonly day: Day } | undefined;

  function remembered(moments: Map<Day, number>, day: Day, plainTime?: Temporal.PlainTime): number {
    const known = moments.get(day);
    if (known !== undefined) return known;
    if (moments.size >= REMEMBERED_DAYS) moments.clear();
    const date = new Temporal.PlainDate(1970, 1, 1).add({ days: day });
    const zoned =
      plainTime === undefined ? date.toZonedDateTime(timeZone) : date.toZonedDateTime({ timeZone, plainTime });
    const seconds = Math.floor(zoned.epochMilliseconds / 1000);
    moments.set(day, seconds);
    return seconds;
  }

  function dayAt(now: Date): Day {
    const second = Math.floor(now.getTime() / 1000);
    if (last?.second === second) return last.day;
    const date = Temporal.Instant.fromEpochMilliseconds(second * 1000)
      .toZonedDateTimeISO(timeZone)
      .toPlainDate();
    last = { second, day: new Temporal.PlainDate(1970, 1, 1).until(date, { largestUnit: 'day' }).days };
    return last.day;
  }

  return {
    startOfDay: (day) => remembered(beginnings, day),
    noon: (day) => remembered(noons, day, NOON),
    startOfEvening: (day) => remembered(evenings, day, EVENING),
    dayAt,
  };
}

/** The day of a moment, given in seconds since 1970-01-01T00:00:00Z. No time zone is more than a day off UTC. */
export function dayOfSecond(calendar: Calendar, second: number): Day {
  const day = Math.floor((second * 1000) / MILLISECONDS_A_DAY);
  if (second < calendar.startOfDay(day)) return day - 1;
  return second < calendar.startOfDay(day + 1) ? day : day + 1;
}

interface DayPart {
  readonly from: number;
  readonly to: number;
}

/** The parts of a day, the rows of a week's calendar: without gaps, in seconds since 1970-01-01T00:00:00Z. */
export function dayParts(day: Day, timeZone: string): Readonly<Record<'morning' | 'afternoon' | 'evening', DayPart>> {
  const calendar = calendarIn(timeZone);
  const [noon, evening] = [calendar.noon(day), calendar.startOfEvening(day)];
  return {
    morning: { from: calendar.startOfDay(day), to: noon },
    afternoon: { from: noon, to: evening },
    evening: { from: evening, to: calendar.startOfDay(day + 1) },
  };
}
