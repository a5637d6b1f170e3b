import type { Material } from '#catalogue/material.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import {
  cleanUri,
  property,
  textProperty,
  texts,
  typed,
  uri,
  utc,
  type Component,
  type Property,
} from './icalendar-component.ts';
import type { CalendarEvent, Organiser } from './calendar-event.ts';
import { MATERIAL_NAMES, mediaTypeOf } from '../materials.ts';
import type { LocalDateTime } from '../time-zone.ts';

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
