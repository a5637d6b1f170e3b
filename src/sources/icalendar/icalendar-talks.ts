import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { mended, unknownZone, type Findings } from '../findings.ts';
import type { ReadOptions } from '../source-format.ts';
import type { ReadEvent } from './icalendar-event.ts';
import {
  MAX_OCCURRENCES,
  TooMany,
  occurrenceId,
  occurrencesOf,
  repeats,
  type EventGroup,
  type Occurrence,
  type ZoneOf,
} from './icalendar-occurrences.ts';
import type { CalendarTime } from './icalendar-time.ts';
import { CalendarZones } from './icalendar-zones.ts';
import { Budget, Exhausted } from './recurrence.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import { sourceTalk, type SourceTalk } from '../source-talk.ts';
import { titleForKey } from '../talk-status.ts';
import { UTC, ianaZone, type Zone } from '../wall-clock.ts';

/** Limits on the days and times examined to expand the rules of a file, and of one event. */
const WORK = 50_000_000;
const WORK_OF_ONE = 2_000_000;

/** Turns the events with the same UID into talks. */
export class TalkMaker {
  /** Zones that the calendar defines. */
  readonly zones: CalendarZones;
  /** METHOD:CANCEL: all events of the calendar are cancelled. */
  isCancelled = false;
  readonly #found: Findings;
  readonly #options: ReadOptions;
  readonly #work: Budget;
  #floating: Zone;
  readonly #zoneOf: ZoneOf = (time) => this.#clockOf(time);

  constructor(found: Findings, options: ReadOptions, work = new Budget(WORK)) {
    this.#found = found;
    this.#options = options;
    this.#work = work;
    this.zones = new CalendarZones(work);
    this.#floating = ianaZone(options.zone) ?? UTC;
  }

  /** Sets the zone of times that name none. Ignores an unknown zone. */
  setZone(name: string): void {
    const zone = this.zones.zone(name);
    if (zone === undefined) this.#found.notes.add(`the calendar names an unknown time zone: ${shownValue(name)}`);
    else this.#floating = zone;
  }

