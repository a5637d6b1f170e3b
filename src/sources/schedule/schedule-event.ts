import { shownValue } from '#catalogue/shown-value.ts';
import { isTimestamp, secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import type { SourceProblem } from '../format.ts';
import { isoTime } from '../iso-time.ts';
import type { WrittenTime } from '../iso-time.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import type { Notes } from '../notes.ts';
import { ownUuid } from '../own-uuid.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourcePerson, SourcePlace, SourceSeries, SourceTalk } from '../source-talk.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';

/** An event as schedules have it, in XML or JSON: as text, and `''` where there is nothing. Undefined: it is not mentioned. */
export interface ScheduleEvent {
  /** From 1; in JSON, which of the events it is. */
  readonly line: number;
  readonly guid: string;
  /** What else it is called by, the best first. */
  readonly ids: readonly string[];
  /** When it begins and ends, with date and time of the day. */
  readonly date: string;
  readonly end: string;
  /** The day that it is listed under, and the clock at which it begins. */
  readonly day: ScheduleDay;
  readonly start: string;
  /** `01:30` */
  readonly duration: string;
  readonly title: string | undefined;
  readonly subtitle: string | undefined;
  readonly abstract: string | undefined;
  readonly description: string | undefined;
  readonly room: string | undefined;
  readonly track: string | undefined;
  readonly language: string;
  readonly url: string | undefined;
  readonly persons: readonly SchedulePerson[] | undefined;
  readonly isCancelled: boolean | undefined;
}

export interface ScheduleDay {
  /** `2026-11-20` */
  readonly date: string;
  /** When it begins; what is earlier on the clock is after midnight. */
  readonly start: string;
}

export interface SchedulePerson {
  readonly name: string;
  readonly guid: string;
  readonly code: string;
  readonly id: string;
  readonly biography: string | undefined;
  readonly url: string | undefined;
}

export interface ScheduleConference {
  readonly title: string | undefined;
  readonly acronym: string;
  readonly url: string | undefined;
  /** Where all of it is. */
  readonly venue: string | undefined;
  readonly city: string | undefined;
  /** An IANA name. */
  readonly zone: string;
  /** The clock at which its days begin. */
  readonly dayChange: string;
}

/** Makes talks of the events of a schedule. */
export class ScheduleTalks {
  readonly #notes: Notes;
  readonly #default: Zone;
  #zone: Zone;
  #hasZone = false;
  #dayChange = '';
  #series: SourceSeries | null | undefined;
  #venue: SourcePlace | null | undefined;

  constructor(zone: Zone, notes: Notes) {
    this.#notes = notes;
    this.#default = zone;
    this.#zone = zone;
  }

  /** What holds for all that comes from now on. */
  setConference({ title, acronym, url, venue, city, zone, dayChange }: ScheduleConference): void {
    const found = zone === '' ? undefined : ianaZone(zone);
    if (found === undefined && zone !== '') {
      this.#notes.add(`the schedule says that it is in ${shownValue(zone)}, which is no time zone`);
    }
    this.#hasZone = found !== undefined;
    this.#zone = found ?? this.#default;
    this.#dayChange = dayChange;
    this.#venue = venue === undefined ? undefined : venue === '' ? null : { name: venue, address: city };
    const key = acronym === '' ? {} : { key: acronym };
    this.#series = title === undefined ? undefined : title === '' ? null : { title, webAddress: url, ...key };
  }

  make(event: ScheduleEvent): SourceTalk | SourceProblem {
    const key =
      [event.guid, ...event.ids].find((id) => id !== '') ?? `${event.date || event.start} ${event.title ?? ''}`;
    const start = this.#startOf(event);
    if (start === undefined) return unreadable(event, 'date', event.date || event.start, key);
    const end = this.#endOf(event, start);
    if (end === undefined) return unreadable(event, 'duration', event.duration || event.end, key);
    if (end < start.at) return endsBeforeStart(event, start.at, end, key);
    this.#note(event, start);
    return sourceTalk({
      key,
      slug: ownUuid(event.guid) ?? null,
      line: event.line,
      title: event.title,
      start: start.at,
      end,
      clock: start.clock,
      zone: start.zone,
      description: descriptionOf(event),
      status: statusOf(event),
      url: event.url,
      venue: this.#venue,
      room: event.room,
      speakers: event.persons?.map(personOf),
      series: this.#series,
      topics: topicsOf(event),
      language: event.language,
    });
  }

  #startOf(event: ScheduleEvent): WrittenTime | undefined {
    const whole = [event.date, event.start].find((text) => text.length > LONGEST_DATE);
    if (whole !== undefined) return this.#time(whole);
    const midnight = isoTime(event.date || event.day.date, UTC);
    const clock = clockOf(event.start);
    if (clock === undefined || midnight === undefined) return undefined;
    const isNextDay = event.date === '' && clock < this.#dayChangeOf(event.day);
    const day = isNextDay ? timestampOf(secondsOf(midnight.at) + DAY) : midnight.at;
    return this.#time(`${day.slice(0, LONGEST_DATE)}T${clock}`);
  }

  #endOf(event: ScheduleEvent, start: WrittenTime): string | undefined {
    if (event.end !== '') return this.#time(event.end)?.at;
    if (event.duration === '') return start.at;
    const seconds = secondsOfDuration(event.duration);
    if (seconds === undefined) return undefined;
    const end = timestampOf(secondsOf(start.at) + seconds);
    return isTimestamp(end) ? end : undefined;
  }

  #time(text: string): WrittenTime | undefined {
    const time = isoTime(text, this.#zone);
    return time?.clock === 'floating' && this.#hasZone ? { ...time, clock: 'zone' } : time;
  }

  #dayChangeOf(day: ScheduleDay): string {
    return clockOf(this.#dayChange) ?? clockOf(/T(\d\d:\d\d)/.exec(day.start)?.[1] ?? '') ?? '';
  }

  #note({ guid, ids, end, duration }: ScheduleEvent, start: WrittenTime): void {
    if ([guid, ...ids].every((id) => id === ''))
      this.#notes.add(
        'without guid and id: told apart by start and title, so that a change of either makes another talk',
      );
    noteClock(this.#notes, start);
    if (end === '' && duration === '') noteNoEnd(this.#notes);
  }
}

