import type { Image } from '#catalogue/image.ts';
import type { Material } from '#catalogue/material.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { type Timestamp, timestampOf } from '#catalogue/timestamp.ts';
import { mended } from '../findings.ts';
import { firstText } from '../first-text.ts';
import { type Hidden, hiddenBy } from '../hidden.ts';
import type { PartRead, SourceProblem } from '../source-format.ts';
import { imageAt } from '../source-image.ts';
import { attachedMaterial } from '../source-material.ts';
import type { SourcePerson } from '../source-talk.ts';
import { asWebAddress } from '../web-address.ts';
import { type ContentLine, unescapedText, valueTexts } from './icalendar-lines.ts';
import {
  calendarDuration,
  type CalendarTime,
  calendarTimes,
  dateOf,
  type Duration,
  InvalidValue,
  periodsOf,
  type RecurrencePeriod,
  timeOfLine,
} from './icalendar-time.ts';
import { recurrenceRule, type RecurrenceRule } from './recurrence.ts';

/**
 * A parsed VEVENT. Its time zones are not resolved yet, because they may be defined after it. Undefined: property
 * absent.
 */
export interface ReadEvent {
  readonly line: number;
  /** `''` when it has none. */
  readonly uid: string;
  /** RECURRENCE-ID: the occurrence that it replaces; undefined for the event itself. */
  readonly recurrence: CalendarTime | undefined;
  /** Whether it replaces later occurrences as well. */
  readonly andFuture: boolean;
  readonly start: CalendarTime;
  readonly end: CalendarTime | Duration | undefined;
  readonly rules: readonly RecurrenceRule[];
  /** Problems with parts that could not be read and are left out: its end, or its rules. */
  readonly mended: readonly SourceProblem[];
  readonly exceptRules: readonly RecurrenceRule[];
  readonly added: readonly RecurrencePeriod[];
  readonly except: readonly CalendarTime[];
  /** Of two events with the same UID, the one with the higher sequence wins (RFC 5545, 3.8.7.4). */
  readonly sequence: number;
  readonly updated: Timestamp | null;
  readonly status: TalkStatus | undefined;
  /** From CLASS or STATUS. */
  readonly hidden: Hidden | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly location: string | undefined;
  readonly url: string | undefined;
  readonly onlineUrl: string | undefined;
  readonly organisers: readonly SourcePerson[] | undefined;
  /** Attendees whose role says that they speak. */
  readonly speakers: readonly SourcePerson[] | undefined;
  /** Texts of properties that the operator maps. */
  readonly mapped: ReadonlyMap<string, string> | undefined;
  readonly categories: readonly string[] | undefined;
  readonly materials: readonly Material[] | undefined;
  readonly image: Image | null | undefined;
  readonly language: string;
}

/** The largest integer of a calendar (RFC 5545, 3.3.8). */
const LAST_SEQUENCE = 2 ** 31 - 1;

/** Whether an event was changed after another with its UID: by SEQUENCE, then LAST-MODIFIED. */
export function isLater(event: ReadEvent, other: ReadEvent): boolean {
  if (event.sequence !== other.sequence) return event.sequence > other.sequence;
  return (event.updated ?? '') > (other.updated ?? '');
}

/** An event that cannot be read. */
export interface UnreadEvent {
  readonly problem: SourceProblem;
  /** UID of the event, if it could be read. */
  readonly uid: string;
  readonly recurrence: CalendarTime | undefined;
  readonly hidden: Hidden | undefined;
}

/**
 * Parses an event, or returns its problem.
 *
 * @param line of BEGIN
 * @param mapped properties whose texts are kept
 */
export function calendarEvent(
  lines: readonly ContentLine[],
  line: number,
  mapped: ReadonlySet<string>,
): ReadEvent | UnreadEvent {
  const properties = new EventProperties(lines);
  let recurrence: CalendarTime | undefined;
  try {
    recurrence = properties.read('RECURRENCE-ID', timeOfLine);
    const kept = mapped.size === 0 ? undefined : textsByName(lines, mapped);
    return { ...withDates(readEvent(properties, line, recurrence), properties), mapped: kept };
  } catch (error) {
    const problem = properties.problem(error, line);
    const hidden = hiddenOf(properties);
    if (recurrence !== undefined && hidden !== undefined) {
      return { ...readEvent(new EventProperties(hiddenOccurrence(lines)), line, recurrence), mapped: undefined };
    }
    return { problem, uid: properties.text('UID'), recurrence, hidden };
  }
}