  /** The maker for the next calendar of the same file, which has its own zones. */
  next(): TalkMaker {
    return new TalkMaker(this.#found, this.#options, this.#work);
  }

  take(group: EventGroup): void {
    const event = group.master ?? group.overrides[0];
    if (event === undefined) return;
    const isHidden = [event, ...group.overrides].every(({ hidden }) => hidden !== undefined);
    const hidden = isHidden ? event.hidden : undefined;
    this.#found.entry(event.line, event.uid, () => this.#talks(group, event), { hidden });
  }

  #talks(group: EventGroup, event: ReadEvent): SourceTalk[] {
    const budget = new Budget(Math.min(WORK_OF_ONE, this.#work.left));
    const given = budget.left;
    const ahead = { horizon: secondsOf(this.#options.horizon), budget, notes: this.#found.notes };
    try {
      const talks = this.#talksOf(event, group.overrides, occurrencesOf(group, this.#zoneOf, ahead));
      this.#recurring(group);
      return talks;
    } catch (error) {
      const { master, overrides } = group;
      if (master === undefined || !(error instanceof TooMany || error instanceof Exhausted)) throw error;
      const first = firstOf(master, error);
      return this.#talksOf(first, overrides, occurrencesOf({ master: first, overrides }, this.#zoneOf, ahead));
    } finally {
      this.#work.left -= given - budget.left;
    }
  }

  #talksOf(event: ReadEvent, overrides: readonly ReadEvent[], occurrences: readonly Occurrence[]): SourceTalk[] {
    if (event.hidden === undefined) this.#noteOf(event, occurrences);
    const events = new Set([event, ...overrides]);
    for (const { hidden, mended } of events) {
      if (hidden === undefined) for (const problem of mended) this.#found.problem(problem);
    }
    return occurrences.map((occurrence) => this.#talk(occurrence));
  }

  /** Withdraws occurrences that the event had before, as far as it was read. */
  #recurring({ master, overrides }: EventGroup): void {
    if (master === undefined || master.uid === '' || !repeats(master)) return;
    if ([master, ...overrides].some(({ mended }) => mended.some(({ read }) => read === 'first-time'))) return;
    const from = occurrenceId(master.start.kind, master.start.wall, this.#zoneOf(master.start));
    this.#found.recurring({ key: master.uid, from, to: this.#options.horizon.replaceAll(/[-:]/g, '') });
  }

  #clockOf({ kind, zone }: CalendarTime): Zone {
    if (kind === 'utc') return UTC;
    if (zone === undefined) return this.#floating;
    const found = this.zones.zone(zone);
    if (found === undefined)
      throw unknownZone('TZID', zone, 'Define it in the calendar, or use an IANA name such as Europe/London.');
    return found;
  }

  #talk({ event, start, end, id }: Occurrence): SourceTalk {
    // Days are dates, wherever the calendar is.
    const { toWall } = event.start.kind === 'date' ? this.#zoneOf(event.start) : UTC;
    const { line, uid, sequence, title, description, location, url, onlineUrl, organisers, updated, language } = event;
    return sourceTalk({
      key: talkKey(event, start, id, this.#options.statusWords === 'ignore'),
      uid: id !== '' ? '' : uid === '' ? undefined : uid,
      ...(id === '' && uid !== '' && sequence > 0 && { sequence }),
      line,
      title,
      start: timestampOf(toWall(start)),
      end: timestampOf(toWall(end)),
      ...this.#clock(event.start),
      description,
      status: this.isCancelled ? 'cancelled' : event.status,
      updated,
      url,
      location,
      onlineUrl,
      organisers,
      speakers: event.speakers,
      properties: event.mapped,
      materials: event.materials,
      image: event.image,
      topics: event.categories?.map((label) => ({ label })),
      language,
      hidden: event.hidden,
    });
  }

  #clock(time: CalendarTime): Pick<SourceTalk, 'clock' | 'zone'> {
    if (time.kind === 'utc') return { clock: 'moment', zone: '' };
    if (time.kind === 'date') return { clock: 'all-day', zone: UTC.name };
    const zone = this.#zoneOf(time).name;
    return { clock: time.zone === undefined ? 'floating' : 'zone', zone };
  }

  #noteOf(event: ReadEvent, occurrences: readonly Occurrence[]): void {
    const { notes } = this.#found;
    const { start, rules } = event;
    const { horizon } = this.#options;
    if (event.uid === '') {
      notes.add('without a UID: identified by start and title, so a change of either makes a new talk');
    }
    noteClock(notes, this.#clock(start));
    if (repeats(event)) notes.add('repeating');
    const goesOn = rules.some(
      ({ count, until }) => count === undefined && (until === undefined || until.wall > secondsOf(horizon)),
    );
    if (goesOn) notes.add(`repeating beyond ${horizon.slice(0, 10)}: later times come with later imports`);
    if (event.end === undefined && start.kind !== 'date') noteNoEnd(notes, occurrences.length);
  }
}

/** Some calendars leave out the UID, which RFC 5545 requires. */
function talkKey({ uid, title }: ReadEvent, start: number, id: string, ignoresWords: boolean): string {
  if (uid !== '') return id === '' ? uid : `${uid}/${id}`;
  return `${timestampOf(start)} ${titleForKey(title, ignoresWords)}`;
}

/** Only the first occurrence of an event that repeats too often. */
function firstOf(event: ReadEvent, error: TooMany | Exhausted): ReadEvent {
  const { uid, line } = event;
  const why =
    error instanceof TooMany
      ? `It repeats more than ${MAX_OCCURRENCES} times.`
      : 'Working out when it repeats exceeds the limit for a calendar.';
  const hint = 'Make it repeat less often, or end sooner.';
  const at = { where: 'RRULE', line, ...(uid === '' ? {} : { key: uid }) };
  const problem = mended({ code: 'too-many-occurrences', what: why, hint, ...at }, 'first-time');
  return { ...event, rules: [], exceptRules: [], added: [], mended: [...event.mended, problem] };
}
