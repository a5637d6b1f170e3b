import type { Feed, FeedHead, FeedOptions } from '../feeds/feed-format.ts';
import type { Component, Property, PropertyValue } from './icalendar-component.ts';
import { eventWriter } from './calendar-event.ts';
import { memoizeYears, type TimeZone, vtimezone, type Years, yearsOf } from './icalendar-time-zone.ts';
import { calendarProperties, vevent } from './icalendar-feed.ts';
import { textEnvelope } from '../representation.ts';
import type { Envelope, Publication } from '../representation.ts';

const AFTER = ']]';

/** The calendar of icalendar.ts as JSON (RFC 7265). */
export function jcal(publication: Publication, options: FeedOptions): Feed {
  const writer = eventWriter(publication, options);
  const zoneJson = memoizeYears((years) => JSON.stringify(component(vtimezone(writer.zone, years))));
  return {
    name: writer.name('jcal'),
    entry: (details) => Buffer.from(JSON.stringify(component(vevent(writer.event(details))))),
    frame: (head) => frame(head, writer.zone, zoneJson),
  };
}

function frame(head: FeedHead, zone: TimeZone, zoneJson: (years: Years) => string): Envelope {
  const properties = JSON.stringify(calendarProperties(head, zone).map(property));
  const opening = `["vcalendar",${properties},[`;
  const json = zoneJson(yearsOf(head.span));
  return textEnvelope(zone.isUtc ? opening : `${opening}${json},`, ',', AFTER, opening + json + AFTER);
}

type JcalComponent = [string, unknown[][], JcalComponent[]];

function component({ name, properties, components }: Component): JcalComponent {
  return [name.toLowerCase(), properties.map(property), components.map(component)];
}

/** RFC 7265, 3.4. */
function property({ name, parameters, value }: Property): unknown[] {
  const lower = Object.fromEntries(
    Object.entries(parameters).map(([parameter, said]) => [
      parameter.toLowerCase(),
      typeof said !== 'string' && said.length === 1 ? said[0] : said,
    ]),
  );
  return [name.toLowerCase(), lower, value.type, ...valuesOf(value)];
}

function valuesOf(value: PropertyValue): unknown[] {
  switch (value.type) {
    case 'text':
      return [...value.texts];
    case 'uri':
    case 'cal-address':
      return [value.uri];
    case 'date-time':
      return [value.time];
    case 'date':
      return [value.date];
    case 'duration':
      return [value.duration];
    case 'integer':
      return [value.number];
    case 'float':
      // A structured value (3.4.1.2).
      return [value.numbers];
    case 'utc-offset':
      return [value.offset];
    case 'recur':
      return [value.rule];
  }
}
