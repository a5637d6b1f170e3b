import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { type Findings, noStart } from '../findings.ts';
import type { ContentLine } from '../icalendar/icalendar-lines.ts';
import { CalendarZones } from '../icalendar/icalendar-zones.ts';
import { isoTime } from '../iso-time.ts';
import { isObject, type JsonObject, listOf, membersOf, objectsOf, optionalText, stringText } from '../json-document.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import {
  type CalendarProperty,
  categoriesProperty,
  eventLines,
  organiserProperty,
  readCalendarJson,
  textProperty,
} from './calendar-json.ts';

/** Reads events of Microsoft Graph (v1.0): a response with further pages, or one event. */
export function readMicrosoftGraph(file: SourceFile, options: ReadOptions): AsyncIterable<SourceBatch> {
  const zones = new CalendarZones();
  return readCalendarJson(file, options, {
    names: { title: 'subject', description: 'body' },
    lines: (document, found) => lines(document, found, zones),
    next: (document) => (isObject(document) ? optionalText(document['@odata.nextLink']) : undefined),
  });
}

function* lines(document: unknown, found: Findings, zones: CalendarZones): Generator<ContentLine> {
  const events =
    isObject(document) && !Array.isArray(document.value)
      ? [document]
      : listOf(isObject(document) ? document.value : document);
  for (const [index, event] of events.entries()) {
    const line = index + 1;
    found.named(Object.keys(membersOf(event)));
    if (!isObject(event)) found.notAnEvent(event, line);
    else if (isObject(event.start)) {
      yield* eventLines(line, propertiesOf(event, zones));
      for (const other of objectsOf(event.exceptionOccurrences)) {
        yield* eventLines(line, propertiesOf({ seriesMasterId: event.id, ...other }, zones));
      }
    } else {
      found.entry(line, stringText(event.id), () => {
        throw noStart('start', 'Request the events with their times.');
      });
    }
  }
}

function* propertiesOf(event: JsonObject, zones: CalendarZones): Generator<CalendarProperty> {
  const recurrence = isObject(event.recurrence) ? event.recurrence : undefined;
  const series = optionalText(event.seriesMasterId);
  const isDay = event.isAllDay === true;
  const zone = recurrence === undefined ? undefined : zoneOfSeries(event, recurrence);
  const time = (name: string, value: unknown): CalendarProperty => timeProperty(name, value, { isDay, zone, zones });
  // `iCalUId` is different for each occurrence.
  yield textProperty(
    'UID',
    series ?? (recurrence === undefined ? optionalText(event.iCalUId) : undefined) ?? optionalText(event.id),
  );
  yield time('DTSTART', event.start);
  yield time('DTEND', event.end);
  if (series !== undefined) yield occurrenceOf(event, time);
  if (recurrence !== undefined) yield { name: 'RRULE', value: graphRule(recurrence) };
  for (const id of listOf(event.cancelledOccurrences)) {
    // `OID.AAMk….2026-12-08`.
    yield { name: 'EXDATE', value: /\d{4}-\d\d-\d\d$/.exec(stringText(id))?.[0] };
  }
  yield* contentsOf(event);
}

function* contentsOf(event: JsonObject): Generator<CalendarProperty> {
  yield { name: 'LAST-MODIFIED', value: optionalText(event.lastModifiedDateTime) };
  yield { name: 'STATUS', value: statusOf(event.isCancelled) };
  yield { name: 'CLASS', value: classOf(event) };
  yield textProperty('SUMMARY', optionalText(event.subject));
  yield textProperty('DESCRIPTION', contentOf(event));
  yield textProperty('LOCATION', isObject(event.location) ? optionalText(event.location.displayName) : undefined);
  yield { name: 'CONFERENCE', value: meetingOf(event) };
  yield categoriesProperty(Array.isArray(event.categories) ? listOf(event.categories).map(stringText) : undefined);
  const { emailAddress } = membersOf(event.organizer);
  if (isObject(emailAddress))
    yield organiserProperty(optionalText(emailAddress.name), optionalText(emailAddress.address));
}

function statusOf(isCancelled: unknown): string | undefined {
  if (typeof isCancelled !== 'boolean') return undefined;
  return isCancelled ? 'CANCELLED' : 'CONFIRMED';
}

function classOf({ isDraft, sensitivity }: JsonObject): string | undefined {
  return isDraft === true ? 'DRAFT' : CLASSES[stringText(sensitivity)];
}

/** Sensitivities that Outlook shows to others as private. */
const CLASSES: Readonly<Partial<Record<string, string>>> = {
  personal: 'PRIVATE',
  private: 'PRIVATE',
  confidential: 'CONFIDENTIAL',
};

function zoneOfSeries({ originalStartTimeZone }: JsonObject, { range }: JsonObject): string | undefined {
  const named = isObject(range) ? stringText(range.recurrenceTimeZone) : '';
  return named === '' ? optionalText(originalStartTimeZone) : named;
}

interface TimeContext {
  readonly isDay: boolean;
  /** Zone in which the event repeats. */
  readonly zone: string | undefined;
  readonly zones: CalendarZones;
}

/** `{dateTime, timeZone}`: a local time with seven decimals, in a zone with a Windows or IANA name. */
function timeProperty(name: string, value: unknown, { isDay, zone, zones }: TimeContext): CalendarProperty {
  if (!isObject(value)) return { name, value: undefined };
  const text = stringText(value.dateTime).replace(/\.\d*/, '');
  if (isDay) return { name, value: text.slice(0, 10) };
  const written = optionalText(value.timeZone) ?? 'UTC';
  const own = zones.zone(written);
  const series = zone === undefined ? undefined : zones.zone(zone);
  const time = own === undefined ? undefined : isoTime(text, own);
  if (time === undefined) return { name, value: text, parameters: { TZID: written } };
  const at = series ?? own;
  if (at === undefined || at.name === 'UTC') return { name, value: time.at };
  const wall = timestampOf(at.toWall(secondsOf(time.at))).slice(0, -1);
  return { name, value: wall, parameters: { TZID: series === undefined ? written : (zone ?? written) } };
}

/** RECURRENCE-ID of an occurrence: its original start; without one, it was not moved. */
function occurrenceOf(event: JsonObject, time: (name: string, value: unknown) => CalendarProperty): CalendarProperty {
  const original = optionalText(event.originalStart);
  if (original === undefined) return time('RECURRENCE-ID', event.start);
  return { name: 'RECURRENCE-ID', value: event.isAllDay === true ? original.slice(0, 10) : original };
}

function contentOf({ body, bodyPreview }: JsonObject): string | undefined {
  return (isObject(body) ? optionalText(body.content) : undefined) ?? optionalText(bodyPreview);
}

function meetingOf({ onlineMeeting, onlineMeetingUrl }: JsonObject): string | undefined {
  return (isObject(onlineMeeting) ? optionalText(onlineMeeting.joinUrl) : undefined) ?? optionalText(onlineMeetingUrl);
}

type Part = readonly [name: string, value: string | undefined];

/** Converts a patterned recurrence of Microsoft Graph to an RRULE value. */
function graphRule({ pattern, range }: JsonObject): string {
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
