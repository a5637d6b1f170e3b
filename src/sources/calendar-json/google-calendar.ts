import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { noStart, type Findings } from '../findings.ts';
import type { ContentLine } from '../icalendar/icalendar-lines.ts';
import { isoTime } from '../iso-time.ts';
import { isObject, listOf, membersOf, objectsOf, optionalText, stringText, type JsonObject } from '../json-document.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import {
  type CalendarProperty,
  contentLine,
  eventLines,
  organiserProperty,
  readCalendarJson,
  textProperty,
} from './calendar-json.ts';

/** Reads events of Google's Calendar API (v3): a response of `events.list`, with further pages, or one event. */
export function readGoogleCalendar(file: SourceFile, options: ReadOptions): AsyncIterable<SourceBatch> {
  return readCalendarJson(file, options, { names: { title: 'summary', description: 'description' }, lines, next });
}

/** The same request with the token of the next page. */
function next(document: unknown, address: string): string | undefined {
  const token = isObject(document) ? stringText(document.nextPageToken) : '';
  if (token === '') return undefined;
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  url.searchParams.set('pageToken', token);
  return url.href;
}

function* lines(document: unknown, found: Findings): Generator<ContentLine> {
  const { kind, items, timeZone } = membersOf(document);
  const events = kind === 'calendar#event' ? [document] : listOf(items);
  const cancelled = cancelledOccurrences(events);
  const zone = optionalText(timeZone);
  // Days are days there.
  if (zone !== undefined) yield contentLine({ name: 'X-WR-TIMEZONE', value: zone }, 0);
  for (const [index, event] of events.entries()) {
    const line = index + 1;
    if (!isObject(event)) {
      found.notAnEvent(event, line);
      continue;
    }
    found.named(Object.keys(event));
    found.notes.at(line);
    const why = whyLeftOut(event);
    if (why !== undefined) {
      found.notes.leave(`${why}: left out`);
      continue;
    }
    if (!isObject(event.start)) {
      found.entry(line, stringText(event.iCalUID), () => {
        throw noStart('start', 'Give the event a time in Google Calendar.');
      });
      continue;
    }
    const without = cancelled.get(stringText(event.id)) ?? [];
    yield* eventLines(line, propertiesOf(event, { zone, without }));
  }
}

/** Entries that are not events. */
const NOT_EVENTS: Readonly<Record<string, string>> = {
  birthday: 'birthdays',
  focusTime: 'focus time',
  outOfOffice: 'out of office',
  workingLocation: 'working locations',
};

/** Cancelled events are deleted ones: the API returns them only on request, and mostly without their content. */
function whyLeftOut({ status, eventType }: JsonObject): string | undefined {
  return status === 'cancelled' ? 'deleted in Google Calendar' : NOT_EVENTS[stringText(eventType)];
}

/** Original starts of deleted occurrences, by identifier of the series. */
function cancelledOccurrences(events: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { status, recurringEventId, originalStartTime } of objectsOf(events)) {
    if (status !== 'cancelled' || !isObject(originalStartTime)) continue;
    const series = stringText(recurringEventId);
    const times = found.get(series);
    if (times === undefined) found.set(series, [originalStartTime]);
    else times.push(originalStartTime);
  }
  return found;
}

interface Around {
  /** Zone of the calendar. */
  readonly zone: string | undefined;
  /** Original starts of deleted occurrences. */
  readonly without: readonly unknown[];
}

function* propertiesOf(event: JsonObject, { zone, without }: Around): Generator<CalendarProperty> {
  const { organizer } = event;
  const own = isObject(event.start) ? (optionalText(event.start.timeZone) ?? zone) : zone;
  yield textProperty('UID', optionalText(event.iCalUID) ?? optionalText(event.id));
  yield timeProperty('DTSTART', event.start, own);
  yield timeProperty('DTEND', event.endTimeUnspecified === true ? undefined : event.end, own);
  yield timeProperty('RECURRENCE-ID', event.originalStartTime, own);
  for (const written of listOf(event.recurrence)) yield recurrenceProperty(stringText(written));
  for (const start of without) yield timeProperty('EXDATE', start, own);
  yield { name: 'SEQUENCE', value: optionalText(event.sequence) };
  yield { name: 'LAST-MODIFIED', value: optionalText(event.updated) };
  yield textProperty('STATUS', optionalText(event.status));
  yield textProperty('CLASS', optionalText(event.visibility));
  yield textProperty('SUMMARY', optionalText(event.summary));
  yield textProperty('DESCRIPTION', optionalText(event.description));
  yield textProperty('LOCATION', optionalText(event.location));
  yield { name: 'CONFERENCE', value: conferenceOf(event) };
  if (isObject(organizer)) yield organiserProperty(optionalText(organizer.displayName), optionalText(organizer.email));
}

/** `{dateTime, timeZone}` or `{date}`: converted to local time in its zone, in which the event repeats. */
function timeProperty(name: string, value: unknown, calendarZone: string | undefined): CalendarProperty {
  if (!isObject(value)) return { name, value: undefined };
  const text = optionalText(value.dateTime);
  if (text === undefined) return { name, value: optionalText(value.date) };
  const zone = ianaZone(optionalText(value.timeZone) ?? calendarZone ?? '');
  const time = isoTime(text, zone ?? UTC);
  if (time === undefined || zone === undefined || zone.name === 'UTC') return { name, value: time?.at ?? text };
  const wall = timestampOf(zone.toWall(secondsOf(time.at))).slice(0, -1);
  return { name, value: wall, parameters: { TZID: zone.name } };
}

/** A line of iCalendar: `RRULE:FREQ=WEEKLY`, `EXDATE;TZID=Europe/Berlin:20261208T170000`. */
function recurrenceProperty(line: string): CalendarProperty {
  const [, name = '', parameters = '', value = ''] =
    /^([A-Z-]{1,20})((?:;[^:]{0,200})?):(.*)$/is.exec(line.trim()) ?? [];
  const [, zone] = /;TZID=([^;]+)/i.exec(parameters) ?? [];
  return { name: name.toUpperCase(), value, ...(zone === undefined ? {} : { parameters: { TZID: zone } }) };
}

function conferenceOf({ conferenceData, hangoutLink }: JsonObject): string | undefined {
  const points = isObject(conferenceData) ? objectsOf(conferenceData.entryPoints) : [];
  const video = points.find(({ entryPointType }) => entryPointType === 'video');
  return optionalText(video?.uri) ?? optionalText(hangoutLink);
}
