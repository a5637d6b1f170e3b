import type { Image } from '#catalogue/image.ts';
import type { Material } from '#catalogue/material.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isTimestamp, secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { BadEntry, badTime, type Findings, type Mend } from '../findings.ts';
import { firstText } from '../first-text.ts';
import type { Hidden } from '../hidden.ts';
import { isoTime, type WrittenTime } from '../iso-time.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import { ownUuid } from '../own-uuid.ts';
import type { ReadOptions } from '../source-format.ts';
import { type SourcePerson, type SourcePlace, type SourceSeries, sourceTalk, type SourceTalk } from '../source-talk.ts';
import { titleForKey } from '../talk-status.ts';
import { ianaZone, UTC, type Zone } from '../wall-clock.ts';

const HINT = 'Fix the event at its source.';

/** Turns the events of a schedule into talks. */
export class ScheduleTalks {
  readonly #found: Findings;
  readonly #default: Zone;
  readonly #ignoresWords: boolean;
  #zone: Zone;
  #hasZone = false;
  #dayChange = '';
  #series: SourceSeries | null | undefined;
  #venue: SourcePlace | null | undefined;

  constructor(found: Findings, zone: Zone, { statusWords }: Pick<ReadOptions, 'statusWords'>) {
    this.#ignoresWords = statusWords === 'ignore';
    this.#found = found;
    this.#default = zone;
    this.#zone = zone;
  }

  /** Sets the conference of all events that follow. */
  setConference({ title, acronym, url, venue, city, zone, dayChange }: ScheduleConference): void {
    const found = zone === '' ? undefined : ianaZone(zone);
    if (found === undefined && zone !== '') {
      this.#found.notes.add(`the schedule names an unknown time zone: ${shownValue(zone)}`);
    }
    this.#hasZone = found !== undefined;
    this.#zone = found ?? this.#default;
    this.#dayChange = dayChange;
    this.#venue = venue === undefined ? undefined : venue === '' ? null : { name: venue, address: city };
    const key = acronym === '' ? {} : { key: acronym };
    this.#series = title === undefined ? undefined : title === '' ? null : { title, webAddress: url, ...key };
  }

