import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { sharedItems } from '../shared-text.ts';
import { BadEntry, laterBy, type Mend } from '../findings.ts';
import { noteNoEnd, type Notes } from '../notes.ts';
import type { ReadOptions } from '../source-format.ts';
import { InvalidValue } from '../icalendar/icalendar-time.ts';
import { isoDuration, isoTime } from '../iso-time.ts';
import { Budget, Exhausted, recurrenceRule, type RecurrenceRule, recurrences } from '../icalendar/recurrence.ts';
import { lastPart, type Thing } from './schema-org-graph.ts';
import type { TalkTimes } from '../source-talk.ts';
import { UTC, ianaZone, type Zone } from '../wall-clock.ts';

/** Limit per event. */
const MAX_TIMES = 10_000;
/** Limits on days examined for one event, and for all events of a file; each time found counts as one more. */
const WORK_OF_ONE = 100_000;
const WORK = 200_000;
const DAY = 86_400;

/** Expands `eventSchedule` (schema.org/Schedule), which needs a first day. @throws BadEntry */
export function scheduledTimes(event: Thing, { options, notes, work, mend }: TimeContext): EventTime[] {
  const budget = new Budget(Math.min(WORK_OF_ONE, work.left));
  const given = budget.left;
  const found = new Map<string, EventTime>();
  try {
    for (const schedule of sharedItems([...new Set(event.things('eventSchedule'))])) {
      const most = MAX_TIMES - found.size;
      for (const time of timesOrFirst(event, schedule, { options, budget, most, mend })) found.set(time.id, time);
    }
  } finally {
    work.left -= given - budget.left + found.size;
  }
  const times = [...found.values()];
  if (times.length > 0) notes.add('repeating');
  if (times.some(({ start, end }) => start === end)) noteNoEnd(notes);
  return times.sort((one, other) => secondsOf(one.start) - secondsOf(other.start));
}

export interface EventTime extends TalkTimes {
  /** Tells the times of a repeating event apart; `''` if there is only one. */
  readonly id: string;
}

export interface TimeContext {
  readonly options: ReadOptions;
  readonly notes: Notes;
  /** Work left for the schedules of the file. */
  readonly work: Budget;
  readonly mend: Mend;
}

/** A schedule with too many times, or with times that cannot be known. */
class BadRule extends BadEntry {}

/** Work allowed for all schedules of a file. */
export function scheduleWork(): Budget {
  return new Budget(WORK);
}

interface Bounds {
  readonly options: ReadOptions;
  /** Undefined: find only the first time. */
  readonly budget: Budget | undefined;
}

interface MendedBounds extends Bounds {
  readonly most: number;
  readonly mend: Mend;
}

/** All times of a schedule; only the first if there are too many, or they cannot be known. */
function timesOrFirst(event: Thing, schedule: Thing, { options, budget, most, mend }: MendedBounds): EventTime[] {
  const times: EventTime[] = [];
  try {
    for (const time of scheduleTimes(event, schedule, { options, budget })) {
      times.push(time);
      if (times.length > most) throw tooMany(`It repeats more than ${MAX_TIMES} times.`);
    }
    return times;
  } catch (error) {
    if (!(error instanceof BadRule)) throw error;
    mend(error, 'first-time');
    return [...(times.length > 0 ? times : scheduleTimes(event, schedule, { options, budget: undefined }))].slice(0, 1);
  }
}

function* scheduleTimes(event: Thing, schedule: Thing, { options, budget }: Bounds): Generator<EventTime> {
  const named = schedule.text('scheduleTimezone');
  const zone = ianaZone(named || options.zone) ?? (named === '' ? UTC : undefined);
  if (zone === undefined) throw bad('scheduleTimezone', `Unknown time zone ${shownValue(named)}.`);
  const first = dayOf(schedule, 'startDate');
  if (first === undefined) throw bad('eventSchedule', 'Its schedule has no startDate.');
  const clock = clockOf(schedule, 'startTime');
  const kind = clock === undefined ? 'all-day' : named === '' ? 'floating' : 'zone';
  const length = lengthOf(event, schedule, clock);
  const last = dayOf(schedule, 'endDate') ?? Number.POSITIVE_INFINITY;
  const horizon = zone.toWall(secondsOf(options.horizon));
  const except = new Set(schedule.texts('exceptDate').map((text) => text.slice(0, 10)));
  const most = countOf(schedule);
  let count = 0;
  const days = budget === undefined ? [first] : daysOf(ruleOf(schedule), first, Math.min(last, horizon), budget);
  for (const day of days) {
    if (++count > most) return;
    if (except.has(timestampOf(day).slice(0, 10))) continue;
    yield { ...timeAt(day + (clock ?? 0), length, zone), clock: kind };
  }
}

