import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { BadEntry, endsBeforeStart, unknownZone } from '../findings.ts';
import type { Findings } from '../findings.ts';
import type { ReadOptions } from '../source-format.ts';
import type { ReadEvent } from './icalendar-event.ts';
import { MOST_OCCURRENCES, TooMany, occurrencesOf, repeats } from './icalendar-occurrences.ts';
import type { EventGroup, Occurrence, ZoneOf } from './icalendar-occurrences.ts';
import type { CalendarTime } from './icalendar-time.ts';
import { CalendarZones } from './icalendar-zones.ts';
import { Budget, Exhausted } from './recurrence.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourceTalk } from '../source-talk.ts';
import { titleForKey } from '../talk-status.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';

/** Limits on the days and times examined to expand the rules of a file, and of one event. */
const WORK = 50_000_000;
const WORK_OF_ONE = 2_000_000;

/** Turns the events that a calendar has under one UID into talks. */
export class TalkMaker {
  /** Defined by the calendar. */
  readonly zones = new CalendarZones();
  /** METHOD:CANCEL: all of its events are cancelled. */
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
    this.#floating = ianaZone(options.zone) ?? UTC;
  }

  /** For times without a zone. An unknown zone is ignored. */
  setZone(name: string): void {
    const zone = this.zones.zone(name);
    if (zone === undefined) this.#found.notes.add(`the calendar names an unknown time zone: ${shownValue(name)}`);
    else this.#floating = zone;
  }

  /** For the next calendar of the same file, which has zones of its own. */
  next(): TalkMaker {
    return new TalkMaker(this.#found, this.#options, this.#work);
  }

  take(group: EventGroup): void {
    const event = group.master ?? group.overrides[0];
    if (event === undefined) return;
    const isHidden = [event, ...group.overrides].every(({ hidden }) => hidden !== undefined);
    this.#found.entry(event.line, event.uid, () => this.#talks(group, event), isHidden ? event.hidden : undefined);
  }

  #talks(group: EventGroup, event: ReadEvent): SourceTalk[] {
    const budget = new Budget(Math.min(WORK_OF_ONE, this.#work.left));
    const given = budget.left;
    try {
      const occurrences = occurrencesOf(group, this.#zoneOf, { horizon: secondsOf(this.#options.horizon), budget });
      if (event.hidden === undefined) this.#noteOf(event, occurrences);
      const late = occurrences.find(({ start, end }) => end < start);
      if (late !== undefined) {
        const [start, end] = [timestampOf(late.start), timestampOf(late.end)];
        const { title = '', line } = late.event;
        throw endsBeforeStart('DTEND', { start, end, title, line }, 'Fix the event at its source.');
      }
      return occurrences.map((occurrence) => this.#talk(occurrence));
    } catch (error) {
      throw error instanceof TooMany || error instanceof Exhausted ? tooManyTimes(error) : error;
    } finally {
      this.#work.left -= given - budget.left;
    }
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
    const { line, uid, title, description, location, url, onlineUrl, organisers, sequence, updated, language } = event;
    return sourceTalk({
      key: talkKey(event, start, id, this.#options.statusWords === 'ignore'),
      uid: id !== '' ? '' : uid === '' ? undefined : uid,
      line,
      title,
      start: timestampOf(start),
      end: timestampOf(end),
      ...this.#clock(event.start),
      description,
      status: this.isCancelled ? 'cancelled' : event.status,
      updated,
      sequence,
      url,
      location,
      onlineUrl,
      organisers,
      topics: event.categories?.map((label) => ({ label })),
      language,
      hidden: event.hidden,
    });
  }

  #clock(time: CalendarTime): Pick<SourceTalk, 'clock' | 'zone'> {
    if (time.kind === 'utc') return { clock: 'moment', zone: '' };
    const zone = this.#zoneOf(time).name;
    if (time.kind === 'date') return { clock: 'all-day', zone };
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

function tooManyTimes(error: TooMany | Exhausted): BadEntry {
  return new BadEntry({
    code: 'too-many-occurrences',
    where: 'RRULE',
    what:
      error instanceof TooMany
        ? `It repeats more than ${MOST_OCCURRENCES} times.`
        : 'Working out when it repeats exceeds the limit for a calendar.',
    hint: 'Let it repeat less often, or end sooner.',
  });
}
