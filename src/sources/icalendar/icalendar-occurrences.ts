import { partitionPoint } from '#catalogue/partition-point.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Notes } from '../notes.ts';
import type { Zone } from '../wall-clock.ts';
import { isLater, type ReadEvent, type UnreadEvent } from './icalendar-event.ts';
import type { CalendarTime, Duration } from './icalendar-time.ts';
import { type Budget, type RecurrenceRule, recurrences } from './recurrence.ts';

/** Looks up the zone of a time. @throws BadEntry when it is unknown */
export type ZoneOf = (time: CalendarTime) => Zone;

/** Thrown when an event repeats more than MAX_OCCURRENCES times. */
export class TooMany extends Error {
  override readonly name = 'TooMany';
}

/** Limit per event. */
export const MAX_OCCURRENCES = 10_000;

/** One occurrence of an event. */
export interface Occurrence {
  /** The event itself, or its replacement for this occurrence. */
  readonly event: ReadEvent;
  /** UTC seconds. */
  readonly start: number;
  readonly end: number;
  /** Original time of the occurrence, which identifies it; `''` when the event does not repeat. */
  readonly id: string;
}

/** All events with the same UID. */
export interface EventGroup {
  readonly master: ReadEvent | undefined;
  /** Replaced occurrences, each with its own RECURRENCE-ID. */
  readonly overrides: readonly ReadEvent[];
}

interface Ahead {
  /** Rules are expanded up to this time, in UTC seconds. */
  readonly horizon: number;
  readonly budget: Budget;
  readonly notes: Notes;
}

/** A duration in seconds: `clock` is added in local time, so that days are calendar days, then `exact` in UTC. */
interface Length {
  readonly clock: number;
  readonly exact: number;
}

interface Instance {
  readonly wall: number;
  readonly length: Length;
}

const DAY = 86_400;

/** All occurrences in order. @throws BadEntry, TooMany, Exhausted */
export function occurrencesOf({ master, overrides }: EventGroup, zoneOf: ZoneOf, ahead: Ahead): Occurrence[] {
  if (master === undefined) return overrides.map((event) => alone(event, zoneOf));
  if (overrides.length === 0 && !repeats(master) && master.except.length === 0) return [alone(master, zoneOf)];
  return new Repetition(master, zoneOf).occurrences(overrides, ahead);
}

/** Whether the event repeats, even by rules that cannot be read. */
export function repeats({ rules, added, mended }: ReadEvent): boolean {
  return rules.length > 0 || added.length > 0 || mended.some(({ read }) => read === 'first-time');
}

/** A single event, or a replaced occurrence whose event is missing. */
function alone(event: ReadEvent, zoneOf: ZoneOf): Occurrence {
  const zone = zoneOf(event.start);
  const { recurrence } = event;
  const id = recurrence === undefined ? '' : occurrenceId(recurrence.kind, recurrence.wall, zoneOf(recurrence));
  return { event, id, ...placed({ wall: event.start.wall, length: lengthOf(event, zoneOf) }, zone) };
}

/** An event that repeats. */
class Repetition {
  readonly #master: ReadEvent;
  readonly #zoneOf: ZoneOf;
  readonly #zone: Zone;

  constructor(master: ReadEvent, zoneOf: ZoneOf) {
    this.#master = master;
    this.#zoneOf = zoneOf;
    this.#zone = zoneOf(master.start);
  }

