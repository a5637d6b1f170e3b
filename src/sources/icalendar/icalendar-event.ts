import type { TalkStatus } from '#catalogue/talk.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { mended } from '../findings.ts';
import type { PartRead, SourceProblem } from '../source-format.ts';
import { valueText, valueTexts } from './icalendar-lines.ts';
import type { ContentLine } from './icalendar-lines.ts';
import { calendarPerson, speakingAttendees, textsOf } from './icalendar-people.ts';
import { Unreadable, calendarDuration, periodsOf, timeOf, calendarTimes } from './icalendar-time.ts';
import type { CalendarTime, Duration, RecurrencePeriod } from './icalendar-time.ts';
import { recurrenceRule } from './recurrence-rule.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';
import { firstText } from '../first-text.ts';
import { hiddenBy } from '../hidden.ts';
import type { Hidden } from '../hidden.ts';
import type { SourcePerson } from '../source-talk.ts';
import { asWebAddress } from '../web-address.ts';

/**
 * A parsed VEVENT, except that its time zones, which may be defined after it, are not resolved. Undefined: property
 * absent.
 */
export interface ReadEvent {
  readonly line: number;
  /** `''` when it has none. */
  readonly uid: string;
  /** Which occurrence it replaces; undefined for the event itself. */
  readonly recurrence: CalendarTime | undefined;
  /** Whether it applies to later occurrences as well. */
  readonly andFuture: boolean;
  readonly start: CalendarTime;
  readonly end: CalendarTime | Duration | undefined;
  readonly rules: readonly RecurrenceRule[];
  /** What could not be read of it, and is left out: its end, or its rules. */
  readonly mended: readonly SourceProblem[];
  readonly exceptRules: readonly RecurrenceRule[];
  readonly added: readonly RecurrencePeriod[];
  readonly except: readonly CalendarTime[];
  readonly sequence: number;
  readonly updated: Timestamp | null;
  readonly status: TalkStatus | undefined;
  /** By its CLASS. */
  readonly hidden: Hidden | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly location: string | undefined;
  readonly url: string | undefined;
  readonly onlineUrl: string | undefined;
  readonly organisers: readonly SourcePerson[] | undefined;
  /** Attendees whose role says so. */
  readonly speakers: readonly SourcePerson[] | undefined;
  /** Of properties that the operator maps. */
  readonly mapped: ReadonlyMap<string, string> | undefined;
  readonly categories: readonly string[] | undefined;
  readonly language: string;
}

/** Properties of VEVENT that are read. */
export const EVENT_PROPERTIES = [
  'UID',
  'RECURRENCE-ID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'EXRULE',
  'RDATE',
  'EXDATE',
  'SEQUENCE',
  'LAST-MODIFIED',
  'STATUS',
  'CLASS',
  'SUMMARY',
  'DESCRIPTION',
  'X-ALT-DESC',
  'LOCATION',
  'URL',
  'CONFERENCE',
  'X-GOOGLE-CONFERENCE',
  'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  'ORGANIZER',
  'ATTENDEE',
  'CATEGORIES',
] as const;
type EventProperty = (typeof EVENT_PROPERTIES)[number];

/** An event that cannot be read. */
export interface UnreadEvent {
  readonly problem: SourceProblem;
  /** Whose occurrence it replaces, if that could be read. */
  readonly uid: string;
  readonly recurrence: CalendarTime | undefined;
}

/**
 * Parses an event, or says what is wrong with it.
 *
 * @param line of its BEGIN
 * @param mapped properties whose texts are kept
 */
export function calendarEvent(
  lines: readonly ContentLine[],
  line: number,
  mapped: ReadonlySet<string>,
): ReadEvent | UnreadEvent {
  const properties = new Properties(lines);
  let recurrence: CalendarTime | undefined;
  try {
    recurrence = properties.read('RECURRENCE-ID', timeOf);
    const kept = mapped.size === 0 ? undefined : textsOf(lines, mapped);
    return { ...readEvent(properties, line, recurrence), mapped: kept };
  } catch (error) {
    return { problem: properties.problem(error, line), uid: properties.text('UID'), recurrence };
  }
}

function readEvent(
  properties: Properties,
  line: number,
  recurrence: CalendarTime | undefined,
): Omit<ReadEvent, 'mapped'> {
  const { texts } = properties;
  const location = properties.said('LOCATION');
  return {
    line,
    uid: properties.text('UID'),
    recurrence,
    andFuture: properties.parameter('RECURRENCE-ID', 'RANGE').toUpperCase() === 'THISANDFUTURE',
    start: properties.read('DTSTART', timeOf) ?? missingStart(),
    end: properties.orWithout('without-end', line, endOf),
    ...(properties.orWithout('first-time', line, rulesOf) ?? { rules: [], exceptRules: [] }),
    added: properties.all('RDATE', periodsOf).flat(),
    except: properties.all('EXDATE', calendarTimes).flat(),
    sequence: Number(/^\d{1,9}$/.exec(properties.text('SEQUENCE'))?.[0] ?? 0),
    updated: properties.read('LAST-MODIFIED', momentOf) ?? null,
    status: statusOf(properties.said('STATUS')),
    hidden: hiddenBy({ visibility: properties.text('CLASS') }),
    title: properties.said('SUMMARY'),
    description: firstText(properties.said('DESCRIPTION'), properties.html()),
    location: location !== undefined && asWebAddress(location) !== '' ? '' : location,
    url: addressOf(properties.said('URL')),
    onlineUrl: onlineUrlOf(properties),
    organisers: properties.has('ORGANIZER') ? organisersOf(properties.read('ORGANIZER', calendarPerson)) : undefined,
    speakers: speakingAttendees(properties.all('ATTENDEE', (attendee) => attendee)),
    categories: properties.has('CATEGORIES') ? texts('CATEGORIES') : undefined,
    language: properties.parameter('SUMMARY', 'LANGUAGE'),
    mended: properties.mended,
  };
}

