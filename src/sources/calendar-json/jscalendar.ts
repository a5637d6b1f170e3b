import type { Findings } from '../findings.ts';
import type { ContentLine } from '../icalendar/icalendar-lines.ts';
import { Budget, Exhausted } from '../icalendar/recurrence.ts';
import { isObject, listOf, membersOf, objectsOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { readCalendarJson } from './calendar-json.ts';
import { eventLines, organiserProperty, textProperty, categoriesProperty } from './calendar-lines.ts';
import type { CalendarProperty } from './calendar-lines.ts';
import { overriddenEvents } from './jscalendar-overrides.ts';
import { jscalendarRule } from './jscalendar-rule.ts';

/** Reads JSCalendar (RFC 8984): groups, events, and lists of these. */
export function readJscalendar(file: SourceFile, options: ReadOptions): AsyncIterable<SourceBatch> {
  return readCalendarJson(file, options, { names: { title: 'title', description: 'description' }, lines });
}

/** Limit on members read of all changed occurrences: each may need all those of its event. */
const WORK = 20_000_000;

function* lines(document: unknown, found: Findings): Generator<ContentLine> {
  const work = new Budget(WORK);
  let line = 0;
  for (const entry of entriesIn(document)) {
    line++;
    if (!isObject(entry)) found.notAnEvent(entry, line, 'Export the calendar again.');
    else if (entry['@type'] === 'Task') {
      found.notes.leave('tasks: left out');
    } else {
      found.named(Object.keys(entry));
      yield* eventLines(line, propertiesOf(entry));
      yield* changedLines(entry, line, { work, found });
      if (found.hasFailed) return;
    }
  }
}

function* changedLines(
  event: JsonObject,
  line: number,
  { work, found }: { readonly work: Budget; readonly found: Findings },
): Generator<ContentLine> {
  try {
    for (const other of overriddenEvents(event, work)) yield* eventLines(line, propertiesOf(other));
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    const what = 'Too many occurrences of events with many members are changed.';
    const hint = 'Export the calendar in parts.';
    found.fail({ code: 'too-large', where: 'recurrenceOverrides', what, hint, line });
  }
}

function* entriesIn(value: unknown): Generator {
  if (Array.isArray(value)) for (const entry of listOf(value)) yield* entriesIn(entry);
  else if (isObject(value) && value['@type'] === 'Group') yield* listOf(value.entries);
  else yield value;
}

function* propertiesOf(event: JsonObject): Generator<CalendarProperty> {
  const zone = optionalText(event.timeZone);
  const isDay = event.showWithoutTime === true;
  const time = (name: string, value: unknown, own = zone): CalendarProperty => timeProperty(name, value, own, isDay);
  yield textProperty('UID', optionalText(event.uid));
  yield time('DTSTART', event.start);
  yield { name: 'DURATION', value: optionalText(event.duration) ?? (isDay ? undefined : 'PT0S') };
  yield time('RECURRENCE-ID', event.recurrenceId, optionalText(event.recurrenceIdTimeZone) ?? zone);
  for (const rule of rulesOf(event, 'recurrenceRule')) yield { name: 'RRULE', value: jscalendarRule(rule) };
  for (const rule of rulesOf(event, 'excludedRecurrenceRule')) yield { name: 'EXRULE', value: jscalendarRule(rule) };
  for (const [moment, patch] of Object.entries(membersOf(event.recurrenceOverrides))) {
    yield time(isObject(patch) && patch.excluded === true ? 'EXDATE' : 'RDATE', moment);
  }
  yield { name: 'SEQUENCE', value: optionalText(event.sequence) };
  yield { name: 'LAST-MODIFIED', value: optionalText(event.updated) };
  yield textProperty('STATUS', optionalText(event.status));
  yield textProperty('CLASS', classOf(event.privacy));
  yield textProperty('SUMMARY', optionalText(event.title), { LANGUAGE: stringText(event.locale) });
  yield textProperty('DESCRIPTION', optionalText(event.description));
  yield textProperty('LOCATION', nameOf(event.locations));
  yield { name: 'URL', value: pageOf(event.links) };
  yield* linkedFiles(event.links);
  yield { name: 'CONFERENCE', value: firstOf(event.virtualLocations, ({ uri }) => optionalText(uri)) };
  yield categoriesProperty(keywordsOf(event));
  yield ownerOf(event.participants);
}

function timeProperty(name: string, value: unknown, zone: string | undefined, isDay: boolean): CalendarProperty {
  const text = optionalText(value);
  if (text === undefined) return { name, value: undefined };
  if (isDay) return { name, value: text.slice(0, 10) };
  const isUtc = zone !== undefined && /^(?:Etc\/)?UTC$/i.test(zone);
  if (isUtc) return { name, value: text.endsWith('Z') ? text : `${text}Z` };
  return { name, value: text, ...(zone === undefined ? {} : { parameters: { TZID: zone } }) };
}

/** A list of rules, or a single rule as in the drafts of JSCalendar's successor. */
function rulesOf(event: JsonObject, name: string): readonly JsonObject[] {
  return [...objectsOf([event[name]]), ...objectsOf(event[`${name}s`])];
}

function classOf(privacy: unknown): string | undefined {
  return privacy === 'secret' ? 'CONFIDENTIAL' : optionalText(privacy);
}

function nameOf(locations: unknown): string | undefined {
  return firstOf(locations, ({ name, relativeTo }) => (relativeTo === 'end' ? undefined : optionalText(name)));
}

/** Page of the event: a link with the relation “alternate”, or with none. */
function pageOf(links: unknown): string | undefined {
  return firstOf(links, ({ href, rel }) => {
    return rel === undefined || rel === 'alternate' || rel === 'self' ? optionalText(href) : undefined;
  });
}

/** Links to enclosures and the picture (RFC 8984, 1.4.11). */
function* linkedFiles(links: unknown): Generator<CalendarProperty> {
  for (const { href, rel, title } of isObject(links) ? objectsOf(Object.values(links)) : []) {
    const value = optionalText(href);
    if (rel === 'enclosure') yield { name: 'ATTACH', value, parameters: { FILENAME: stringText(title) } };
    if (rel === 'icon') yield { name: 'IMAGE', value };
  }
}

/** The first result of `find` for the members of a map. */
function firstOf(map: unknown, find: (member: JsonObject) => string | undefined): string | undefined {
  const members = isObject(map) ? objectsOf(Object.values(map)) : [];
  return members.map(find).find((found) => found !== undefined);
}

function keywordsOf({ keywords }: JsonObject): string[] | undefined {
  return isObject(keywords) ? Object.keys(keywords).filter((keyword) => keywords[keyword] === true) : undefined;
}

function ownerOf(participants: unknown): CalendarProperty {
  const all = isObject(participants) ? objectsOf(Object.values(participants)) : [];
  const owner = all.find(({ roles }) => isObject(roles) && roles.owner === true);
  const { imip } = isObject(owner?.sendTo) ? owner.sendTo : {};
  return organiserProperty(
    optionalText(owner?.name),
    optionalText(owner?.email) ?? optionalText(imip)?.replace(/^mailto:/i, ''),
  );
}
