import type { FeedHead, Feed, FeedOptions } from '../feeds/feed-format.ts';
import { property, textProperty, typed, uri, utc } from './icalendar-component.ts';
import type { Property, PropertyValue } from './icalendar-component.ts';
import type { TimeZone } from '../time-zone.ts';
import { contentLines } from './content-line.ts';
import { eventWriter } from './calendar-event.ts';
import { memoizeYears, vtimezone, yearsOf } from './icalendar-time-zone.ts';
import type { Years } from './icalendar-time-zone.ts';
import { vevent } from './icalendar-vevent.ts';
import { textEnvelope } from '../representation.ts';
import type { Envelope, Publication } from '../representation.ts';

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
