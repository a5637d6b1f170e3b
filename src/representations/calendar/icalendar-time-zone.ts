import { Temporal } from 'temporal-polyfill';
import { secondsOf, type Timestamp, timestampOf } from '#catalogue/timestamp.ts';
import { memoize } from '../memoize.ts';
import { type Component, property, textProperty } from './icalendar-component.ts';

/** Whole years, both inclusive. */
export interface Years {
  readonly first: number;
  readonly last: number;
}

/** The years of these moments and one on either side, since at New Year the local year may differ from that in UTC. */
export function yearsOf(span: { readonly first: Timestamp; readonly last: Timestamp } | null): Years {
  if (span === null) return { first: LAST_YEAR, last: LAST_YEAR };
  return { first: inTable(yearOf(span.first) - 1), last: inTable(yearOf(span.last) + 1) };
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

/**
 * A change of a zone's clock that was made once, or every year by a rule that still holds (RFC 5545, 3.6.5). A rule
 * that has ended is written as single onsets: readers disagree about what UNTIL is compared with, and some refuse it.
 */
interface Observance {
  readonly kind: 'standard' | 'daylight';
  /** Its abbreviation: `BST`; without one, `+0530` or `+01`. */
  readonly name: string;
  /** Seconds ahead of UTC before and after. */
  readonly offsetFrom: number;
  readonly offsetTo: number;
  /** The first onset, in the local time before it. */
  readonly first: LocalDateTime;
  /** Null if the change was made once. */
  readonly yearly: YearlyRule | null;
  /** Moments of its first and last onset, in seconds since 1970. */
  readonly from: number;
  readonly last: number;
}

/** Once a year from the first onset on, at its time of day. */
interface YearlyRule {
  /** 1 to 12. */
  readonly month: number;
  /** The weekday of the month in RFC 5545's notation: `-1SU`, `2SU`. */
  readonly day: string;
}

/** One change of the clock. */
interface Onset {
  readonly kind: Observance['kind'];
  readonly name: string;
  readonly offsetFrom: number;
  readonly offsetTo: number;
  /** Moment, in seconds since 1970. */
  readonly at: number;
  /** The local time before the transition. */
  readonly local: LocalDateTime;
}

/** Minimum years for a rule: fewer may coincide by chance. */
const RULE_YEARS = 10;
const YEAR = 365 * 86_400;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * All observances of a zone, in order of their first onsets. The first describes the offset at the start of the table.
 * Yearly rules start at their own beginning, so that calendars for different years agree.
 */
const observances = memoize((zone: TimeZone): readonly Observance[] => {
  const onsets = onsetsOf(zone).filter(({ local }) => yearOf(local) <= LAST_YEAR);
  const [initial, ...changes] = onsets;
  const found = [...alike(changes).values()].flatMap(runs).map(observanceOf);
  found.sort((a, b) => a.from - b.from);
  return initial === undefined ? found : [observanceOf([initial]), ...found];
});

/** The observances needed for a range of years. */
function observancesIn(zone: TimeZone, firstYear: number, lastYear: number): Observance[] {
  const start = Date.UTC(firstYear) / 1000;
  const end = Date.UTC(lastYear + 1) / 1000;
  const all = observances(zone);
  // The latest onset before the range determines the offset at its start.
  const lastBefore = Math.max(...zone.periods.map(({ from }) => from).filter((from) => from <= start));
  const needed = lastBefore === Number.NEGATIVE_INFINITY ? all[0] : undefined;
  return all.filter((one) => one === needed || (one.last >= lastBefore && one.from <= end && one !== all[0]));
}

function onsetsOf(zone: TimeZone): Onset[] {
  const name = namesIn(zone.name);
  const beginning = Date.UTC(FIRST_YEAR) / 1000;
  return zone.periods.map((period, index) => {
    const before = zone.periods[index - 1];
    const offsetFrom = before?.offset ?? period.offset;
    const at = before === undefined ? beginning - period.offset : period.from;
    return {
      kind: kindOf(before, period, zone.periods[index + 1]),
      name: name(at, period.offset),
      offsetFrom,
      offsetTo: period.offset,
      at,
      local: localDateTime(at + offsetFrom),
    };
  });
}

/**
 * A period of less than a year for which the clock is put forward counts as summer time. Intl's data does not tell: in
 * Ireland and Morocco the law calls winter or Ramadan the exception, and calendar programs expect that.
 */
function kindOf(
  before: OffsetPeriod | undefined,
  period: OffsetPeriod,
  after: OffsetPeriod | undefined,
): Observance['kind'] {
  if (before === undefined || after === undefined) return 'standard';
  const isHigher = period.offset > before.offset && period.offset > after.offset;
  return isHigher && after.from - period.from < YEAR ? 'daylight' : 'standard';
}

/** Groups onsets that may follow the same yearly rule, by year. */
function alike(onsets: readonly Onset[]): Map<string, Onset[]> {
  const groups = new Map<string, Onset[]>();
  for (const onset of onsets) {
    const { kind, name, offsetFrom, offsetTo, local } = onset;
    const key = [kind, name, offsetFrom, offsetTo, monthOf(local), weekdayOf(local), local.slice(11)].join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [onset]);
    else group.push(onset);
  }
  return groups;
}

