import { Findings } from '../findings.ts';
import type { ContentLine } from '../icalendar/icalendar-lines.ts';
import { IcalendarReader } from '../icalendar/icalendar.ts';
import { readJsonDocument } from '../json-document.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { calendarMapping, mappedProperties } from '../speakers/calendar-mapping.ts';
import type { TextNames } from '../speakers/spoken-talk.ts';
import { withSpeakers } from '../speakers/with-speakers.ts';

/** A JSON calendar format, which is converted to iCalendar and read as that. */
interface CalendarJson {
  /** What the format calls title and description. */
  readonly names: TextNames;
  /** Content lines of its components. @param found receives problems and notes */
  readonly lines: (document: unknown, found: Findings) => Iterable<ContentLine>;
  /** Address of the next page; `''`: there is one, but its address is not known. Undefined: this is the last page. */
  readonly next?: (document: unknown, address: string) => string | undefined;
}

/** Lines after which batches are yielded. */
const LINES = 5000;

/** Reads all pages of a JSON calendar with the iCalendar reader. */
export function readCalendarJson(
  file: SourceFile,
  options: ReadOptions,
  format: CalendarJson,
): AsyncIterable<SourceBatch> {
  const mapping = calendarMapping(options.mapping);
  const { speakersInText } = options;
  const found = new Findings();
  const calendar = new IcalendarReader(options, mappedProperties(mapping), found);
  return withSpeakers(readPages(file, format, calendar, found), format.names, { speakersInText, mapping });
}

async function* readPages(
  file: SourceFile,
  format: CalendarJson,
  calendar: IcalendarReader,
  found: Findings,
): AsyncGenerator<SourceBatch> {
  calendar.take(contentLine({ name: 'BEGIN', value: 'VCALENDAR' }, 0));
  let page: SourceFile | undefined = file;
  const seen = new Set<string>();
  while (page !== undefined) {
    const document = await readJsonDocument(page);
    if (!document.ok) {
      yield { talks: [], failure: document.failure };
      return;
    }
    let count = 0;
    for (const line of format.lines(document.value, found)) {
      calendar.take(line);
      if (++count % LINES > 0) continue;
      yield* calendar.batches();
      if (found.hasFailed) return;
    }
    yield* calendar.batches();
    if (found.hasFailed) return;
    const next = format.next?.(document.value, page.address);
    page = undefined;
    if (next === undefined) break;
    if (next === '' || seen.has(next) || file.further === undefined) {
      found.notes.add('one page of several: no talk counts as gone');
      yield { talks: [], incomplete: true };
    } else {
      seen.add(next);
      page = await file.further(next);
    }
  }
  calendar.take(contentLine({ name: 'END', value: 'VCALENDAR' }, 0));
  calendar.end({ broken: 0, tooLong: 0, unwanted: new Set() });
  yield* calendar.batches();
}

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
