import { listOf, membersOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';

type Part = readonly [name: string, value: string | undefined];

/** Converts a patterned recurrence of Microsoft Graph to an RRULE value. */
export function graphRule({ pattern, range }: JsonObject): string {
  const parts = [...patternParts(membersOf(pattern)), ...rangeParts(membersOf(range))];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(';');
}

function patternParts({ type, interval, daysOfWeek, firstDayOfWeek, dayOfMonth, month, index }: JsonObject): Part[] {
  const [, kind = '', frequency = ''] = /^(absolute|relative|)(.*)$/i.exec(stringText(type)) ?? [];
  const repeats = frequency.toUpperCase();
  const days = listOf(daysOfWeek).map(dayOf).join(',');
  const parts: Part[] = [
    ['FREQ', repeats],
    ['INTERVAL', optionalText(interval)],
  ];
  if (repeats === 'YEARLY') parts.push(['BYMONTH', optionalText(month)]);
  if (repeats === 'WEEKLY') parts.push(['BYDAY', days], ['WKST', dayOf(firstDayOfWeek ?? 'monday')]);
  if (kind === 'absolute') parts.push(['BYMONTHDAY', optionalText(dayOfMonth)]);
  if (kind === 'relative') parts.push(['BYDAY', days], ['BYSETPOS', POSITIONS[stringText(index)] ?? '1']);
  return parts;
}

function rangeParts({ type, endDate, numberOfOccurrences }: JsonObject): Part[] {
  if (type === 'numbered') return [['COUNT', optionalText(numberOfOccurrences)]];
  return type === 'endDate' ? [['UNTIL', optionalText(endDate)]] : [];
}

const POSITIONS: Readonly<Partial<Record<string, string>>> = {
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  last: '-1',
};

function dayOf(day: unknown): string {
  return stringText(day).slice(0, 2).toUpperCase();
}