  take(event: ScheduleEvent): void {
    const { guid, ids, date, start, title } = event;
    // The conference names series and venue for all of them.
    this.#found.named([...event.names, ...(this.#series ? ['conference'] : []), ...(this.#venue ? ['venue'] : [])]);
    const id = [guid, ...ids].find((one) => one !== '');
    const key = id ?? `${date || start} ${titleForKey(title, this.#ignoresWords)}`;
    this.#found.entry(event.line, key, (mend) => [this.#talk(event, key, mend)], {
      hidden: event.hidden,
      mayBe: id === undefined ? [] : [id],
    });
  }

  #talk(event: ScheduleEvent, key: string, mend: Mend): SourceTalk {
    const start = this.#startOf(event);
    if (start === undefined) throw unreadable(event, 'date', event.date || event.start);
    const end = this.#endOf(event, start);
    if (end === undefined) mend(unreadable(event, 'duration', event.duration || event.end), 'without-end');
    this.#note(event, start);
    return sourceTalk({
      key,
      slug: ownUuid(event.guid) ?? null,
      line: event.line,
      title: event.title,
      start: start.at,
      end: end ?? start.at,
      clock: start.clock,
      zone: start.zone,
      description: descriptionOf(event),
      status: statusOf(event),
      hidden: event.hidden,
      url: event.url,
      venue: this.#venue,
      room: event.room,
      speakers: event.persons?.map(personOf),
      series: this.#series,
      topics: topicsOf(event),
      materials: event.materials,
      image: event.image,
      language: event.language,
    });
  }

  #startOf(event: ScheduleEvent): WrittenTime | undefined {
    const whole = [event.date, event.start].find((text) => text.length > LONGEST_DATE);
    if (whole !== undefined) return this.#time(whole);
    const midnight = isoTime(event.date || event.day.date, UTC);
    const clock = clockOf(event.start);
    if (clock === undefined || midnight === undefined) return undefined;
    const isNextDay = event.date === '' && secondsOfClock(clock) < this.#dayChangeOf(event.day);
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

  /** Seconds since midnight. */
  #dayChangeOf(day: ScheduleDay): number {
    const clock = clockOf(this.#dayChange) ?? clockOf(/[T ](\d\d:\d\d(?::\d\d)?)/.exec(day.start)?.[1] ?? '');
    return clock === undefined ? 0 : secondsOfClock(clock);
  }

  #note({ guid, ids, end, duration }: ScheduleEvent, start: WrittenTime): void {
    if ([guid, ...ids].every((id) => id === ''))
      this.#found.notes.add(
        'without guid and id: identified by start and title, so a change of either makes a new talk',
      );
    noteClock(this.#found.notes, start);
    if (end === '' && duration === '') noteNoEnd(this.#found.notes);
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
 * Numbers are unique only within one conference planner: merged schedules repeat them, and people unknown to the
 * planner have 0. So they identify people only together with names.
 */
function personOf({ name, guid, code, id, biography, url, image }: SchedulePerson): SourcePerson {
  const slug = ownUuid(guid);
  const key = guid || code || (/^[1-9]\d*$/.test(id) ? `${id} ${name}` : '');
  return {
    name,
    ...(slug === undefined ? {} : { slug }),
    ...(key === '' ? {} : { key }),
    bio: biography,
    webAddress: url === undefined || /^https?:\/\//i.test(url) ? url : '',
    image,
  };
}

/** `9:05` → `09:05`, with seconds if present. */
function clockOf(text: string): string | undefined {
  const [, hour, rest] = /^(\d{1,2})(:\d\d(?::\d\d)?)$/.exec(text) ?? [];
  return hour === undefined || rest === undefined ? undefined : `${hour.padStart(2, '0')}${rest}`;
}

/** Seconds since midnight. @param clock as `clockOf` returns it */
function secondsOfClock(clock: string): number {
  const [hours = '', minutes = '', seconds = '0'] = clock.split(':');
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const DAY = 86_400;

/** `1:30`, `2:01:30` with days, or only minutes. */
function secondsOfDuration(text: string): number | undefined {
  const [, days = '0', hours = '0', minutes] = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,4})$/.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(days) * DAY + Number(hours) * 3600 + Number(minutes) * 60;
}

function unreadable({ title }: ScheduleEvent, where: 'date' | 'duration', value: string): BadEntry {
  if (value !== '') return badTime(where, value, HINT, where === 'date' ? 'time' : 'duration');
  const what = `${shownValue(title ?? '')} has no start.`;
  return new BadEntry({ code: 'bad-value', where, what, hint: HINT });
}

/** An event of an XML or JSON schedule, as texts: `''` when empty, undefined when absent. */
export interface ScheduleEvent {
  /** From 1; in JSON, the number of the event. */
  readonly line: number;
  /** Of its elements or members. */
  readonly names: readonly string[];
  readonly guid: string;
  /** Other identifiers, best first. */
  readonly ids: readonly string[];
  /** Date and time of day. */
  readonly date: string;
  readonly end: string;
  /** Day under which it is listed. */
  readonly day: ScheduleDay;
  /** Time of day. */
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
  /** Attachments and recording. */
  readonly materials?: readonly Material[] | undefined;
  readonly image?: Image | null | undefined;
  /** Undefined: the format cannot tell. */
  readonly isCancelled?: boolean | undefined;
  /** Why it must not be published. */
  readonly hidden?: Hidden | undefined;
}

export interface ScheduleDay {
  /** `2026-11-20` */
  readonly date: string;
  /** Start of the day; earlier times of day are after midnight. */
  readonly start: string;
}

export interface SchedulePerson {
  readonly name: string;
  readonly guid: string;
  readonly code: string;
  readonly id: string;
  readonly biography: string | undefined;
  readonly url: string | undefined;
  readonly image?: Image | null | undefined;
}

export interface ScheduleConference {
  readonly title: string | undefined;
  readonly acronym: string;
  readonly url: string | undefined;
  /** Venue of all events. */
  readonly venue: string | undefined;
  readonly city: string | undefined;
  /** An IANA name. */
  readonly zone: string;
  /** Time of day at which days begin. */
  readonly dayChange: string;
}

/** Reads the texts of an XML element or a JSON object. */
export interface ScheduleTexts {
  readonly text: (name: string) => string;
  /** Undefined when absent. */
  readonly said: (name: string) => string | undefined;
}

export function conferenceOf({ text, said }: ScheduleTexts): ScheduleConference {
  return {
    title: said('title'),
    acronym: text('acronym'),
    url: firstText(said('url'), said('base_url')),
    venue: said('venue'),
    city: said('city'),
    zone: text('time_zone_name'),
    dayChange: text('day_change'),
  };
}

type NamedText =
  | 'date'
  | 'end'
  | 'start'
  | 'duration'
  | 'title'
  | 'subtitle'
  | 'abstract'
  | 'description'
  | 'language'
  | 'url';

/** The fields that have the same names in XML and JSON. */
export function eventTexts({ text, said }: ScheduleTexts): Pick<ScheduleEvent, NamedText> {
  return {
    date: text('date'),
    end: text('end'),
    start: text('start'),
    duration: text('duration'),
    title: said('title'),
    subtitle: said('subtitle'),
    abstract: said('abstract'),
    description: said('description'),
    language: text('language'),
    url: said('url'),
  };
}
