import type { FeedHead } from '../feeds/feed.ts';
import { colourOf } from './icalendar-colour.ts';
import { property, textProperty, typed, uri, utc, type Property, type PropertyValue } from './icalendar-component.ts';
import type { TimeZone } from '../time-zone.ts';

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