/** The onsets of the current rule as one run, as far back as it applies; every other onset as a run of its own. */
function runs(onsets: readonly Onset[]): Onset[][] {
  const newest = onsets.at(-1);
  const goesOn = newest !== undefined && yearOf(newest.local) === LAST_YEAR;
  const length = goesOn ? Math.max(runLength(onsets, isInLastWeek), runLength(onsets, weekOf)) : 0;
  const single = length < RULE_YEARS ? onsets : onsets.slice(0, -length);
  const parts = single.map((onset) => [onset]);
  return length < RULE_YEARS ? parts : [...parts, onsets.slice(-length)];
}

/** How many onsets at the end are of years that follow each other and have the same, and not null. */
function runLength(onsets: readonly Onset[], of: (local: LocalDateTime) => number | null): number {
  const last = onsets.at(-1)?.local;
  const same = last === undefined ? null : of(last);
  if (last === undefined || same === null) return 0;
  for (let length = 1; ; length += 1) {
    const before = onsets.at(-1 - length)?.local;
    if (before === undefined || yearOf(before) !== yearOf(last) - length || of(before) !== same) return length;
  }
}

function observanceOf(run: readonly Onset[]): Observance {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) throw new Error('a run of onsets has at least one');
  const { kind, name, offsetFrom, offsetTo, local, at } = first;
  const yearly = run.length === 1 ? null : ruleOf(run.map((onset) => onset.local));
  return { kind, name, offsetFrom, offsetTo, first: local, yearly, from: at, last: last.at };
}

function ruleOf(run: readonly LocalDateTime[]): YearlyRule {
  const [first = ''] = run;
  const week = run.every((local) => isInLastWeek(local) !== null) ? -1 : weekOf(first);
  return {
    month: monthOf(first),
    day: `${week}${WEEKDAYS[weekdayOf(first)] ?? ''}`,
  };
}

/** -1 if it is the last such weekday of the month, else null. */
function isInLastWeek(local: LocalDateTime): number | null {
  const daysInMonth = new Date(Date.UTC(yearOf(local), monthOf(local), 0)).getUTCDate();
  return dayOf(local) > daysInMonth - 7 ? -1 : null;
}

/** 1 for the first such weekday of the month. */
function weekOf(local: LocalDateTime): number {
  return Math.ceil(dayOf(local) / 7);
}

function yearOf(local: LocalDateTime): number {
  return Number(local.slice(0, 4));
}

function monthOf(local: LocalDateTime): number {
  return Number(local.slice(5, 7));
}

function dayOf(local: LocalDateTime): number {
  return Number(local.slice(8, 10));
}

function weekdayOf(local: LocalDateTime): number {
  return new Date(`${local}Z`).getUTCDay();
}

/** English locales have abbreviations for few zones, each only for those of its country. */
const LOCALES = ['en-GB', 'en-US', 'en-AU', 'en-IN'];

/** The abbreviation of a zone's time at a moment. */
function namesIn(zone: string): (moment: number, offset: number) => string {
  const formats = LOCALES.map((locale) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }));
  return (moment, offset) => {
    for (const format of formats) {
      const name = format.formatToParts(moment * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      if (/^[A-Z]{3,}$/.test(name)) return name;
    }
    return utcOffset(offset).replace(/:00$/, '').replace(/:/g, '');
  };
}

