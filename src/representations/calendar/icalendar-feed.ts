import type { Material } from '#catalogue/material.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { Feed, FeedHead, FeedOptions } from '../feeds/feed-format.ts';
import { MATERIAL_NAMES, mediaTypeOf } from '../materials.ts';
import { type Envelope, type Publication, textEnvelope } from '../representation.ts';
import { type CalendarEvent, eventWriter, type Organiser } from './calendar-event.ts';
import {
  cleanUri,
  type Component,
  contentLines,
  property,
  type Property,
  type PropertyValue,
  textProperty,
  texts,
  typed,
  uri,
  utc,
} from './icalendar-component.ts';
import {
  type LocalDateTime,
  memoizeYears,
  type TimeZone,
  vtimezone,
  type Years,
  yearsOf,
} from './icalendar-time-zone.ts';

/** CSS3 colour names on which white text is readable. */
const COLOURS = [
  'brown',
  'crimson',
  'darkblue',
  'darkgreen',
  'darkmagenta',
  'darkolivegreen',
  'darkred',
  'darkslateblue',
  'darkslategray',
  'darkviolet',
  'firebrick',
  'forestgreen',
  'indigo',
  'maroon',
  'mediumvioletred',
  'midnightblue',
  'purple',
  'rebeccapurple',
  'royalblue',
  'saddlebrown',
  'seagreen',
  'sienna',
  'steelblue',
  'teal',
] as const;

/**
 * A colour for a list (RFC 7986, 5.9), so that subscriptions look different. It depends only on the path of the list's
 * page: renaming the list or moving the service to another host keeps it.
 */
export function colourOf({ page, self }: FeedHead): string {
  const address = page ?? self;
  const { pathname, search } = URL.canParse(address) ? new URL(address) : { pathname: address, search: '' };
  // Newer versions of Node encode this character; decoding it keeps colours stable.
  const same = pathname.replaceAll('%5E', '^') + search;
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(same)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return COLOURS[hash % COLOURS.length] ?? COLOURS[0];
}

export const PRODUCT = '-//Lectern//Lectern//EN';

/** How often to fetch: a talk moved in the morning is right by the afternoon, and an unchanged answer is a 304. */
const REFRESH: PropertyValue = { type: 'duration', duration: 'PT1H' };

/**
 * The properties of a calendar itself (RFC 5545, 3.7; RFC 7986, 5), also under the names that clients used before RFC
 * 7986. There is no METHOD: with one, it would be a message about a meeting (RFC 5546), which some clients offer to
 * import once instead of subscribing.
 */
export function calendarProperties(head: FeedHead, zone: TimeZone): Property[] {
  return [
    ...textProperty('VERSION', '2.0'),
    ...textProperty('PRODID', PRODUCT),
    ...textProperty('CALSCALE', 'GREGORIAN'),
    ...textProperty('NAME', head.title),
    ...textProperty('X-WR-CALNAME', head.title),
    ...textProperty('DESCRIPTION', head.description),
    ...textProperty('X-WR-CALDESC', head.description),
    ...(head.updated === null ? [] : [utc('LAST-MODIFIED', head.updated)]),
    ...(head.page === null ? [] : [uri('URL', head.page)]),
    typed('REFRESH-INTERVAL', REFRESH),
    property('X-PUBLISHED-TTL', REFRESH),
    { ...uri('SOURCE', head.self), saysType: true },
    ...(head.kind === 'talk' ? [] : textProperty('COLOR', colourOf(head))),
    ...textProperty('X-WR-TIMEZONE', zone.name),
  ];
}

const AFTER = 'END:VCALENDAR\r\n';

/** Talks as a calendar to subscribe to (RFC 5545, RFC 7986), each as a VEVENT. Reasons: docs/decisions/calendars.md. */
export function icalendar(publication: Publication, options: FeedOptions): Feed {
  const writer = eventWriter(publication, options);
  const zoneLines = memoizeYears((years) => contentLines(vtimezone(writer.zone, years)));
  return {
    name: writer.name('ics'),
    entry: (details) => Buffer.from(contentLines(vevent(writer.event(details)))),
    frame: (head) => frame(head, writer.zone, zoneLines),
  };
}

/** Times in UTC need no VTIMEZONE; but a calendar has at least one component (RFC 5545, 3.6). */
function frame(head: FeedHead, zone: TimeZone, zoneLines: (years: Years) => string): Envelope {
  const object = contentLines({ name: 'VCALENDAR', properties: calendarProperties(head, zone), components: [] });
  const opening = object.slice(0, -AFTER.length);
  const lines = zoneLines(yearsOf(head.span));
  return textEnvelope(zone.isUtc ? opening : opening + lines, '', AFTER, opening + lines + AFTER);
}