/** Outlook writes days as midnights with a time zone, for programs that cannot read dates, and says so. */
function withDates<T extends Pick<ReadEvent, 'start' | 'end' | 'recurrence' | 'added' | 'except'>>(
  event: T,
  properties: EventProperties,
): T {
  if (!/^TRUE$/i.test(properties.text('X-MICROSOFT-CDO-ALLDAYEVENT').trim())) return event;
  const { start, end, recurrence, added, except } = event;
  const ofEnd = (one: ReadEvent['end']): ReadEvent['end'] => (one !== undefined && 'wall' in one ? dateOf(one) : one);
  return {
    ...event,
    start: dateOf(start),
    end: ofEnd(end),
    recurrence: recurrence && dateOf(recurrence),
    added: added.map((period) => ({ start: dateOf(period.start), end: ofEnd(period.end) })),
    except: except.map(dateOf),
  };
}

/** The lines of an occurrence that must not be published, reduced to those that identify it. */
function hiddenOccurrence(lines: readonly ContentLine[]): ContentLine[] {
  const [uid, recurrence, visibility, status] = ['UID', 'RECURRENCE-ID', 'CLASS', 'STATUS'].map((name) =>
    lines.find((line) => line.name === name),
  );
  const start = recurrence && { ...recurrence, name: 'DTSTART' };
  return [uid, recurrence, visibility, status, start].filter((line) => line !== undefined);
}

/** From CLASS, whose unknown values count as PRIVATE (RFC 5545, 3.8.1.3), and STATUS. */
export function hiddenOf({ text }: Pick<EventProperties, 'text'>): Hidden | undefined {
  const visibility = text('CLASS').trim();
  const hidden = hiddenBy({ visibility, status: text('STATUS') });
  return hidden ?? (PUBLIC.test(visibility) ? undefined : hiddenBy({ visibility: 'PRIVATE' }));
}

/** `DEFAULT` is Google's, `NORMAL` Outlook's. */
const PUBLIC = /^(?:|PUBLIC|DEFAULT|NORMAL)$/i;

function readEvent(
  properties: EventProperties,
  line: number,
  recurrence: CalendarTime | undefined,
): Omit<ReadEvent, 'mapped'> {
  const { texts } = properties;
  return {
    line,
    uid: properties.text('UID'),
    recurrence,
    andFuture: properties.parameter('RECURRENCE-ID', 'RANGE').toUpperCase() === 'THISANDFUTURE',
    start: properties.read('DTSTART', timeOfLine) ?? missingStart(),
    end: properties.orWithout('without-end', line, endOf),
    ...(properties.orWithout('first-time', line, rulesOf) ?? { rules: [], exceptRules: [] }),
    added: properties.all('RDATE', periodsOf).flat(),
    except: properties.all('EXDATE', calendarTimes).flat(),
    sequence: Math.min(Number(/^\d{1,10}$/.exec(properties.text('SEQUENCE'))?.[0] ?? 0), LAST_SEQUENCE),
    updated: properties.read('LAST-MODIFIED', momentOf) ?? null,
    status: statusOf(properties.said('STATUS')),
    hidden: hiddenOf(properties),
    title: properties.said('SUMMARY'),
    description: firstText(properties.said('DESCRIPTION'), properties.html()),
    location: properties.said('LOCATION'),
    url: addressOf(properties.said('URL')),
    onlineUrl: onlineUrlOf(properties),
    organisers: properties.has('ORGANIZER') ? organisersOf(properties.read('ORGANIZER', calendarPerson)) : undefined,
    speakers: speakingAttendees(properties.all('ATTENDEE', (attendee) => attendee)),
    categories: properties.has('CATEGORIES') ? texts('CATEGORIES') : undefined,
    materials: properties.has('ATTACH') ? properties.all('ATTACH', attached).flat() : undefined,
    image: imageAt(properties.said('IMAGE')),
    language: properties.parameter('SUMMARY', 'LANGUAGE'),
    mended: properties.mended,
  };
}

