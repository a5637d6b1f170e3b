import { memoize } from '../memoize.ts';
import {
  FIRST_YEAR,
  LAST_YEAR,
  localDateTime,
  type LocalDateTime,
  type OffsetPeriod,
  type TimeZone,
} from '../time-zone.ts';

/**
 * A change of a zone's clock that was made once, or every year by a rule that still holds (RFC 5545, 3.6.5). A rule
 * that has ended is written as single onsets: readers disagree about what UNTIL is compared with, and some refuse it.
 */
export interface Observance {
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
export function observancesIn(zone: TimeZone, firstYear: number, lastYear: number): Observance[] {
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
export function utcOffset(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(Math.abs(seconds) / 3600),
    Math.floor(Math.abs(seconds) / 60) % 60,
    Math.abs(seconds) % 60,
  ];
  const parts = rest === 0 ? [hours, minutes] : [hours, minutes, rest];
  return `${seconds < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