const STATUS: Record<TalkStatus, string> = {
  published: 'CONFIRMED',
  preparation: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

/** RFC 5545, 3.6.1. */
export function vevent(event: CalendarEvent): Component {
  return {
    name: 'VEVENT',
    properties: [
      ...textProperty('UID', event.uid),
      // Without METHOD it means when the event was last changed (3.8.7.2), so equal talks are equal bytes.
      utc('DTSTAMP', event.updated),
      utc('CREATED', event.created),
      utc('LAST-MODIFIED', event.updated),
      property('SEQUENCE', { type: 'integer', number: event.sequence }),
      ...textProperty('STATUS', STATUS[event.status]),
      time('DTSTART', event.start, event),
      ...(event.end === null ? [] : [time('DTEND', event.end, event)]),
      ...textProperty('TRANSP', event.status === 'cancelled' ? 'TRANSPARENT' : 'OPAQUE'),
      ...textProperty('SUMMARY', event.title),
      ...textProperty('DESCRIPTION', event.description),
      // Outlook shows it instead, and others ignore it.
      ...textProperty('X-ALT-DESC', event.descriptionHtml).map((html) => ({
        ...html,
        parameters: { FMTTYPE: 'text/html' },
      })),
      // Many calendars show no CONFERENCE.
      ...textProperty('LOCATION', event.location || (event.conference ?? '')),
      ...(event.position === null ? [] : [property('GEO', { type: 'float', numbers: event.position })]),
      uri('URL', event.page),
      ...conference(event.conference),
      ...event.materials.filter(isLive).map(streamed),
      ...event.materials.filter((material) => !isLive(material)).map(attached),
      ...(event.image === null ? [] : [pictured(event.image)]),
      ...texts('CATEGORIES', event.categories),
      ...organizer(event.organiser),
      ...textProperty('CONTACT', event.contact),
      ...textProperty('COMMENT', event.comment),
    ],
    components: event.alarm === null ? [] : [valarm(event.alarm, event.title)],
  };
}

function time(name: string, local: LocalDateTime, { allDay, zone }: CalendarEvent): Property {
  if (allDay) return typed(name, { type: 'date', date: local });
  return zone === null ? utc(name, `${local}Z`) : property(name, { type: 'date-time', time: local }, { TZID: zone });
}

/** RFC 7986, 5.11. */
function conference(address: string | null): Property[] {
  if (address === null) return [];
  const parameters = { FEATURE: ['AUDIO', 'VIDEO'], LABEL: 'Follow online' };
  return [typed('CONFERENCE', { type: 'uri', uri: address }, parameters)];
}

function isLive({ type }: Material): boolean {
  return type === 'live_stream';
}

function streamed({ type, url }: Material): Property {
  const parameters = { FEATURE: 'VIDEO', LABEL: MATERIAL_NAMES[type] };
  return typed('CONFERENCE', { type: 'uri', uri: cleanUri(url) }, parameters);
}

/** RFC 5545, 3.8.1.1. */
function attached(material: Material): Property {
  const type = mediaTypeOf(material);
  return property('ATTACH', { type: 'uri', uri: cleanUri(material.url) }, type === null ? {} : { FMTTYPE: type });
}

/** RFC 7986, 5.10. */
function pictured(url: string): Property {
  const type = mediaTypeOf({ url });
  return typed('IMAGE', { type: 'uri', uri: url }, { ...(type === null ? {} : { FMTTYPE: type }), DISPLAY: 'BADGE' });
}

function organizer(organiser: Organiser | null): Property[] {
  if (organiser === null) return [];
  const [named] = textProperty('CN', organiser.name);
  const cn = named?.value.type === 'text' ? named.value.texts : [];
  // RFC 6068, 2: what would end the address in a mailto is encoded; the rest of a local part stays readable.
  const address = organiser.email.replace(/[%&/=?#^`{|}]/g, encodeURIComponent);
  return [property('ORGANIZER', { type: 'cal-address', uri: `mailto:${address}` }, cn.length === 0 ? {} : { CN: cn })];
}

/** RFC 5545, 3.6.6. */
function valarm(minutes: number, title: string): Component {
  return {
    name: 'VALARM',
    properties: [
      ...textProperty('ACTION', 'DISPLAY'),
      property('TRIGGER', { type: 'duration', duration: minutesBefore(minutes) }),
      // Required, even if there is no title.
      ...textProperty('DESCRIPTION', title === '' ? 'Talk' : title),
    ],
    components: [],
  };
}

export function minutesBefore(minutes: number): string {
  return minutes === 0 ? 'PT0S' : `-PT${minutes}M`;
}
