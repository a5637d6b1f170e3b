import type { Material } from '#catalogue/material.ts';
import type { DatedTalk, TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { venueLocation } from '#catalogue/venue-location.ts';
import type { FeedOptions } from '../feeds/feed-format.ts';
import { cleanUri } from './icalendar-component.ts';
import { absoluteLinks } from '../links/links.ts';
import { cleanText, webAddress } from '../feeds/feed-text.ts';
import { datesOf, zonedTimes } from '../formatted-time.ts';
import { locationSummary } from '../links/talk-location.ts';
import type { Publication } from '../representation.ts';
import { type LocalDateTime, timeZone, type TimeZone } from './icalendar-time-zone.ts';
import type { Person } from '#catalogue/person.ts';
import { movedNotice, STATUS_NOTICES, VARIOUS_SPEAKERS } from '../feeds/feed-summary.ts';
import { escapedXml } from '../json/xml-text.ts';
import { proseHtml, proseText } from '../prose-text.ts';
import { MATERIAL_NAMES } from '../materials.ts';

/** A talk for all calendar formats. Texts are as imported: each format cleans them. */
export interface CalendarEvent {
  readonly uid: string;
  readonly created: Timestamp;
  readonly updated: Timestamp;
  readonly sequence: number;
  readonly status: TalkStatus;
  /** Whether it has days and no hours: `start` and `end` are dates, `2027-10-31`, the end exclusive. */
  readonly allDay: boolean;
  /** The time zone of `start` and `end`; null for UTC, and for days, which have none. */
  readonly zone: string | null;
  readonly start: LocalDateTime;
  /** Null if the talk has no duration (RFC 5545, 3.8.2.2: an end is later than its start). */
  readonly end: LocalDateTime | null;
  /** Seconds. */
  readonly duration: number;
  readonly title: string;
  readonly description: string;
  /** The same in HTML; `''` if the talk has a description without markup. */
  readonly descriptionHtml: string;
  readonly location: string;
  /** Degrees north and east. */
  readonly position: readonly [number, number] | null;
  /** Address of the talk's page. */
  readonly page: string;
  /** The http(s) address for attending online; null if there is none. */
  readonly conference: string | null;
  readonly materials: readonly Material[];
  /** The address of its picture. */
  readonly image: string | null;
  /** Labels of topics, and the series. */
  readonly categories: readonly string[];
  readonly organiser: Organiser | null;
  /** Contact, as text. */
  readonly contact: string;
  readonly comment: string;
  /** Minutes before the start; null for no alarm, which talks without hours do not have. */
  readonly alarm: number | null;
}

export interface Organiser {
  readonly email: string;
  /** `''` when there is none. */
  readonly name: string;
}

/** Turns talks into events. Writers whose output may differ have different names. */
interface EventWriter {
  readonly zone: TimeZone;
  name(format: string): string;
  event(details: DatedTalk): CalendarEvent;
}

export function eventWriter(publication: Publication, options: FeedOptions): EventWriter {
  const zone = timeZone(publication.timeZone);
  const links = absoluteLinks(publication);
  return {
    zone,
    name: (format) => [format, options.cancelled, ...(options.alarm === null ? [] : [options.alarm])].join(' '),
    event: (details) => {
      const { talk, history } = details;
      const page = links.talkPage(talk.slug);
      const conference = conferenceOf(talk.onlineUrl);
      const around = { page, conference, timeZone: publication.timeZone };
      return {
        uid: cleanText(talk.uid) || ownUid(talk.slug, publication.uidForm),
        created: history.created,
        updated: details.changed,
        sequence: sequenceOf(details),
        status: talk.status,
        ...times(details, zone),
        title: talk.status === 'cancelled' && options.cancelled === 'title' ? `Cancelled: ${talk.title}` : talk.title,
        description: eventDescription(details, around),
        descriptionHtml: eventHtml(details, around),
        location: locationSummary(details) ?? talk.locationDetails,
        position: positionOf(details),
        page,
        conference,
        materials: talk.materials,
        image: talk.image === null ? null : cleanUri(links.image(talk.image.url)),
        categories: [...details.topics.map(({ label }) => label), ...(details.series ? [details.series.title] : [])],
        organiser: organiserOf(details),
        contact: contactOf(details),
        comment: talk.specialMessage,
        // Neither cancelled talks nor days have an alarm: those begin at midnight.
        alarm: talk.status === 'cancelled' || talk.allDay ? null : options.alarm,
      };
    },
  };
}

/** Seconds since 1970-01-01T00:00:00Z at 2020-01-01T00:00:00Z: a SEQUENCE has 31 bits, and seconds since then fit until 2088. */
const SEQUENCE_EPOCH = 1_577_836_800;
const LAST_SEQUENCE = 2 ** 31 - 1;

/**
 * RFC 5545, 3.8.7.4. The store counts changes of the talk itself; the time of the last change makes it grow with those
 * of its venue, people and series too, and in a copy of the catalogue, whose count may begin anew.
 */
function sequenceOf({ history, changed }: DatedTalk): number {
  return Math.min(history.sequence + Math.max(0, secondsOf(changed) - SEQUENCE_EPOCH), LAST_SEQUENCE);
}

/** Both forms are independent of the service's host: the second contains that of OxTalks. */
function ownUid(slug: string, form: Publication['uidForm']): string {
  return form === 'oxtalks' ? `https://talks.ox.ac.uk/talks/id/${slug}/` : slug;
}

/** Start and end in the time zone if both are unambiguous there, else both in UTC; or dates. */
function times(
  { talk }: TalkDetails,
  zone: TimeZone,
): Pick<CalendarEvent, 'allDay' | 'zone' | 'start' | 'end' | 'duration'> {
  if (talk.allDay) {
    const [start, , end] = datesOf(talk, zonedTimes(zone.name));
    return { allDay: true, zone: null, start, end, duration: (Date.parse(end) - Date.parse(start)) / 1000 };
  }
  const duration = secondsOf(talk.end) - secondsOf(talk.start);
  const start = zone.isUtc ? null : zone.unmistakable(talk.start);
  const end = zone.isUtc ? null : zone.unmistakable(talk.end);
  const local = start !== null && end !== null;
  return {
    allDay: false,
    zone: local ? zone.name : null,
    start: local ? start : talk.start.slice(0, -1),
    end: duration > 0 ? (local ? end : talk.end.slice(0, -1)) : null,
    duration,
  };
}

function positionOf({ venue, venuesAbove }: TalkDetails): CalendarEvent['position'] {
  const coordinates = venue === null ? null : venueLocation(venue, venuesAbove).coordinates;
  return coordinates === null ? null : [degrees(coordinates.latitude), degrees(coordinates.longitude)];
}

/** Rounded to a decimetre; never with an exponent. */
function degrees(value: number): number {
  return Number(value.toFixed(6));
}

function conferenceOf(text: string): string | null {
  const address = webAddress(text);
  return address === null ? null : cleanUri(address);
}

/** Addresses that all mail programs accept (HTML's syntax, with a dot in the domain). */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i;

/** Null without an e-mail address of the talk itself: those of people are never published. */
function organiserOf({ talk, organisingDepartment, hosts }: TalkDetails): Organiser | null {
  const email = talk.organiserEmail.trim();
  if (!EMAIL.test(email)) return null;
  return { email, name: organisingDepartment?.name ?? hosts[0]?.name ?? '' };
}

function contactOf({ talk, organisers, organisingDepartment }: TalkDetails): string {
  const people = organisers.map(({ name }) => name);
  const names = people.length > 0 || organisingDepartment === null ? people : [organisingDepartment.name];
  return [...names, talk.organiserEmail.trim()].filter((part) => part !== '').join(', ');
}

interface Around {
  readonly page: string;
  readonly conference: string | null;
  readonly timeZone: string;
}

/** Everything about a talk, in paragraphs: most calendar programs show no other text. */
function eventDescription(details: TalkDetails, around: Around): string {
  return paragraphsOf(details, around, proseText(details.talk.description)).join('\n\n');
}

/** The same as HTML, for programs that show it; `''` if the description is not HTML. */
function eventHtml(details: TalkDetails, around: Around): string {
  const description = proseHtml(details.talk.description);
  if (description === undefined) return '';
  const shown = paragraphsOf(details, around, HERE).map((text) => {
    return text === HERE ? description : `<p>${escapedXml(cleanText(text)).replaceAll('\n', '<br/>')}</p>`;
  });
  // In one line: programs that know this property are not all able to read an escaped line feed in it.
  return `<html><body>${shown.join('').replace(/\n/gu, ' ')}</body></html>`;
}

/** Stands for the description; no cleaned text has it. */
const HERE = '\0';

function paragraphsOf(
  details: TalkDetails,
  { page, conference, timeZone }: Around,
  description: string,
): readonly string[] {
  const { talk } = details;
  const facts = [
    line('Series', details.series?.title ?? ''),
    line('Audience', talk.audience),
    line('Booking', joined([talk.bookingRequired, talk.bookingUrl, talk.bookingEmail])),
    line('Cost', talk.cost),
    line('Online', conference ?? ''),
    ...talk.materials.map(({ type, url, title }) => line(MATERIAL_NAMES[type], joined([title, url]))),
    line('Contact', talk.organiserEmail),
  ];
  return [
    talk.specialMessage,
    STATUS_NOTICES[talk.status],
    movedNotice(details, timeZone),
    speakers(details),
    description,
    facts.filter((fact) => fact !== '').join('\n'),
    page,
  ].filter((paragraph) => paragraph !== '');
}

function speakers({ talk, speakers }: TalkDetails): string {
  const names = speakers.map(withBio);
  if (names.length === 0 && talk.variousSpeakers) names.push(VARIOUS_SPEAKERS);
  return line(names.length > 1 ? 'Speakers' : 'Speaker', names.join(', '));
}

function withBio(person: Person): string {
  return person.bio === '' ? person.name : `${person.name} (${person.bio})`;
}

function line(label: string, value: string): string {
  return value === '' ? '' : `${label}: ${value}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
