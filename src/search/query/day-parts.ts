import { Temporal } from 'temporal-polyfill';
import { calendarIn, type Day } from './calendar-date.ts';
import type { Window } from './window.ts';

/** The hours at which the afternoon and the evening begin. */
const NOON = 12;
const EVENING = 17;

/** The rows of a week's calendar. */
interface DayParts {
  readonly morning: Window;
  readonly afternoon: Window;
  readonly evening: Window;
}

/** The parts of a day in a time zone (an IANA name), without gaps. */
export function dayParts(day: Day, timeZone: string): DayParts {
  const calendar = calendarIn(timeZone);
  const [begins, ends] = [calendar.startOfDay(day), calendar.startOfDay(day + 1)];
  const [noon, evening] = [secondAt(day, NOON, timeZone), secondAt(day, EVENING, timeZone)];
  return {
    morning: { from: begins, to: noon },
    afternoon: { from: noon, to: evening },
    evening: { from: evening, to: ends },
  };
}

/** Seconds since 1970-01-01T00:00:00Z when the clock shows this hour, also on days when the clocks change. */
function secondAt(day: Day, hour: number, timeZone: string): number {
  const date = new Temporal.PlainDate(1970, 1, 1).add({ days: day });
  const { epochMilliseconds } = date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) });
  return Math.floor(epochMilliseconds / 1000);
}
