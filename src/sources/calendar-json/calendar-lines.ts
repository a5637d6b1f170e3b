import type { ContentLine } from '../icalendar/icalendar-lines.ts';

/** An iCalendar property; it is omitted if its value is undefined. */
export interface CalendarProperty {
  readonly name: string;
  /** In the syntax of iCalendar. */
  readonly value: string | undefined;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A TEXT value (RFC 5545, 3.3.11). */
export function escapedText(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n?|\n/g, String.raw`\n`);
}

export function textProperty(
  name: string,
  text: string | undefined,
  parameters: Readonly<Record<string, string>> = {},
): CalendarProperty {
  return { name, value: text === undefined ? undefined : escapedText(text), parameters };
}

export function categoriesProperty(texts: readonly string[] | undefined): CalendarProperty {
  return { name: 'CATEGORIES', value: texts?.map(escapedText).join(',') };
}

/** ORGANIZER with `CN` and address; omitted without an address. */
export function organiserProperty(name: string | undefined, email: string | undefined): CalendarProperty {
  const value = email === undefined || email === '' ? undefined : `mailto:${email}`;
  return { name: 'ORGANIZER', value, parameters: name === undefined ? {} : { CN: name } };
}

/** The lines of a VEVENT. @param line number of the entry, given to all its lines */
export function* eventLines(line: number, properties: Iterable<CalendarProperty>): Generator<ContentLine> {
  yield contentLine({ name: 'BEGIN', value: 'VEVENT' }, line);
  for (const property of properties) if (property.value !== undefined) yield contentLine(property, line);
  yield contentLine({ name: 'END', value: 'VEVENT' }, line);
}

export function contentLine({ name, value = '', parameters = {} }: CalendarProperty, line: number): ContentLine {
  return { line, name, parameters: new Map(Object.entries(parameters)), value };
}