function timeAt(wall: number, length: number, zone: Zone): Omit<EventTime, 'clock'> {
  const start = timestampOf(zone.toUtc(wall));
  return { id: start.replaceAll(/[-:]/g, ''), start, end: laterBy(start, length), zone: zone.name };
}

/**
 * The days of a rule from the first on. In RFC 5545 the first day always counts, in a schedule only if it matches: the
 * rule is expanded from one interval earlier.
 */
function* daysOf(rule: RecurrenceRule, first: number, last: number, budget: Budget): Generator<number> {
  const names = rule.weekdays.length + rule.monthDays.length + rule.months.length > 0;
  const from = names ? turnBefore(rule, first) : first;
  try {
    let isFirst = names;
    for (const day of recurrences(rule, from, last, budget)) {
      if (!isFirst && day >= first) yield day;
      isFirst = false;
    }
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    throw tooMany('Working out when it repeats exceeds the limit for a file.');
  }
}

function turnBefore({ frequency, interval }: RecurrenceRule, first: number): number {
  if (frequency === 'DAILY') return first - interval * DAY;
  if (frequency === 'WEEKLY') return first - interval * 7 * DAY;
  const date = new Date(first * 1000);
  if (frequency === 'MONTHLY') date.setUTCMonth(date.getUTCMonth() - interval, 1);
  else date.setUTCFullYear(date.getUTCFullYear() - interval, 0, 1);
  return date.getTime() / 1000;
}

const FREQUENCIES: Readonly<Partial<Record<string, string>>> = { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' };

/** The schedule as a rule of RFC 5545, which schema.org follows; `byDay` may use the terms of either. */
function ruleOf(schedule: Thing): RecurrenceRule {
  const written = schedule.text('repeatFrequency');
  const [, interval = '1', unit = ''] = /^P(\d{1,2})([DWMY])$/i.exec(written) ?? [];
  const frequency = FREQUENCIES[unit.toUpperCase()] ?? FREQUENCIES[written.slice(0, 1).toUpperCase()];
  const days = [...schedule.texts('byDay'), ...schedule.things('byDay').map(({ id }) => id)].map(dayName);
  const parts = [
    `FREQ=${frequency ?? written}`,
    `INTERVAL=${interval}`,
    ...list('BYDAY', days),
    ...list('BYMONTH', schedule.texts('byMonth')),
    ...list('BYMONTHDAY', schedule.texts('byMonthDay')),
  ];
  try {
    return recurrenceRule(parts.join(';'));
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const what = `Unsupported recurrence rule: ${shownValue(error.message)}.`;
    throw new BadRule({ code: 'bad-value', where: 'eventSchedule', what, hint: 'Fix the schedule at its source.' });
  }
}

function list(name: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${name}=${values.map((value) => value.replaceAll(/[;=,]/g, ' ')).join(',')}`];
}

/** `https://schema.org/Wednesday` or `2MO`. */
function dayName(value: string): string {
  const word = lastPart(value);
  return word.length > 4 ? word.slice(0, 2) : word;
}

/** Midnight of the day, in seconds, local time. */
function dayOf(schedule: Thing, term: string): number | undefined {
  const text = schedule.text(term);
  if (text === '') return undefined;
  const day = isoTime(text.slice(0, 10), UTC);
  if (day === undefined) throw bad(term, `${shownValue(text)} is not a valid date.`);
  return secondsOf(day.at);
}

/** Seconds since midnight, in the schedule's zone. */
function clockOf(schedule: Thing, term: string): number | undefined {
  const text = schedule.text(term);
  if (text === '') return undefined;
  const time = isoTime(`1970-01-01T${text}`, UTC);
  if (time === undefined) throw bad(term, `${shownValue(text)} is not a valid time of day.`);
  if (time.clock === 'moment') throw bad(term, `${shownValue(text)} has an offset, but a schedule needs local times.`);
  return secondsOf(time.at);
}

/** Duration in seconds. An end before the start is on the next day; without a start, it lasts a whole day. */
function lengthOf(event: Thing, schedule: Thing, start: number | undefined): number {
  const end = start === undefined ? undefined : clockOf(schedule, 'endTime');
  if (start !== undefined && end !== undefined) return end >= start ? end - start : end + DAY - start;
  const duration = isoDuration(schedule.text('duration')) ?? isoDuration(event.text('duration'));
  return duration ?? (start === undefined ? DAY : 0);
}

function countOf(schedule: Thing): number {
  const count = Number(schedule.text('repeatCount') || Number.NaN);
  return Number.isInteger(count) && count > 0 ? count : Number.POSITIVE_INFINITY;
}

function bad(where: string, what: string): BadEntry {
  return new BadEntry({ code: 'bad-value', where, what, hint: 'Give the event a startDate at its source.' });
}

function tooMany(what: string): BadRule {
  const hint = 'Make it repeat less often, or end sooner.';
  return new BadRule({ code: 'too-many-occurrences', where: 'eventSchedule', what, hint });
}
