import { timestampOf } from '#catalogue/timestamp.ts';
import { calendarTime } from '#sources/icalendar/icalendar-time.ts';
import { Budget, recurrenceRule, recurrences } from '#sources/icalendar/recurrence.ts';

export const LAST = '20310101T000000';

/** The times of a rule as `yyyymmddThhmmss`, including the start. */
export function times(rule: string, start: string, { last = LAST, work = 10_000_000 } = {}): string[] {
  const wall = (text: string): number => calendarTime(text, undefined).wall;
  const parsed = recurrenceRule(rule);
  const until = Math.min(wall(last), parsed.until?.wall ?? Number.POSITIVE_INFINITY);
  return [...recurrences(parsed, wall(start), until, new Budget(work))].map((time) =>
    timestampOf(time).replaceAll(/[-:Z]/g, ''),
  );
}
