import { Findings } from '../findings.ts';
import { IcalendarReader } from '../icalendar/icalendar.ts';
import type { ContentLine } from '../icalendar/icalendar-lines.ts';
import { readJsonDocument } from '../json-document.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { calendarMapping, mappedProperties } from '../speakers/calendar-mapping.ts';
import type { TextNames } from '../speakers/spoken-talk.ts';
import { withSpeakers } from '../speakers/with-speakers.ts';
import { contentLine } from './calendar-lines.ts';

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
