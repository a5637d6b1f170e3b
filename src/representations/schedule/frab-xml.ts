import type { FeedOptions, Steps, WholeFeed } from '../feeds/feed-format.ts';
import { feedName } from '../feeds/feed-summary.ts';
import { twoDigits } from '../formatted-time.ts';
import {
  type Conference,
  type FrabDay,
  type FrabEvent,
  type FrabSchedule,
  type ScheduleRoom,
  schedules,
} from './frab.ts';
import type { Publication } from '../representation.ts';
import { element, escapedXml, textElement, XML_DECLARATION } from '../json/xml-text.ts';

/** Talks as a conference's schedule in XML (application/vnd.c3voc.schedule+xml), elements in the order of its schema. */
export function frabXml(publication: Publication, options: FeedOptions): WholeFeed {
  const schedule = schedules(publication, options);
  return {
    name: feedName('frab-xml', options),
    *document(head, talks) {
      return Buffer.from(XML_DECLARATION + (yield* scheduleXml(yield* schedule(head, talks))));
    },
  };
}

function* scheduleXml({ version, url, conference, days }: FrabSchedule): Steps<string> {
  const written: string[] = [];
  for (const day of days) written.push(yield* dayXml(day));
  return parent('schedule', {}, [
    element('generator', { name: 'Lectern' }),
    textElement('url', url),
    textElement('version', version),
    conferenceXml(conference, days.length),
    ...written,
  ]);
}

function conferenceXml(conference: Conference, days: number): string {
  return parent('conference', {}, [
    textElement('title', conference.title),
    textElement('acronym', conference.acronym),
    textElement('start', conference.start),
    textElement('end', conference.end),
    textElement('days', String(days)),
    textElement('timeslot_duration', '00:05'),
    textElement('base_url', conference.baseUrl),
    textElement('url', conference.url),
    textElement('time_zone_name', conference.timeZone),
  ]);
}

function* dayXml({ index, date, start, end, rooms }: FrabDay): Steps<string> {
  const written: string[] = [];
  for (const room of rooms) written.push(yield* roomXml(room));
  return parent('day', { index: String(index), date, start, end }, written);
}

function* roomXml({ name, events }: ScheduleRoom): Steps<string> {
  const written: string[] = [];
  for (const event of events) {
    written.push(eventXml(event));
    yield;
  }
  return parent('room', { name }, written);
}

function eventXml(event: FrabEvent): string {
  const persons = event.persons.map(({ id, guid, name }) =>
    element('person', { id: String(id), guid }, escapedXml(name)),
  );
  const links = event.links.map(({ url, title }) => element('link', { href: url }, escapedXml(title)));
  const attachments = event.attachments.map(({ url, title }) =>
    element('attachment', { href: url }, escapedXml(title)),
  );
  return parent('event', { id: String(event.id), guid: event.guid }, [
    textElement('date', event.date),
    textElement('start', event.start),
    textElement('duration', durationText(event.duration)),
    textElement('room', event.room),
    textElement('slug', event.slug),
    textElement('url', event.url),
    element('logo', {}, escapedXml(event.logo ?? '')),
    textElement('title', event.title),
    textElement('subtitle', event.subtitle),
    textElement('track', event.track),
    textElement('type', 'lecture'),
    // The language of a talk is unknown.
    element('language', {}),
    element('abstract', {}),
    textElement('description', event.description),
    parent('persons', {}, persons),
    parent('links', {}, links),
    parent('attachments', {}, attachments),
  ]);
}

/** An element with each child on a line of its own. */
function parent(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  return element(name, attributes, children.length === 0 ? '' : `\n${children.join('\n')}\n`);
}

const HOUR = 60;
const DAY = 24 * HOUR;
/** The schema has two digits for each part. */
const MAX_DURATION = 99 * DAY + 23 * HOUR + 59;

/** `01:30`; `05:04:30` with days before where the hours have no room, as pretalx has it. */
function durationText(minutes: number): string {
  if (minutes < 100 * HOUR) return `${twoDigits(Math.floor(minutes / HOUR))}:${twoDigits(minutes % HOUR)}`;
  const most = Math.min(minutes, MAX_DURATION);
  return [Math.floor(most / DAY), Math.floor((most % DAY) / HOUR), most % HOUR].map(twoDigits).join(':');
}
