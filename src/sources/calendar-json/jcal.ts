import { shownValue } from '#catalogue/shown-value.ts';
import type { Findings } from '../findings.ts';
import type { ContentLine } from '../icalendar/icalendar-lines.ts';
import { isObject, listOf, membersOf, stringText } from '../json-document.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { contentLine, escapedText, readCalendarJson } from './calendar-json.ts';

/** Reads jCal (RFC 7265), the JSON of iCalendar. */
export function readJcal(file: SourceFile, options: ReadOptions): AsyncIterable<SourceBatch> {
  return readCalendarJson(file, options, { names: { title: 'summary', description: 'description' }, lines });
}

function* lines(document: unknown, found: Findings): Generator<ContentLine> {
  const list = listOf(document);
  const calendars = list.every((item) => Array.isArray(item)) ? list : [document];
  if (calendars.length === 0 || !calendars.every(isCalendar)) {
    const hint = 'Check that the address is that of the calendar.';
    found.fail({ code: 'no-calendar', where: '', what: 'It is not a calendar in jCal.', hint, line: 0 });
    return;
  }
  const events = new EventNumber();
  for (const calendar of calendars) yield* linesOf(calendar, events, found);
}

function isCalendar(value: unknown): boolean {
  return stringText(listOf(value)[0]).toLowerCase() === 'vcalendar';
}

/** Number of the event being read, from 1. */
class EventNumber {
  current = 0;
}

function* linesOf(component: unknown, events: EventNumber, found: Findings): Generator<ContentLine> {
  const [name, properties, components] = listOf(component);
  if (typeof name !== 'string') {
    const what = `${shownValue(component)} is not a component.`;
    const hint = 'A component is a list of its name, its properties and its components.';
    found.problem({ code: 'not-a-component', where: '', what, hint, line: events.current });
    return;
  }
  if (name.toLowerCase() === 'vevent') {
    events.current++;
    found.named(listOf(properties).map((property) => stringText(listOf(property)[0]).toUpperCase()));
  }
  const line = events.current;
  yield contentLine({ name: 'BEGIN', value: name }, line);
  for (const property of listOf(properties)) {
    const read = lineOf(property, line);
    if (read !== undefined) yield read;
  }
  for (const inner of listOf(components)) yield* linesOf(inner, events, found);
  yield contentLine({ name: 'END', value: name }, line);
}

/** `["dtstart", {"tzid": "Europe/London"}, "date-time", "2026-12-01T17:00:00"]`. Undefined: not a property. */
function lineOf(property: unknown, line: number): ContentLine | undefined {
  const [name, given, type, ...values] = listOf(property);
  if (typeof name !== 'string' || typeof type !== 'string') return undefined;
  const parameters = Object.entries(membersOf(given)).map(([key, value]): [string, string] => [
    key.toUpperCase(),
    (Array.isArray(value) ? listOf(value) : [value]).map(stringText).join(','),
  ]);
  const value = values.map((one) => valueOf(one, type)).join(',');
  return contentLine({ name: name.toUpperCase(), value, parameters: Object.fromEntries(parameters) }, line);
}

/** A value in the syntax of iCalendar, except that dates and times keep dashes and colons, which are read as well. */
function valueOf(value: unknown, type: string): string {
  if (Array.isArray(value)) {
    return listOf(value)
      .map((part) => valueOf(part, type))
      .join(type === 'period' ? '/' : ';');
  }
  if (isObject(value)) return type === 'recur' ? ruleOf(value) : '';
  const text = typeof value === 'boolean' ? String(value) : stringText(value);
  return type === 'text' ? escapedText(text) : text;
}

/** `{"freq": "WEEKLY", "byday": ["MO", "WE"]}`. */
function ruleOf(rule: Readonly<Record<string, unknown>>): string {
  return Object.entries(rule)
    .map(([part, value]) => `${part}=${(Array.isArray(value) ? listOf(value) : [value]).map(stringText).join(',')}`)
    .join(';');
}