function endOf(properties: Properties): ReadEvent['end'] {
  return properties.read('DTEND', timeOf) ?? properties.read('DURATION', ({ value }) => calendarDuration(value));
}

function rulesOf(properties: Properties): Pick<ReadEvent, 'rules' | 'exceptRules'> {
  return {
    rules: properties.all('RRULE', ({ value }) => recurrenceRule(value)),
    exceptRules: properties.all('EXRULE', ({ value }) => recurrenceRule(value)),
  };
}

function statusOf(status: string | undefined): TalkStatus | undefined {
  if (status === undefined) return undefined;
  const word = status.toUpperCase();
  return word === 'CANCELLED' ? 'cancelled' : word === 'TENTATIVE' ? 'preparation' : 'published';
}

function addressOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : asWebAddress(text);
}

function missingStart(): never {
  throw new Unreadable('');
}

/** The properties of a component, by name. */
class Properties {
  /** The property being read, for error messages. */
  current: ContentLine | undefined;
  readonly mended: SourceProblem[] = [];
  readonly #lines = new Map<string, ContentLine[]>();

  constructor(lines: readonly ContentLine[]) {
    for (const line of lines) {
      const before = this.#lines.get(line.name);
      if (before === undefined) this.#lines.set(line.name, [line]);
      else before.push(line);
    }
  }

  /** Reads what an event can do without; undefined when it cannot be read, which is noted. */
  orWithout<T>(what: PartRead, line: number, read: (properties: this) => T): T | undefined {
    try {
      return read(this);
    } catch (error) {
      const problem = this.problem(error, line);
      this.mended.push(mended(problem, what));
      this.current = undefined;
      return undefined;
    }
  }

  /** What is wrong with the property being read. */
  problem(error: unknown, line: number): SourceProblem {
    if (!(error instanceof Unreadable)) throw error;
    const { name, line: at } = this.current ?? { name: '', line };
    const key = this.text('UID');
    const wrong = wrongValue(name, error.message);
    return { code: 'bad-value', where: name, line: at, ...wrong, ...(key === '' ? {} : { key }) };
  }

  /** Reads the first property of that name; undefined when it is absent or empty. */
  read<T>(name: EventProperty, read: (line: ContentLine) => T): T | undefined {
    const [line] = this.#named(name);
    if (line === undefined) return undefined;
    this.current = line;
    const value = read(line);
    this.current = undefined;
    return value;
  }

  all<T>(name: EventProperty, read: (line: ContentLine) => T): T[] {
    return this.#named(name).map((line) => {
      this.current = line;
      const value = read(line);
      this.current = undefined;
      return value;
    });
  }

  text(name: EventProperty): string {
    const [line] = this.#named(name);
    return line === undefined ? '' : valueText(line.value).trim();
  }

  /** The same; undefined when there is no such property. */
  said(name: EventProperty): string | undefined {
    return this.has(name) ? this.text(name) : undefined;
  }

  has(name: EventProperty): boolean {
    return this.#lines.has(name);
  }

  readonly texts = (name: EventProperty): string[] => this.#named(name).flatMap(({ value }) => valueTexts(value));

  parameter(name: EventProperty, parameter: string): string {
    return this.#named(name)[0]?.parameters.get(parameter) ?? '';
  }

  /** Outlook's HTML version of the description. */
  html(): string | undefined {
    const lines = this.#lines.get('X-ALT-DESC') ?? [];
    const line = lines.find(({ parameters }) => /html/i.test(parameters.get('FMTTYPE') ?? ''));
    return line === undefined ? undefined : valueText(line.value).trim();
  }

  #named(name: EventProperty): readonly ContentLine[] {
    return (this.#lines.get(name) ?? []).filter(({ value }) => value.trim() !== '');
  }
}

/** A location that is not an address says nothing about following the talk online. */
function onlineUrlOf(properties: Properties): string | undefined {
  const names = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'] as const;
  const location = asWebAddress(properties.text('LOCATION')) || undefined;
  return firstText(...names.map((name) => addressOf(properties.said(name))), location);
}

function organisersOf(organiser: SourcePerson | undefined): SourcePerson[] {
  return organiser === undefined ? [] : [organiser];
}

/** LAST-MODIFIED must be in UTC; anything else is ignored rather than losing the talk. */
function momentOf(line: ContentLine): Timestamp | null {
  try {
    const time = timeOf(line);
    return time.kind === 'utc' ? timestampOf(time.wall) : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function wrongValue(name: string, value: string): { readonly what: string; readonly hint: string } {
  if (name === '') return { what: 'It has no DTSTART.', hint: 'Give the event a date at its source.' };
  if (name !== 'RRULE' && name !== 'EXRULE') {
    return {
      what: `${shownValue(value)} is not a valid ${NOUNS[name] ?? 'time'}.`,
      hint: 'Fix the event at its source.',
    };
  }
  const what = `Unsupported recurrence rule: ${shownValue(value)}.`;
  return { what, hint: 'Use a daily, weekly, monthly or yearly rule of RFC 5545.' };
}

const NOUNS: Readonly<Record<string, string>> = { DURATION: 'length' };
