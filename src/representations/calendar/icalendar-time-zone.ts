import type { Timestamp } from '#catalogue/timestamp.ts';
import { property, textProperty, type Component } from './icalendar-component.ts';
import { memoize } from '../memoize.ts';
import { FIRST_YEAR, LAST_YEAR, type TimeZone } from '../time-zone.ts';
import { observancesIn, utcOffset, type Observance } from './time-zone-observance.ts';

/** Whole years, both inclusive. */
export interface Years {
  readonly first: number;
  readonly last: number;
}

/** The years of these moments and one on either side, since at New Year the local year may differ from that in UTC. */
export function yearsOf(span: { readonly first: Timestamp; readonly last: Timestamp } | null): Years {
  if (span === null) return { first: LAST_YEAR, last: LAST_YEAR };
  return { first: inTable(yearIn(span.first) - 1), last: inTable(yearIn(span.last) + 1) };
}

function yearIn(timestamp: Timestamp): number {
  return Number(timestamp.slice(0, 4));
}

function inTable(year: number): number {
  return Math.min(Math.max(year, FIRST_YEAR), LAST_YEAR);
}

/**
 * A time zone with all its transitions in these years. Each onset without a rule is a component of its own: ical.js
 * reads only one of several RDATEs, and ignores DTSTART then.
 */
export function vtimezone(zone: TimeZone, years: Years): Component {
  return {
    name: 'VTIMEZONE',
    properties: textProperty('TZID', zone.name),
    components: observancesIn(zone, years.first, years.last).map(observance),
  };
}

function observance({ kind, name, offsetFrom, offsetTo, first, yearly }: Observance): Component {
  return {
    name: kind.toUpperCase(),
    properties: [
      property('DTSTART', { type: 'date-time', time: first }),
      ...(yearly === null
        ? []
        : [property('RRULE', { type: 'recur', rule: { freq: 'YEARLY', bymonth: yearly.month, byday: yearly.day } })]),
      property('TZOFFSETFROM', { type: 'utc-offset', offset: utcOffset(offsetFrom) }),
      property('TZOFFSETTO', { type: 'utc-offset', offset: utcOffset(offsetTo) }),
      ...textProperty('TZNAME', name),
    ],
    components: [],
  };
}

/** The most spans of years to cache; few different ones occur. */
const MAX_SPANS = 256;

/** Caches what was written for each span of years. */
export function memoizeYears(write: (years: Years) => string): (years: Years) => string {
  const written = memoize((key: string) => {
    const [first = 0, last = 0] = key.split(' ').map(Number);
    return write({ first, last });
  }, MAX_SPANS);
  return ({ first, last }) => written(`${first} ${last}`);
}
