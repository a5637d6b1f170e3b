import { contentLines } from './content-line.ts';
import type { Feed, FeedHead, FeedOptions } from '../feeds/feed.ts';
import { eventWriter } from './icalendar-event.ts';
import { memoizeYears, vtimezone, yearsOf, type Years } from './icalendar-time-zone.ts';
import { calendarProperties } from './icalendar-vcalendar.ts';
import { vevent } from './icalendar-vevent.ts';
import { textEnvelope, type Envelope, type Publication } from '../representation.ts';
import type { TimeZone } from '../time-zone.ts';

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
