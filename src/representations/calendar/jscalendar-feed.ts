import type { Person } from '#catalogue/person.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { Feed, FeedHead, FeedOptions } from '../feeds/feed-format.ts';
import { cleanText } from '../feeds/feed-text.ts';
import { NEVER } from '../formatted-time.ts';
import { colourOf, minutesBefore, PRODUCT } from './icalendar-feed.ts';
import { cleanUri } from './icalendar-component.ts';
import { eventWriter } from './calendar-event.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { mediaTypeOf, namedMaterial } from '../materials.ts';
import { textEnvelope } from '../representation.ts';
import type { Envelope, Publication } from '../representation.ts';

const STATUS: Record<TalkStatus, string> = {
  published: 'confirmed',
  preparation: 'tentative',
  cancelled: 'cancelled',
};

/** Talks as a JSCalendar Group of Events (RFC 8984). Members without a value are left out. */
export function jscalendar(publication: Publication, options: FeedOptions): Feed {
  const writer = eventWriter(publication, options);
  return {
    name: writer.name('jscalendar'),
    entry: (details) => Buffer.from(JSON.stringify(eventObject(writer.event(details), details))),
    frame,
  };
}

/** RFC 8984, 5.3. No `method`, as there is none in a calendar to subscribe to. */
function frame(head: FeedHead): Envelope {
  const group = {
    '@type': 'Group',
    uid: cleanUri(head.self),
    prodId: PRODUCT,
    // Mandatory, in an empty group too (RFC 8984, 4.1.4).
    updated: head.updated ?? NEVER,
    title: said(head.title),
    description: said(head.description),
    source: cleanUri(head.self),
    color: head.kind === 'talk' ? undefined : colourOf(head),
    links: head.page === null ? undefined : { page: link(head.page) },
  };
  return textEnvelope(`${JSON.stringify(group).slice(0, -1)},"entries":[`, ',', ']}');
}

/** RFC 8984, 5.1. */
function eventObject(event: CalendarEvent, details: TalkDetails): object {
  return {
    '@type': 'Event',
    uid: cleanText(event.uid),
    prodId: PRODUCT,
    created: event.created,
    updated: event.updated,
    sequence: event.sequence,
    status: STATUS[event.status],
    ...times(event),
    freeBusyStatus: event.status === 'cancelled' ? 'free' : 'busy',
    title: said(event.title),
    description: said(event.description),
    locations: locations(event),
    virtualLocations: virtualLocations(event),
    links: { page: link(event.page), ...enclosures(event), ...icon(event, details) },
    keywords: keywords(event),
    participants: participants(details),
    alerts: alerts(event),
  };
}

/** Days are floating, and without times (RFC 8984, 4.2.3). */
function times({ allDay, start, zone, duration }: CalendarEvent): object {
  return allDay
    ? { start: `${start}T00:00:00`, showWithoutTime: true, timeZone: null, duration: `P${String(duration / 86_400)}D` }
    : { start, timeZone: zone ?? 'Etc/UTC', duration: durationOf(duration) };
}

/** Cleaned text; undefined if empty. */
function said(text: string): string | undefined {
  const cleaned = cleanText(text);
  return cleaned === '' ? undefined : cleaned;
}

function link(address: string): object {
  return { '@type': 'Link', href: cleanUri(address), contentType: 'text/html', rel: 'alternate' };
}

/** RFC 8984, 1.4.11. */
function enclosures({ materials }: CalendarEvent): object {
  return Object.fromEntries(
    materials.map((material, at) => {
      const { type, url } = material;
      const contentType = mediaTypeOf(material) ?? undefined;
      const shown = cleanText(namedMaterial(material));
      return [
        `${type}-${at + 1}`,
        { '@type': 'Link', href: cleanUri(url), contentType, rel: 'enclosure', title: shown },
      ];
    }),
  );
}

/** RFC 8984, 1.4.11: a picture is an icon, to be shown as a badge. */
function icon({ image }: CalendarEvent, { talk }: TalkDetails): object {
  if (image === null) return {};
  const contentType = mediaTypeOf({ url: image }) ?? undefined;
  const title = said(talk.image?.alt ?? '');
  return { image: { '@type': 'Link', href: image, contentType, rel: 'icon', display: 'badge', title } };
}

/** Exact time and no days, which would be nominal: a day can have 25 hours (RFC 8984, 1.4.6). */
function durationOf(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ];
  const written = parts.filter(([number]) => number > 0).map(([number, unit]) => `${number}${unit}`);
  return written.length === 0 ? 'PT0S' : `PT${written.join('')}`;
}

function locations({ location, position }: CalendarEvent): object | undefined {
  const name = said(location);
  if (name === undefined && position === null) return undefined;
  // RFC 5870: a geo URI.
  const coordinates = position === null ? undefined : `geo:${position.join(',')}`;
  return { venue: { '@type': 'Location', name, coordinates } };
}

function virtualLocations({ conference }: CalendarEvent): object | undefined {
  if (conference === null) return undefined;
  const features = { audio: true, video: true };
  return { online: { '@type': 'VirtualLocation', name: 'Follow online', uri: conference, features } };
}

function keywords({ categories }: CalendarEvent): object | undefined {
  const labels = categories.map(cleanText).filter((label) => label !== '');
  return labels.length === 0 ? undefined : Object.fromEntries(labels.map((label) => [label, true]));
}

/** People by slug, without e-mail addresses: nothing is sent to them. RFC 8984 has no role for a speaker. */
function participants({ speakers, hosts, organisers }: TalkDetails): Record<string, object> | undefined {
  const found = new Map<string, { person: Person; roles: Set<string>; as: string[] }>();
  const add = (people: readonly Person[], role: string, as: string): void => {
    for (const person of people) {
      const known = found.get(person.slug) ?? { person, roles: new Set(), as: [] };
      known.roles.add(role);
      known.as.push(as);
      found.set(person.slug, known);
    }
  };
  add(speakers, 'attendee', 'Speaker');
  add(hosts, 'chair', 'Host');
  add(organisers, 'contact', 'Organiser');
  if (found.size === 0) return undefined;
  const listed: Record<string, object> = {};
  for (const [slug, { person, roles, as }] of found) {
    listed[slug] = {
      '@type': 'Participant',
      name: said(person.name),
      description: [as.join(', '), said(person.bio)].filter((part) => part !== undefined).join('. '),
      kind: 'individual',
      roles: Object.fromEntries([...roles].map((role) => [role, true])),
    };
  }
  return listed;
}

function alerts({ alarm }: CalendarEvent): object | undefined {
  if (alarm === null) return undefined;
  const trigger = { '@type': 'OffsetTrigger', offset: minutesBefore(alarm) };
  return { start: { '@type': 'Alert', trigger, action: 'display' } };
}
