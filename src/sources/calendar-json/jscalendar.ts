import type { Findings } from '../findings.ts';
import type { ContentLine } from '../icalendar/icalendar-lines.ts';
import { Budget, Exhausted } from '../icalendar/recurrence.ts';
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
  yield textProperty('CLASS', event.privacy === 'secret' ? 'CONFIDENTIAL' : optionalText(event.privacy));
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

/** Converts a JSCalendar recurrence rule (RFC 8984, 4.3.3) to an RRULE value. */
function jscalendarRule(rule: JsonObject): string {
  const parts = [
    ['FREQ', optionalText(rule.frequency)],
    ['INTERVAL', optionalText(rule.interval)],
    ['RSCALE', optionalText(rule.rscale)],
    ['WKST', optionalText(rule.firstDayOfWeek)],
    ['COUNT', optionalText(rule.count)],
    ['UNTIL', optionalText(rule.until)],
    ['BYDAY', daysOf(rule.byDay)],
    ...Object.entries(NUMBERS).map(([name, part]) => [part, numbersOf(rule[name])]),
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name ?? ''}=${value}`])).join(';');
}

const NUMBERS = {
  byMonthDay: 'BYMONTHDAY',
  byMonth: 'BYMONTH',
  byYearDay: 'BYYEARDAY',
  byWeekNo: 'BYWEEKNO',
  byHour: 'BYHOUR',
  byMinute: 'BYMINUTE',
  bySecond: 'BYSECOND',
  bySetPosition: 'BYSETPOS',
};

function daysOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return objectsOf(value)
    .map(({ day, nthOfPeriod }) => `${stringText(nthOfPeriod)}${stringText(day)}`)
    .join(',');
}

function numbersOf(value: unknown): string | undefined {
  return Array.isArray(value) ? listOf(value).map(stringText).join(',') : undefined;
}

/** Members of an event that are read of a changed occurrence; when it repeats is not among them. */
const READ = [
  'uid',
  'start',
  'timeZone',
  'duration',
  'showWithoutTime',
  'sequence',
  'updated',
  'status',
  'privacy',
  'title',
  'locale',
  'description',
] as const;
/** The same, with members of their own. */
const MAPS = ['locations', 'virtualLocations', 'links', 'keywords', 'participants'] as const;
const NAMES: ReadonlySet<string> = new Set([...READ, ...MAPS]);
/** Limit on the depth of a patch. */
const DEEPEST = 8;

/**
 * Occurrences that differ from their event: copies of the event, patched (RFC 8984, 4.3.5).
 *
 * @param work members that are copied or read again
 * @throws Exhausted
 */
function* overriddenEvents(event: JsonObject, work: Budget): Generator<JsonObject> {
  const shared = Object.fromEntries(Object.entries(event).filter(([name]) => NAMES.has(name)));
  const size = MAPS.reduce((sum, name) => sum + Object.keys(membersOf(shared[name])).length, NAMES.size);
  for (const [moment, patch] of Object.entries(membersOf(event.recurrenceOverrides))) {
    if (!isObject(patch) || patch.excluded === true || Object.keys(patch).length === 0) continue;
    work.spend(size);
    const occurrence = new PatchedEvent({ ...shared, start: moment }, work);
    for (const [pointer, value] of Object.entries(patch)) occurrence.patch(pathOf(pointer), value);
    yield { ...occurrence.event, recurrenceId: moment, recurrenceIdTimeZone: event.timeZone };
  }
}

/** A JSON pointer without its first slash. */
function pathOf(pointer: string): string[] {
  return pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

type Members = Record<string, unknown>;

/** A copy of an event that shares with it what is not patched. */
class PatchedEvent {
  readonly event: Members;
  readonly #work: Budget;
  /** Objects that were copied already. */
  readonly #own = new Set<unknown>();

  constructor(event: Members, work: Budget) {
    this.event = event;
    this.#work = work;
  }

  /** Sets the value at the path; null removes it. Ignores a path through something that is not there. */
  patch(path: readonly string[], value: unknown): void {
    const [first = ''] = path;
    const name = path.at(-1) ?? '';
    if (!NAMES.has(first) || path.length > DEEPEST + 1 || path.includes('__proto__')) return;
    let object = this.event;
    for (const step of path.slice(0, -1)) {
      const inner = object[step];
      if (!isObject(inner)) return;
      object = object[step] = this.#ownCopy(inner);
    }
    object[name] = value ?? undefined;
  }

  #ownCopy(object: JsonObject): Members {
    if (this.#own.has(object)) return object;
    this.#work.spend(Object.keys(object).length);
    const copy = { ...object };
    this.#own.add(copy);
    return copy;
  }
}
