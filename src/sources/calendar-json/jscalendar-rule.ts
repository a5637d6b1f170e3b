import { listOf, objectsOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';

/** Converts a JSCalendar recurrence rule (RFC 8984, 4.3.3) to an RRULE value. */
export function jscalendarRule(rule: JsonObject): string {
  const parts = [
    ['FREQ', optionalText(rule.frequency)],
    ['INTERVAL', optionalText(rule.interval)],
    ['RSCALE', optionalText(rule.rscale)],
    ['WKST', optionalText(rule.firstDayOfWeek)],
    ['COUNT', optionalText(rule.count)],
    ['UNTIL', optionalText(rule.until)],
    ['BYDAY', daysOf(rule.byDay)],
    ...Object.entries(NUMBERS).map(([name, part]) => [part, numbersOf(rule[name])]),
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name ?? ''}=${value}`])).join(';');
}

const NUMBERS = {
  byMonthDay: 'BYMONTHDAY',
  byMonth: 'BYMONTH',
  byYearDay: 'BYYEARDAY',
  byWeekNo: 'BYWEEKNO',
  byHour: 'BYHOUR',
  byMinute: 'BYMINUTE',
  bySecond: 'BYSECOND',
  bySetPosition: 'BYSETPOS',
};

function daysOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return objectsOf(value)
    .map(({ day, nthOfPeriod }) => `${stringText(nthOfPeriod)}${stringText(day)}`)
    .join(',');
}

function numbersOf(value: unknown): string | undefined {
  return Array.isArray(value) ? listOf(value).map(stringText).join(',') : undefined;
}
