import type { Image } from '#catalogue/image.ts';
import type { Material } from '#catalogue/material.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceProblem } from '../source-format.ts';
import type { ContentLine } from './icalendar-lines.ts';
import { calendarPerson, speakingAttendees, textsByName } from './icalendar-people.ts';
import { EventProperties } from './icalendar-properties.ts';
import { InvalidValue, calendarDuration, dateOf, periodsOf, timeOfLine, calendarTimes } from './icalendar-time.ts';
import type { CalendarTime, Duration, RecurrencePeriod } from './icalendar-time.ts';
import { recurrenceRule } from './recurrence-rule.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';
import { firstText } from '../first-text.ts';
import { hiddenBy } from '../hidden.ts';
import type { Hidden } from '../hidden.ts';
import { imageAt } from '../source-image.ts';
import { attachedMaterial } from '../source-material.ts';
import type { SourcePerson } from '../source-talk.ts';
import { asWebAddress } from '../web-address.ts';

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
