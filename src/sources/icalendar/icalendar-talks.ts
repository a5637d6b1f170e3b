import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import type { ReadOptions, SourceProblem } from '../format.ts';
import type { ReadEvent } from './icalendar-event.ts';
import { MOST_OCCURRENCES, TooMany, UnknownZone, occurrencesOf, repeats } from './icalendar-occurrences.ts';
import type { EventGroup, Occurrence, ZoneOf } from './icalendar-occurrences.ts';
import type { CalendarTime } from './icalendar-time.ts';
import { CalendarZones } from './icalendar-zones.ts';
import { Budget, Exhausted } from './recurrence.ts';
import { noteNoEnd } from '../notes.ts';
import type { Notes } from '../notes.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourceTalk } from '../source-talk.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';

/** Days and times that all rules of a file may be looked at for, and those of one event. */
const WORK = 50_000_000;
const WORK_OF_ONE = 2_000_000;

/** Makes talks of what a calendar has under one UID. */
export class TalkMaker {
  /** The zones that the calendar defines. */
  readonly zones = new CalendarZones();
  /** From METHOD:CANCEL: whatever it has is called off. */
  isCancelled = false;
  readonly #options: ReadOptions;
  readonly #notes: Notes;
  readonly #work: Budget;
  #floating: Zone;
  readonly #zoneOf: ZoneOf = (time) => this.#clockOf(time);

  constructor(options: ReadOptions, notes: Notes, work = new Budget(WORK)) {
    this.#options = options;
    this.#notes = notes;
    this.#work = work;
    this.#floating = ianaZone(options.zone) ?? UTC;
  }

  /** The calendar's own zone, of times that name none; one that nobody knows is as if it had not been said. */
  setZone(name: string): void {
    const zone = this.zones.zone(name);
    if (zone === undefined)
      this.#notes.add(`the calendar says that it is in ${shownValue(name)}, which is no time zone`);
    else this.#floating = zone;
  }

  /** For another calendar of the same file, with zones of its own. */
  next(): TalkMaker {
    return new TalkMaker(this.#options, this.#notes, this.#work);
  }

  make(group: EventGroup): SourceTalk[] | SourceProblem {
    const { master, overrides } = group;
    const event = master ?? overrides[0];
    if (event === undefined) return [];
    const budget = new Budget(Math.min(WORK_OF_ONE, this.#work.left));
    const given = budget.left;
    try {
      const occurrences = occurrencesOf(group, this.#zoneOf, { horizon: secondsOf(this.#options.horizon), budget });
      this.#noteOf(event, occurrences);
      const late = occurrences.find(({ start, end }) => end < start);
      if (late !== undefined) return endsBeforeStart(late);
      return occurrences.map((occurrence) => this.#talk(occurrence));
    } catch (error) {
      return { ...problemOf(error), line: event.line, key: event.uid };
    } finally {
      this.#work.left -= given - budget.left;
    }
  }

  #clockOf({ kind, zone }: CalendarTime): Zone {
    if (kind === 'utc') return UTC;
    if (zone === undefined) return this.#floating;
    const found = this.zones.zone(zone);
    if (found === undefined) throw new UnknownZone(zone);
    return found;
  }

  #talk({ event, start, end, id }: Occurrence): SourceTalk {
    const { line, uid, title, description, location, url, onlineUrl, organisers, sequence, updated, language } = event;
    return sourceTalk({
      key: keyOf(event, start, id),
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
    });
  }

  #clock(time: CalendarTime): Pick<SourceTalk, 'clock' | 'zone'> {
    if (time.kind === 'utc') return { clock: 'moment', zone: '' };
    const zone = this.#zoneOf(time).name;
    if (time.kind === 'date') return { clock: 'all-day', zone };
    return { clock: time.zone === undefined ? 'floating' : 'zone', zone };
  }

  #noteOf(event: ReadEvent, occurrences: readonly Occurrence[]): void {
    const { start, rules } = event;
    const { horizon } = this.#options;
    if (event.uid === '')
      this.#notes.add('without a UID: told apart by start and title, so that a change of either makes another talk');
    if (start.kind === 'local' && start.zone === undefined)
      this.#notes.add(`at a time of no zone: read in ${this.#floating.name} (--time-zone)`);
    if (start.kind === 'date') this.#notes.add(`a whole day: from midnight to midnight in ${this.#floating.name}`);
    if (repeats(event)) this.#notes.add('repeating');
    const goesOn = rules.some(
      ({ count, until }) => count === undefined && (until === undefined || until.wall > secondsOf(horizon)),
    );
    if (goesOn) this.#notes.add(`repeating beyond ${horizon.slice(0, 10)}: later times come with later imports`);
    if (event.end === undefined && start.kind !== 'date') noteNoEnd(this.#notes, occurrences.length);
  }
}

/** A UID is to be there and to be different; in the field it is not always. */
function keyOf({ uid, title }: ReadEvent, start: number, id: string): string {
  if (uid !== '') return id === '' ? uid : `${uid}/${id}`;
  return `${timestampOf(start)} ${title ?? ''}`;
}

function endsBeforeStart({ event, start, end }: Occurrence): SourceProblem {
  return {
    code: 'ends-before-start',
    where: 'DTEND',
    what: `It ends at ${timestampOf(end)}, before it begins at ${timestampOf(start)} (${shownValue(event.title ?? '')}).`,
    hint: 'Fix the event at its source.',
    line: event.line,
    key: event.uid,
  };
}

function problemOf(error: unknown): Omit<SourceProblem, 'line'> {
  if (error instanceof UnknownZone) {
    return {
      code: 'unknown-time-zone',
      where: 'TZID',
      what: `There is no time zone ${shownValue(error.message)}, and the calendar does not define it.`,
      hint: 'Give the event a zone with an IANA name such as Europe/London.',
    };
  }
  if (!(error instanceof TooMany) && !(error instanceof Exhausted)) throw error;
  return {
    code: 'too-many-occurrences',
    where: 'RRULE',
    what:
      error instanceof TooMany
        ? `It repeats more than ${MOST_OCCURRENCES} times.`
        : 'To find when it repeats takes more work than Lectern does for a calendar.',
    hint: 'Let it repeat less often, or end sooner.',
  };
}