  occurrences(overrides: readonly ReadEvent[], ahead: Ahead): Occurrence[] {
    const instances = this.#instances(ahead);
    const single = overrides.filter(({ andFuture }) => !andFuture);
    const future = overrides
      .filter(({ andFuture }) => andFuture)
      .map((event) => ({ event, from: this.#at(event) }))
      .sort((a, b) => a.from - b.from);
    const replaced = new Map(single.map((event) => [this.#at(event), event]));
    const found: Occurrence[] = [];
    const excepted = this.#exceptions(ahead);
    for (const [moment, instance] of instances) {
      if (excepted(moment)) continue;
      const override = replaced.get(moment);
      if (override !== undefined) continue;
      const later = partitionPoint(0, future.length, (index) => (future[index]?.from ?? Number.NaN) <= moment);
      const successor = future[later - 1];
      found.push(successor === undefined ? this.#own(instance) : this.#moved(instance, successor.event));
    }
    // Keep replaced occurrences that the rules do not include: the rules were changed later.
    for (const event of single) {
      const at = this.#at(event);
      if (excepted(at) && isLater(this.#master, event)) {
        ahead.notes.leave('changed occurrences that a later EXDATE takes out: left out');
        continue;
      }
      const isWithin = this.#zone.toUtc(this.#master.start.wall) <= at && at <= ahead.horizon;
      if (isWithin && !instances.has(at))
        ahead.notes.add('changed occurrences at times that their event does not have: read');
      const zone = this.#zoneOf(event.start);
      const instance = { wall: event.start.wall, length: lengthOf(event, this.#zoneOf) };
      found.push({ event, id: this.#id(this.#zone.toWall(at)), ...placed(instance, zone) });
    }
    return found.sort((a, b) => a.start - b.start);
  }

  /** Occurrences by UTC time, which RECURRENCE-ID and EXDATE may use. */
  #instances(ahead: Ahead): Map<number, Instance> {
    const master = this.#master;
    const length = lengthOf(master, this.#zoneOf);
    const walls = this.#walls(master.rules, ahead);
    if (walls.size === 0 && master.rules.length === 0) walls.add(master.start.wall);
    const instances = new Map<number, Instance>();
    for (const wall of walls) instances.set(this.#zone.toUtc(wall), { wall, length });
    for (const { start, end } of master.added) {
      const zone = start.zone === undefined && start.kind === 'local' ? this.#zone : this.#zoneOf(start);
      const moment = zone.toUtc(start.wall);
      const own = end === undefined ? length : lengthOf({ start, end }, this.#zoneOf);
      instances.set(moment, { wall: this.#zone.toWall(moment), length: own });
    }
    if (instances.size > MAX_OCCURRENCES) throw new TooMany();
    return instances;
  }

  /** Whether EXDATE or EXRULE takes out the occurrence at a UTC time. */
  #exceptions(ahead: Ahead): (moment: number) => boolean {
    const { except, exceptRules } = this.#master;
    const days = new Set(except.filter(({ kind }) => kind === 'date').map(({ wall }) => Math.floor(wall / DAY)));
    const moments = new Set(except.filter(({ kind }) => kind !== 'date').map((time) => this.#moment(time)));
    const walls = this.#walls(exceptRules, ahead);
    return (moment) => {
      if (moments.has(moment)) return true;
      if (days.size === 0 && walls.size === 0) return false;
      const wall = this.#zone.toWall(moment);
      return days.has(Math.floor(wall / DAY)) || walls.has(wall);
    };
  }

  #walls(rules: readonly RecurrenceRule[], { horizon, budget }: Ahead): Set<number> {
    const walls = new Set<number>();
    const { start } = this.#master;
    for (const rule of rules) {
      const last = Math.min(this.#zone.toWall(horizon), lastOf(rule, this.#zone));
      for (const wall of recurrences(rule, start.wall, last, budget)) {
        walls.add(wall);
        if (walls.size > MAX_OCCURRENCES) throw new TooMany();
      }
    }
    return walls;
  }

  #own(instance: Instance): Occurrence {
    return { event: this.#master, id: this.#id(instance.wall), ...placed(instance, this.#zone) };
  }

  /** An occurrence after a change with RANGE=THISANDFUTURE, moved by as much as the first one. */
  #moved({ wall }: Instance, event: ReadEvent): Occurrence {
    const start = this.#zone.toWall(this.#zoneOf(event.start).toUtc(event.start.wall));
    const shift = start - this.#zone.toWall(this.#at(event));
    const instance = { wall: wall + shift, length: lengthOf(event, this.#zoneOf) };
    return { event, id: this.#id(wall), ...placed(instance, this.#zone) };
  }

  /** UTC time of the replaced occurrence. */
  #at({ recurrence }: ReadEvent): number {
    return recurrence === undefined ? Number.NaN : this.#moment(recurrence);
  }

  /**
   * UTC time of one of the event's own times: without a zone it is in the event's, and a date means the event's time of
   * day.
   */
  #moment(time: CalendarTime): number {
    const { start } = this.#master;
    if (time.kind === 'date' && start.kind !== 'date') return this.#zone.toUtc(time.wall + (start.wall % DAY));
    if (time.kind === 'local' && time.zone === undefined) return this.#zone.toUtc(time.wall);
    const moment = this.#zoneOf(time).toUtc(time.wall);
    return start.kind === 'date' && time.kind !== 'date' ? this.#zone.toUtc(time.wall - (time.wall % DAY)) : moment;
  }

  #id(wall: number): string {
    return repeats(this.#master) ? occurrenceId(this.#master.start.kind, wall, this.#zone) : '';
  }
}

/** `20260118` for a day, else the time in UTC, whatever its zone. */
export function occurrenceId(kind: CalendarTime['kind'], wall: number, zone: Zone): string {
  if (kind === 'date') return timestampOf(wall).slice(0, 10).replaceAll('-', '');
  return timestampOf(zone.toUtc(wall)).replaceAll(/[-:]/g, '');
}

function placed({ wall, length }: Instance, zone: Zone): { readonly start: number; readonly end: number } {
  return { start: zone.toUtc(wall), end: zone.toUtc(wall + length.clock) + length.exact };
}

/** Without an end, a date lasts until the next day, and a time has no duration (RFC 5545, 3.6.1). */
function lengthOf({ start, end }: Pick<ReadEvent, 'start' | 'end'>, zoneOf: ZoneOf): Length {
  if (end === undefined) return { clock: start.kind === 'date' ? DAY : 0, exact: 0 };
  if (!('wall' in end)) return lengthOfDuration(end);
  if (start.kind === 'date' && end.kind === 'date') {
    // Many programs write the last day itself instead of the day after.
    return { clock: end.wall === start.wall ? DAY : end.wall - start.wall, exact: 0 };
  }
  return { clock: 0, exact: zoneOf(end).toUtc(end.wall) - zoneOf(start).toUtc(start.wall) };
}

function lengthOfDuration({ days, seconds }: Duration): Length {
  return { clock: days * DAY, exact: seconds };
}

/** Local time up to which UNTIL allows occurrences; a date includes the whole day. */
function lastOf({ until }: RecurrenceRule, zone: Zone): number {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  if (until.kind === 'date') return until.wall + DAY - 1;
  return until.kind === 'utc' ? zone.toWall(until.wall) : until.wall;
}

/** Limit on events held that do not repeat, in characters (`sizeOfLine`). */
const MAX_SINGLE = 8 * 1024 * 1024;
/** Limit on events that must be held to the end, in characters. */
const MAX_REPEATING = 256 * 1024 * 1024;

interface Held {
  master: ReadEvent | undefined;
  /** By replaced occurrence. */
  readonly overrides: Map<string, ReadEvent>;
  /** Occurrences whose replacement cannot be read. */
  readonly unread: CalendarTime[];
  size: number;
}

/**
 * Holds events until all events with the same UID are known: replaced occurrences of a repeating event, and later
 * versions of any event, may be anywhere in the file. Events that do not repeat are released when there are too many.
 */
export class HeldEvents {
  #groups = new Map<string, Held>();
  #size = 0;
  /** Size of the events that do not repeat. */
  #singleSize = 0;

  /** Whether events that do not repeat should be released. */
  get isLarge(): boolean {
    return this.#singleSize > MAX_SINGLE;
  }

  /** Whether the limit for repeating events is exceeded. */
  get isFull(): boolean {
    return this.#size > MAX_REPEATING;
  }

  /** `version`: another version of the event was held, and the later one counts; `other`: another event has its UID. */
  add(event: ReadEvent, size: number): 'new' | 'version' | 'other' {
    if (event.uid !== '' && isOther(this.#groups.get(event.uid)?.master, event)) {
      this.add({ ...event, uid: '' }, size);
      return 'other';
    }
    // Without a UID, every event is separate.
    const held = this.#held(event.uid === '' ? ` ${event.line}` : event.uid);
    held.size += size;
    this.#size += size;
    if (event.recurrence !== undefined) {
      const { kind, wall, zone = '' } = event.recurrence;
      const time = `${kind} ${wall} ${zone}`;
      const before = held.overrides.get(time);
      held.overrides.set(time, laterOf(before, event));
      return before === undefined ? 'new' : 'version';
    }
    if (!repeats(event)) this.#singleSize += size;
    const before = held.master;
    held.master = laterOf(before, event);
    return before === undefined ? 'new' : 'version';
  }

  /** Excludes the occurrence that an unreadable event replaces: it does not take place as first planned. */
  except({ uid, recurrence }: UnreadEvent, size: number): void {
    if (uid === '' || recurrence === undefined) return;
    const held = this.#held(uid);
    held.unread.push(recurrence);
    held.size += size;
    this.#size += size;
  }

  #held(key: string): Held {
    const held = this.#groups.get(key) ?? { master: undefined, overrides: new Map(), unread: [], size: 0 };
    this.#groups.set(key, held);
    return held;
  }

  take(): EventGroup[] {
    const groups = [...this.#groups.values()].map(groupOf);
    this.#groups = new Map();
    this.#size = 0;
    this.#singleSize = 0;
    return groups;
  }

  /** Releases events that do not repeat. */
  takeSingle(): EventGroup[] {
    const single: EventGroup[] = [];
    for (const [key, held] of this.#groups) {
      if (held.overrides.size > 0 || held.master === undefined || repeats(held.master)) continue;
      single.push(groupOf(held));
      this.#groups.delete(key);
      this.#size -= held.size;
    }
    this.#singleSize = 0;
    return single;
  }
}

function groupOf({ master, overrides, unread }: Held): EventGroup {
  const rest = master && (unread.length === 0 ? master : { ...master, except: [...master.except, ...unread] });
  return { master: rest, overrides: [...overrides.values()] };
}

/**
 * Whether two events share a UID by mistake: some programs give all events of a series the same. A later version would
 * have another SEQUENCE or LAST-MODIFIED.
 */
function isOther(before: ReadEvent | undefined, event: ReadEvent): boolean {
  if (before === undefined || event.recurrence !== undefined || repeats(before) || repeats(event)) return false;
  if (before.sequence !== event.sequence || before.updated !== event.updated) return false;
  const { start } = before;
  return start.wall !== event.start.wall || start.zone !== event.start.zone || start.kind !== event.start.kind;
}

/** By `isLater`, then position in the file. */
function laterOf(before: ReadEvent | undefined, event: ReadEvent): ReadEvent {
  return before !== undefined && isLater(before, event) ? before : event;
}
