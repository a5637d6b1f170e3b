import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../format.ts';
import { isObject, listOf, objectsOf, readJsonDocument, saidText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { firstSaid } from '../said.ts';
import { ScheduleTalks } from './schedule-event.ts';
import type { ScheduleConference, ScheduleDay, ScheduleEvent, SchedulePerson } from './schedule-event.ts';
import { submissionEvents } from './schedule-submissions.ts';
import { UTC, ianaZone } from '../wall-clock.ts';

/**
 * Reads the schedule of a conference in JSON: as frab and pretalx write it (https://c3voc.de/schedule/schema.json), or with
 * its events in one list (https://c3voc.de/schema/schedule2), or as the submissions that the API of pretalx gives.
 */
export async function* readScheduleJson(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const document = await readJsonDocument(file);
  if (!document.ok) {
    yield { talks: [], failure: document.failure };
    return;
  }
  const found = new Findings();
  const maker = new ScheduleTalks(ianaZone(options.zone) ?? UTC, found.notes);
  const schedule = scheduleOf(document.value);
  if (schedule !== undefined) maker.setConference(schedule.conference);
  let isEmpty = true;
  for (const event of schedule?.events ?? submissionEvents(document.value)) {
    isEmpty = false;
    found.add(maker.make(event));
    yield* found.enough();
  }
  if (isEmpty && schedule === undefined) found.fail(NO_SCHEDULE);
  yield* found.batches();
  if (!found.hasFailed && hasFurtherPages(document.value)) {
    const what = 'page of several: the talks on the others are not in it, and nothing is taken as gone';
    yield { talks: [], notes: [{ what, count: 1 }], incomplete: true };
  }
}

/** The API of pretalx gives submissions by the page. */
function hasFurtherPages(document: unknown): boolean {
  if (!isObject(document)) return false;
  return stringText(document.next) !== '' || stringText(document.previous) !== '';
}

const NO_SCHEDULE: SourceProblem = {
  code: 'no-schedule',
  where: 'schedule',
  what: 'There is no schedule in it: neither conference days, nor events, nor submissions that have a time.',
  hint: 'Give the schedule.json that frab or pretalx exports.',
  line: 0,
};

interface Schedule {
  readonly conference: ScheduleConference;
  readonly events: Iterable<ScheduleEvent>;
}

function scheduleOf(document: unknown): Schedule | undefined {
  const schedule = isObject(document) ? document.schedule : undefined;
  if (!isObject(schedule)) return undefined;
  const conference = isObject(schedule.conference) ? schedule.conference : {};
  if (Array.isArray(schedule.events)) {
    return { conference: conferenceOf(conference), events: listedEvents(schedule) };
  }
  if (!Array.isArray(conference.days)) return undefined;
  return { conference: conferenceOf(conference), events: eventsByDay(conference) };
}

function conferenceOf(conference: JsonObject): ScheduleConference {
  return {
    title: saidText(conference.title)?.trim(),
    acronym: stringText(conference.acronym).trim(),
    url: firstSaid(saidText(conference.url), saidText(conference.base_url)),
    venue: saidText(conference.venue)?.trim(),
    city: saidText(conference.city)?.trim(),
    zone: stringText(conference.time_zone_name),
    dayChange: stringText(conference.day_change),
  };
}

const NO_DAY: ScheduleDay = { date: '', start: '' };

function* eventsByDay(conference: JsonObject): Generator<ScheduleEvent> {
  let count = 0;
  for (const day of objectsOf(conference.days)) {
    const rooms = isObject(day.rooms) ? Object.entries(day.rooms) : [];
    for (const [room, events] of rooms) {
      for (const event of objectsOf(events)) {
        const listed = { date: stringText(day.date), start: stringText(day.day_start) };
        yield eventOf(event, { line: ++count, day: listed, room, people: new Map() });
      }
    }
  }
}

function* listedEvents(schedule: JsonObject): Generator<ScheduleEvent> {
  const people = new Map(objectsOf(schedule.persons).map((person) => [stringText(person.guid), person]));
  let count = 0;
  for (const event of objectsOf(schedule.events))
    yield eventOf(event, { line: ++count, day: NO_DAY, room: undefined, people });
}

interface Whereabouts {
  readonly line: number;
  readonly day: ScheduleDay;
  readonly room: string | undefined;
  /** What else is said of people, by their guid. */
  readonly people: ReadonlyMap<string, JsonObject>;
}

function eventOf(event: JsonObject, { line, day, room, people }: Whereabouts): ScheduleEvent {
  const text = (name: string): string => stringText(event[name]).trim();
  const said = (name: string): string | undefined => saidText(event[name])?.trim();
  const persons = event.persons ?? event.participants ?? event.speakers;
  return {
    line,
    guid: text('guid'),
    ids: [text('id'), text('code'), text('slug'), text('url')],
    date: text('date'),
    end: text('end'),
    day,
    start: text('start'),
    duration: text('duration'),
    title: said('title'),
    subtitle: said('subtitle'),
    abstract: said('abstract'),
    description: said('description'),
    room: firstSaid(nameOf(event.room), room),
    track: nameOf(event.track),
    language: text('language'),
    url: said('url'),
    persons: Array.isArray(persons) ? listOf(persons).map((person) => personOf(person, people)) : undefined,
    isCancelled: undefined,
  };
}

/** Of a room or a track: the name itself, or an object that has one. */
function nameOf(value: unknown): string | undefined {
  const name = isObject(value) ? stringText(value.name) || stringText(value.slug) : saidText(value);
  return name?.trim();
}

function personOf(person: unknown, people: Whereabouts['people']): SchedulePerson {
  const said = isObject(person) ? person : { name: stringText(person) };
  const guid = stringText(said.guid);
  const text = (name: string): string => (stringText(said[name]) || stringText(people.get(guid)?.[name])).trim();
  return {
    name: text('public_name') || text('name') || text('full_public_name'),
    guid,
    code: text('code'),
    id: text('id'),
    biography: firstSaid(saidText(said.biography)?.trim(), saidText(people.get(guid)?.biography)?.trim()),
    url: firstSaid(saidText(said.url)?.trim(), saidText(people.get(guid)?.url)?.trim()),
  };
}