/** `+05:30`, with seconds only if they are not 0. */
function utcOffset(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(Math.abs(seconds) / 3600),
    Math.floor(Math.abs(seconds) / 60) % 60,
    Math.abs(seconds) % 60,
  ];
  const parts = rest === 0 ? [hours, minutes] : [hours, minutes, rest];
  return `${seconds < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/**
 * The years for which calendars use local time. Programs disagree about other years: some have tables only for 32 bits
 * of seconds, some apply today's rules for ever, and before 1970 the time-zone database itself promises nothing.
 * Outside these years, times are in UTC, on which all agree.
 */
export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2037;

/** A date and time of a zone's clock, without the zone: `2015-10-06T11:00:00`. */
export type LocalDateTime = string;

/** A period with a constant offset. */
interface OffsetPeriod {
  /** Seconds since 1970-01-01T00:00:00Z; the first period is taken to have begun long before. */
  readonly from: number;
  /** Seconds that the clock is ahead of UTC. */
  readonly offset: number;
}

export interface TimeZone {
  /** As in the time-zone database. */
  readonly name: string;
  /** UTC under any of its names. */
  readonly isUtc: boolean;
  /** Of FIRST_YEAR to LAST_YEAR, with a day before and a year after, which tells what ends then. Never empty. */
  readonly periods: readonly OffsetPeriod[];
  /** Local time, if unambiguous; null in an hour that occurs twice, outside the table, or if the offset has seconds. */
  unmistakable(timestamp: Timestamp): LocalDateTime | null;
}

const UTC_NAMES = /^(?:etc\/)?(?:utc|uct|gmt|gmt[+-]?0|greenwich|universal|zulu)$/i;

/** By its IANA name. Looking up its history takes some milliseconds. */
export const timeZone = memoize((name: string): TimeZone => {
  const isUtc = UTC_NAMES.test(name);
  const periods = isUtc ? [{ from: Number.NEGATIVE_INFINITY, offset: 0 }] : periodsOf(name);
  return {
    name: isUtc ? 'UTC' : Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId,
    isUtc,
    periods,
    unmistakable: (timestamp) => unmistakable(periods, secondsOf(timestamp)),
  };
});

function periodsOf(name: string): OffsetPeriod[] {
  let at = Temporal.Instant.from(`${FIRST_YEAR - 1}-12-31T00:00:00Z`).toZonedDateTimeISO(name);
  const end = Date.UTC(LAST_YEAR + 2);
  const periods: OffsetPeriod[] = [{ from: Number.NEGATIVE_INFINITY, offset: offsetOf(at) }];
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= end) return periods;
    const offset = offsetOf(next);
    // A transition may change only the name, or only whether it is summer time.
    if (offset !== periods.at(-1)?.offset) periods.push({ from: next.epochMilliseconds / 1000, offset });
    at = next;
  }
}

function offsetOf(time: Temporal.ZonedDateTime): number {
  return time.offsetNanoseconds / 1e9;
}

function unmistakable(periods: readonly OffsetPeriod[], moment: number): LocalDateTime | null {
  const at = periodAt(periods, moment);
  const period = periods[at];
  if (period === undefined || period.offset % 60 !== 0) return null;
  const clock = moment + period.offset;
  if (clock < Date.UTC(FIRST_YEAR) / 1000 || clock >= Date.UTC(LAST_YEAR + 1) / 1000) return null;
  const before = periods[at - 1];
  const after = periods[at + 1];
  if (before !== undefined && clock - before.offset < period.from) return null;
  if (after !== undefined && clock - after.offset >= after.from) return null;
  return localDateTime(clock);
}

/** Index of the period that a moment is in. */
function periodAt(periods: readonly OffsetPeriod[], moment: number): number {
  let low = 0;
  let high = periods.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((periods[middle]?.from ?? 0) <= moment) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @param clock seconds since a clock showed 1970-01-01T00:00:00 */
function localDateTime(clock: number): LocalDateTime {
  return timestampOf(clock).slice(0, -1);
}
