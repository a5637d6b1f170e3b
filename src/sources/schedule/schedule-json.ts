import type { Material } from '#catalogue/material.ts';
import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../source-format.ts';
import {
  isObject,
  listOf,
  membersOf,
  objectsOf,
  optionalText,
  readJsonDocument,
  stringText,
  type JsonObject,
} from '../json-document.ts';
import { onPage } from '../json-entries.ts';
import { firstText } from '../first-text.ts';
import {
  conferenceOf,
  eventTexts,
  type ScheduleConference,
  type ScheduleDay,
  type ScheduleEvent,
  type SchedulePerson,
  ScheduleTalks,
  type ScheduleTexts,
} from './schedule-talks.ts';
import { attachedMaterial, materialsAt } from '../source-material.ts';
import { imageIn } from '../source-image.ts';
import { submissionEvents, submissionsPage } from './schedule-submissions.ts';
import { UTC, ianaZone } from '../wall-clock.ts';

/**
 * Reads a conference schedule in JSON: as frab and pretalx write it (https://c3voc.de/schedule/schema.json),
 * with all events in one list (https://c3voc.de/schema/schedule2), or as submissions from the pretalx API.
 */
export async function* readScheduleJson(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const document = await readJsonDocument(file);
  if (!document.ok) {
    yield { talks: [], failure: document.failure };
    return;
  }
  const found = new Findings();
  const talks = new ScheduleTalks(found, ianaZone(options.zone) ?? UTC, options);
  const schedule = scheduleOf(document.value);
  if (schedule !== undefined) talks.setConference(schedule.conference);
  let isEmpty = true;
  for (const event of schedule?.events ?? submissionEvents(document.value, found)) {
    isEmpty = false;
    talks.take(event);
    yield* found.enough();
  }
  if (isEmpty && schedule === undefined && !found.hasProblems) found.fail(NO_SCHEDULE);
  yield* found.batches();
  if (!found.hasFailed && isObject(document.value)) {
    yield* onPage(found, submissionsPage(document.value));
    yield* found.batches();
  }
}

const NO_SCHEDULE: SourceProblem = {
  code: 'no-schedule',
  where: 'schedule',
  what: 'It contains no schedule: neither conference days, nor events, nor submissions with a time.',
  hint: 'Use the schedule.json that frab or pretalx exports.',
  line: 0,
};

function scheduleOf(
  document: unknown,
): { readonly conference: ScheduleConference; readonly events: Iterable<ScheduleEvent> } | undefined {
  const schedule = isObject(document) ? document.schedule : undefined;
  if (!isObject(schedule)) return undefined;
  const conference = membersOf(schedule.conference);
  if (Array.isArray(schedule.events)) {
    return { conference: conferenceOf(textsOf(conference)), events: listedEvents(schedule) };
  }
  if (!Array.isArray(conference.days)) return undefined;
  return { conference: conferenceOf(textsOf(conference)), events: eventsByDay(conference) };
}

function textsOf(object: JsonObject): ScheduleTexts {
  return {
    text: (name) => stringText(object[name]).trim(),
    said: (name) => optionalText(object[name])?.trim(),
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

interface EventPlace {
  readonly line: number;
  readonly day: ScheduleDay;
  readonly room: string | undefined;
  /** Details of people, by guid. */
  readonly people: ReadonlyMap<string, JsonObject>;
}

function eventOf(event: JsonObject, { line, day, room, people }: EventPlace): ScheduleEvent {
  const texts = textsOf(event);
  const { text } = texts;
  const persons = event.persons ?? event.participants ?? event.speakers;
  return {
    ...eventTexts(texts),
    line,
    names: Object.keys(event),
    guid: text('guid'),
    ids: [text('id'), text('code'), text('slug'), text('url')],
    day,
    room: firstText(nameOf(event.room), room),
    track: nameOf(event.track),
    materials: materialsOf(event),
    image: imageIn(event.logo),
    persons: Array.isArray(persons) ? listOf(persons).map((person) => personOf(person, people)) : undefined,
  };
}

function materialsOf({ attachments, recording }: JsonObject): readonly Material[] | undefined {
  const video = isObject(recording) ? materialsAt(['recording', optionalText(recording.url)]) : undefined;
  const attached = Array.isArray(attachments)
    ? objectsOf(attachments).map(({ url, title }) => attachedMaterial(stringText(url), stringText(title)))
    : undefined;
  return video === undefined && attached === undefined ? undefined : [...(video ?? []), ...(attached ?? [])];
}

/** A room or track is a name, or an object with a name. */
function nameOf(value: unknown): string | undefined {
  const name = isObject(value) ? stringText(value.name) || stringText(value.slug) : optionalText(value);
  return name?.trim();
}

/** Names of a person's picture in frab and pretalx. */
const AVATARS = ['avatar', 'avatar_url'];

function personOf(person: unknown, people: EventPlace['people']): SchedulePerson {
  const said = isObject(person) ? person : { name: stringText(person) };
  const guid = stringText(said.guid);
  const text = (name: string): string => (stringText(said[name]) || stringText(people.get(guid)?.[name])).trim();
  return {
    name: text('public_name') || text('name') || text('full_public_name'),
    guid,
    code: text('code'),
    id: text('id'),
    biography: firstText(optionalText(said.biography)?.trim(), optionalText(people.get(guid)?.biography)?.trim()),
    url: firstText(optionalText(said.url)?.trim(), optionalText(people.get(guid)?.url)?.trim()),
    image: imageIn(firstText(...AVATARS.flatMap((name) => [said[name], people.get(guid)?.[name]]).map(optionalText))),
  };
}