function statusOf({ isCancelled }: ScheduleEvent): SourceTalk['status'] | undefined {
  if (isCancelled === undefined) return undefined;
  return isCancelled ? 'cancelled' : 'published';
}

function topicsOf({ track }: ScheduleEvent): SourceTalk['topics'] | undefined {
  if (track === undefined) return undefined;
  return track === '' ? [] : [{ label: track }];
}

function descriptionOf({ subtitle, abstract, description }: ScheduleEvent): string | undefined {
  const parts = [subtitle, abstract, description].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : [...new Set(parts)].filter(Boolean).join('\n\n');
}

/** `2026-11-20` */
const LONGEST_DATE = 10;

/**
 * Numbers are those of a program: where schedules of several have been put together they come again, and those whom a
 * program does not know have 0. So they tell people apart only together with names.
 */
function personOf({ name, guid, code, id, biography, url }: SchedulePerson): SourcePerson {
  const slug = ownUuid(guid);
  const key = guid || code || (/^[1-9]\d*$/.test(id) ? `${id} ${name}` : '');
  return {
    name,
    ...(slug === undefined ? {} : { slug }),
    ...(key === '' ? {} : { key }),
    bio: biography,
    webAddress: url === undefined || /^https?:\/\//i.test(url) ? url : '',
  };
}

/** `9:05` → `09:05`; with seconds when it has them. */
function clockOf(text: string): string | undefined {
  const [, hour, rest] = /^(\d{1,2})(:\d\d(?::\d\d)?)$/.exec(text) ?? [];
  return hour === undefined || rest === undefined ? undefined : `${hour.padStart(2, '0')}${rest}`;
}

const DAY = 86_400;

/** `1:30`, or with days before it `2:01:30`; or minutes alone. */
function secondsOfDuration(text: string): number | undefined {
  const [, days = '0', hours = '0', minutes] = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,4})$/.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(days) * DAY + Number(hours) * 3600 + Number(minutes) * 60;
}

function unreadable({ title, line }: ScheduleEvent, where: string, value: string, key: string): SourceProblem {
  const noun = where === 'date' ? 'time' : 'length';
  const what =
    value === ''
      ? `Nothing says when ${shownValue(title ?? '')} begins.`
      : `${shownValue(value)} is not a valid ${noun}.`;
  return { code: 'bad-value', where, what, hint: 'Fix the event at its source.', line, key };
}

function endsBeforeStart({ title, line }: ScheduleEvent, start: string, end: string, key: string): SourceProblem {
  const what = `It ends at ${end}, before it begins at ${start} (${shownValue(title ?? '')}).`;
  return { code: 'ends-before-start', where: 'end', what, hint: 'Fix the event at its source.', line, key };
}