/** ATTACH (RFC 5545, 3.8.1.1). Leaves out files embedded in the calendar. */
function attached({ value, parameters }: ContentLine): Material[] {
  const url = asWebAddress(value);
  if (url === '') return [];
  const material = attachedMaterial(url, parameters.get('FILENAME') ?? '');
  return [/^image\//i.test(parameters.get('FMTTYPE') ?? '') ? { ...material, type: 'picture' } : material];
}

function endOf(properties: EventProperties): ReadEvent['end'] {
  return properties.read('DTEND', timeOfLine) ?? properties.read('DURATION', ({ value }) => calendarDuration(value));
}

function rulesOf(properties: EventProperties): Pick<ReadEvent, 'rules' | 'exceptRules'> {
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
  throw new InvalidValue('');
}

function onlineUrlOf(properties: EventProperties): string | undefined {
  const names = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'] as const;
  return firstText(...names.map((name) => addressOf(properties.said(name))));
}

function organisersOf(organiser: SourcePerson | undefined): SourcePerson[] {
  return organiser === undefined ? [] : [organiser];
}

/** LAST-MODIFIED must be in UTC; anything else is ignored rather than losing the talk. */
function momentOf(line: ContentLine): Timestamp | null {
  try {
    const time = timeOfLine(line);
    return time.kind === 'utc' ? timestampOf(time.wall) : null;
  } catch (error) {
    if (error instanceof InvalidValue) return null;
    throw error;
  }
}

/** `ORGANIZER;CN="Doe, Jane":mailto:jane@example.org`. Undefined: it has no name. */
function calendarPerson({ value, parameters }: ContentLine): SourcePerson | undefined {
  const email = /^mailto:(.+@.+)$/i.exec(value.trim())?.[1]?.trim();
  const name = parameters.get('CN')?.trim() ?? '';
  if (name === '' || name.includes('@')) return undefined;
  return email === undefined ? { name } : { name, key: email.toLowerCase(), email };
}

/** Attendees whose role says that they speak (RFC 5545 has no such role); undefined if there are none. */
function speakingAttendees(attendees: readonly ContentLine[]): readonly SourcePerson[] | undefined {
  const speaking = attendees.filter(({ parameters }) =>
    ['ROLE', 'X-ROLE'].some((name) => SPEAKS.test(parameters.get(name) ?? '')),
  );
  const people = speaking.flatMap((line) => calendarPerson(line) ?? []);
  return people.length === 0 ? undefined : people;
}

const SPEAKS = /^(?:X-)?(?:(?:KEYNOTE|GUEST|INVITED)[- ]?)?(?:SPEAKER|PRESENTER|LECTURER)$/i;

/** Texts of properties for `--map`, by name: a line for each property, with names of people. Absent: none. */
function textsByName(lines: readonly ContentLine[], names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const line of lines) {
    if (!names.has(line.name)) continue;
    const isPerson = /^(?:mailto|urn|invalid):/i.test(line.value) || line.parameters.has('CN');
    const text = isPerson ? (calendarPerson(line)?.name ?? '') : unescapedText(line.value).trim();
    const before = texts.get(line.name);
    texts.set(line.name, before === undefined || before === '' ? text : `${before}\n${text}`);
  }
  return texts;
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
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'LOCATION',
  'URL',
  'CONFERENCE',
  'X-GOOGLE-CONFERENCE',
  'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  'ORGANIZER',
  'ATTENDEE',
  'CATEGORIES',
  'ATTACH',
  'IMAGE',
] as const;
type EventProperty = (typeof EVENT_PROPERTIES)[number];

/** The properties of an event, by name. */
export class EventProperties {
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

  /** Reads an optional part of an event; undefined, with a problem recorded, when it cannot be read. */
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

  /** The problem of the property being read. */
  problem(error: unknown, line: number): SourceProblem {
    if (!(error instanceof InvalidValue)) throw error;
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

  readonly text = (name: EventProperty): string => {
    const [line] = this.#named(name);
    return line === undefined ? '' : unescapedText(line.value).trim();
  };

  /** As `text`; undefined when there is no such property. */
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
    return line === undefined ? undefined : unescapedText(line.value).trim();
  }

  #named(name: EventProperty): readonly ContentLine[] {
    return (this.#lines.get(name) ?? []).filter(({ value }) => value.trim() !== '');
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
