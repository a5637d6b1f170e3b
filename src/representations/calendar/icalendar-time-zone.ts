import type { Timestamp } from '#catalogue/timestamp.ts';
import { property, text, type Component } from './icalendar-component.ts';
import { memoize } from '../memoize.ts';
import { FIRST_YEAR, LAST_YEAR, type TimeZone } from '../time-zone.ts';
import { observancesIn, utcOffset, type Observance } from './time-zone-observance.ts';

/** Whole years, the last one too. */
export interface Years {
  readonly first: number;
  readonly last: number;
}

/** The years of these moments, and one on either side: at New Year the clock of a zone is in another year than UTC. */
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
 * A zone with every change of its clock in those years. Onsets that no rule makes are a component each: ical.js takes
 * one RDATE of several, and forgets DTSTART over it.
 */
export function vtimezone(zone: TimeZone, years: Years): Component {
  return {
    name: 'VTIMEZONE',
    properties: text('TZID', zone.name),
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
      ...text('TZNAME', name),
    ],
    components: [],
  };
}

/** Spans of years in whose form a zone is kept: few are asked for, whatever is asked. */
const MOST_SPANS = 256;

/** Remembers what was written for some years. */
export function memoizeYears(write: (years: Years) => string): (years: Years) => string {
  const written = memoize((key: string) => {
    const [first = 0, last = 0] = key.split(' ').map(Number);
    return write({ first, last });
  }, MOST_SPANS);
  return ({ first, last }) => written(`${first} ${last}`);
}
