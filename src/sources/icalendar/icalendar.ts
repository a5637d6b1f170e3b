import type { Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { calendarEvent, EVENT_PROPERTIES, EventProperties, hiddenOf, type ReadEvent } from './icalendar-event.ts';
import { type EventGroup, HeldEvents } from './icalendar-occurrences.ts';
import { ContentLines, sizeOfLine, unescapedText, type ContentLine } from './icalendar-lines.ts';
import { TalkMaker } from './icalendar-talks.ts';
import { ZoneLines } from './icalendar-zones.ts';
import { calendarMapping, mappedProperties, unusedFields, type CalendarMapping } from '../speakers/calendar-mapping.ts';
import { withSpeakers } from '../speakers/with-speakers.ts';
import { withoutMark } from '../text-decoding.ts';

const CALENDAR_PROPERTIES = ['BEGIN', 'END', 'METHOD', 'VERSION', 'CALSCALE', 'X-WR-TIMEZONE', 'TIMEZONE-ID'];
const ZONE_PROPERTIES = ['TZID', 'X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'];
const WANTED = new Set<string>([...CALENDAR_PROPERTIES, ...ZONE_PROPERTIES, ...EVENT_PROPERTIES]);

/** Reads iCalendar one event at a time: RFC 5545, and the variants found in practice. */
export function readIcalendar(file: SourceFile, options: ReadOptions): AsyncIterable<SourceBatch> {
  const mapping = calendarMapping(options.mapping);
  const { speakersInText } = options;
  return withSpeakers(readEvents(file, options, mapping), TEXTS, { speakersInText, mapping });
}

const TEXTS = { title: 'SUMMARY', description: 'DESCRIPTION' };

async function* readEvents(
  file: SourceFile,
  options: ReadOptions,
  mapping: CalendarMapping,
): AsyncGenerator<SourceBatch> {
  const mapped = mappedProperties(mapping);
  const unused = unusedFields(options.mapping, mapping);
  yield {
    talks: [],
    notes: unused.map((field) => ({
      what: `--map ${field}: not used, since calendars have no such field or property`,
      count: 1,
    })),
  };
  const lines = new ContentLines(new Set([...WANTED, ...mapped]));
  const calendar = new IcalendarReader(options, mapped);
  for await (const chunk of withoutMark(file.chunks)) {
    for (const line of lines.push(chunk)) calendar.take(line);
    yield* calendar.batches();
    if (calendar.hasFailed) return;
  }
  for (const line of lines.end()) calendar.take(line);
  calendar.end(lines);
  yield* calendar.batches();
  if (calendar.isIncomplete) yield { talks: [], incomplete: true };
}

/** Limit on the lines of an event, in characters (`sizeOfLine`). */
const LARGEST_EVENT = 8 * 1024 * 1024;
/** Overhead of an event, in characters. */
const EVENT = 1000;
/** Limit on nested components; the RFC has three levels. */
const DEEPEST = 16;

/** Replies to invitations, which do not change a calendar by themselves (RFC 5546, 3.2). */
const ANSWERS = /^(?:REPLY|REFRESH|COUNTER|DECLINECOUNTER)$/;

/** `GEORGIAN` is a common misspelling. */
const GREGORIAN = /^(?:GREGORIAN|GEORGIAN)?$/;

const LEFT_OUT: Readonly<Record<string, string>> = {
  VTODO: 'tasks',
  VJOURNAL: 'journal entries',
  VFREEBUSY: 'busy times',
};

interface RawEvent {
  readonly line: number;
  readonly lines: ContentLine[];
  size: number;
}

/** Turns content lines into talks. */
export class IcalendarReader {
  readonly #found: Findings;
  readonly #hasOwnNames: boolean;
  #maker: TalkMaker;
  readonly #mapped: ReadonlySet<string>;
  #held = new HeldEvents();
  /** Events of calendars that have ended, which are not talks yet. */
  readonly #ended: { readonly maker: TalkMaker; readonly groups: readonly EventGroup[] }[] = [];
  /** Open components, outermost first. */
  #open: string[] = [];
  #event: RawEvent | undefined;
  #zone: ZoneLines | undefined;
  #calendars = 0;
  /** Whether the source may have more events than were read. */
  isIncomplete = false;

  /**
   * @param mapped properties that the operator maps
   * @param found of a reader that converts another format, whose names it counts itself
   */
  constructor(options: ReadOptions, mapped: ReadonlySet<string>, found?: Findings) {
    this.#found = found ?? new Findings();
    this.#hasOwnNames = found === undefined;
    this.#maker = new TalkMaker(this.#found, options);
    this.#mapped = mapped;
  }

  get hasFailed(): boolean {
    return this.#found.hasFailed;
  }

  /** Everything found since the last call. */
  *batches(): Generator<SourceBatch> {
    for (const { maker, groups } of this.#ended.splice(0)) {
      for (const group of groups) {
        if (this.hasFailed) break;
        maker.take(group);
        // A small calendar may repeat millions of times.
        yield* this.#found.enough();
      }
    }
    yield* this.#found.batches();
  }

  take(line: ContentLine): void {
    if (this.hasFailed) return;
    if (line.name === 'BEGIN') this.#begin(line);
    else if (line.name === 'END') this.#end(line);
    else this.#property(line);
  }

  end({ broken, tooLong, unwanted }: Pick<ContentLines, 'broken' | 'tooLong' | 'unwanted'>): void {
    if (this.hasFailed) return;
    this.#found.named(unwanted);
    this.#found.notes.add('lines broken without folding, joined', broken);
    this.#found.notes.leave('lines over the limit, left out', tooLong);
    if (this.#open.length === 1 && this.#open[0] === 'VCALENDAR') {
      // All that is there is whole, but more may have been lost.
      this.#found.notes.add('END:VCALENDAR is missing: read, but no talk counts as gone, as the file may be cut short');
      this.isIncomplete = true;
      this.#endCalendar();
    } else if (this.#open.length > 0) {
      this.#fail(
        'cut-short',
        0,
        'The calendar is truncated: END:VCALENDAR is missing.',
        'Copy or download it again completely.',
      );
    } else if (this.#calendars === 0) {
      this.#fail(
        'no-calendar',
        0,
        'It is not a calendar: BEGIN:VCALENDAR is missing.',
        'Check that the address is that of the calendar, not of a page about it.',
      );
    }
  }

  #begin({ value, line }: ContentLine): void {
    const name = value.trim().toUpperCase();
    if (this.#open.length >= DEEPEST) {
      this.#fail(
        'too-deep',
        line,
        `Components are nested more than ${DEEPEST} levels deep.`,
        'Check that this is a calendar.',
      );
      return;
    }
    // An event that is never closed ends where the next begins.
    if (name === 'VEVENT' && this.#event !== undefined) this.#unclosed(this.#event);
    if (name === 'VCALENDAR') this.#calendars++;
    else if (name === 'VEVENT') this.#event = { line, lines: [], size: EVENT };
    else if (name === 'VTIMEZONE') this.#zone = new ZoneLines();
    else if (this.#open.at(-1) === 'VTIMEZONE') this.#zone?.beginObservance();
    this.#open.push(name);
    const leftOut = LEFT_OUT[name];
    if (leftOut !== undefined) this.#found.notes.leave(`${leftOut} (${name}): left out`);
  }

  #unclosed(event: RawEvent): void {
    const what = 'The event has no END:VEVENT before the next begins.';
    const hint = 'Export the calendar again.';
    this.#unread(event, { code: 'unclosed-event', where: 'BEGIN', what, hint });
    this.#event = undefined;
    this.#open.length = this.#open.lastIndexOf('VEVENT');
  }

  #end({ value }: ContentLine): void {
    const name = value.trim().toUpperCase();
    const depth = this.#open.lastIndexOf(name);
    // Ignore an END without BEGIN.
    if (depth === -1) return;
    this.#open.length = depth;
    if (name === 'VEVENT') this.#endEvent();
    else if (name === 'VTIMEZONE') this.#endZone();
    else if (name === 'VCALENDAR') this.#endCalendar();
  }

  #property(line: ContentLine): void {
    const component = this.#open.at(-1);
    if (component === 'VCALENDAR') {
      this.#calendarProperty(line);
    } else if (component === 'VEVENT' && this.#event !== undefined) {
      this.#event.size += sizeOfLine(line);
      if (this.#event.size <= LARGEST_EVENT) this.#event.lines.push(line);
    } else if (component === 'VTIMEZONE') {
      this.#zone?.take(line);
    } else if (this.#open.at(-2) === 'VTIMEZONE') {
      this.#zone?.takeOfObservance(line);
    }
  }

  #calendarProperty({ name, value, line }: ContentLine): void {
    const text = unescapedText(value).trim();
    const word = text.toUpperCase();
    if (name === 'METHOD' && ANSWERS.test(word)) {
      this.#fail(
        'not-a-calendar',
        line,
        `This is a reply to an invitation (METHOD:${word}), not a calendar.`,
        'Export the calendar itself.',
      );
    } else if (name === 'METHOD') {
      this.#maker.isCancelled = word === 'CANCEL';
    } else if (name === 'VERSION' && word === '1.0') {
      this.#fail(
        'old-version',
        line,
        'This is vCalendar 1.0, the predecessor of iCalendar.',
        'Export the calendar as iCalendar 2.0 (.ics).',
      );
    } else if (name === 'CALSCALE' && !GREGORIAN.test(word)) {
      this.#fail(
        'not-gregorian',
        line,
        `Its dates are in the calendar ${shownValue(text)}.`,
        'Export it with Gregorian dates.',
      );
    } else if ((name === 'X-WR-TIMEZONE' || name === 'TIMEZONE-ID') && text !== '') {
      this.#maker.setZone(text);
    }
  }

  #endEvent(): void {
    const raw = this.#event;
    this.#event = undefined;
    if (raw === undefined) return;
    if (this.#hasOwnNames) this.#found.named(raw.lines.map(({ name }) => name));
    if (raw.size > LARGEST_EVENT) {
      const what = `The event has more than ${LARGEST_EVENT} characters.`;
      this.#unread(raw, { code: 'too-large', where: '', what, hint: 'Shorten its description.' });
      return;
    }
    const event = calendarEvent(raw.lines, raw.line, this.#mapped);
    if ('problem' in event) {
      this.#found.problem(event.problem, event.hidden);
      this.#held.except(event, raw.size);
    } else this.#hold(event, raw.size);
    if (this.#held.isFull) {
      this.#fail('too-large', raw.line, 'The calendar has too many repeating events.', 'Export it in parts.');
    }
  }

  #unread({ line, lines }: RawEvent, problem: Problem): void {
    const properties = new EventProperties(lines);
    const key = properties.text('UID');
    this.#found.problem({ ...problem, line, ...(key === '' ? {} : { key }) }, hiddenOf(properties));
  }

  #hold(event: ReadEvent, size: number): void {
    const known = this.#held.add(event, size);
    if (known === 'version') this.#found.notes.add('given twice: the one with the higher SEQUENCE is used');
    if (known === 'other') this.#found.notes.add('with the UID of another event at another time: both are read');
    if (this.#held.isLarge) for (const group of this.#held.takeSingle()) this.#maker.take(group);
  }

  #endZone(): void {
    const zone = this.#zone;
    this.#zone = undefined;
    if (zone === undefined || this.#maker.zones.define(zone)) return;
    this.#found.notes.add('definitions of time zones beyond the limits, not used');
  }

  /** Another calendar may follow, with its own zones and method. */
  #endCalendar(): void {
    this.#ended.push({ maker: this.#maker, groups: this.#held.take() });
    this.#maker = this.#maker.next();
    this.#held = new HeldEvents();
  }

  #fail(code: string, line: number, what: string, hint: string): void {
    this.#found.fail({ code, where: '', what, hint, line });
  }
}
