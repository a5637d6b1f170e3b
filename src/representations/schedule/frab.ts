import { Temporal } from 'temporal-polyfill';
import { unaccented } from '#catalogue/folding.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { secondsOf, type Timestamp, timestampOf } from '#catalogue/timestamp.ts';
import { venueLocation } from '#catalogue/venue-location.ts';
import { cleanUri } from '../calendar/icalendar-component.ts';
import { type FeedHead, type FeedOptions, numericId, type Steps } from '../feeds/feed-format.ts';
import { documentTitle, factLine, summaries, type TalkSummary } from '../feeds/feed-summary.ts';
import { oneLine, webAddress } from '../feeds/feed-text.ts';
import { minutesBetween, NEVER, zonedTimes } from '../formatted-time.ts';
import { absoluteLinks, type Links } from '../links/links.ts';
import { MATERIAL_NAMES, namedMaterial } from '../materials.ts';
import type { Publication } from '../representation.ts';

// The words are those of the schedules that frab and pretalx write and that programme apps, recording teams and
// signs read: https://c3voc.de/wiki/schedule, with its schemas for XML and JSON.

/** Talks as a conference has them: by day, and on each day by room. */
export interface FrabSchedule {
  /** The time of the latest change of the schedule. */
  readonly version: string;
  /** Address of this document. */
  readonly url: string;
  readonly conference: Conference;
  /** At least one, in order. */
  readonly days: readonly FrabDay[];
}

export interface Conference {
  readonly title: string;
  /** `[a-z0-9_]`, four characters at least, a letter or digit the first. */
  readonly acronym: string;
  /** `2015-10-06`, the first day. */
  readonly start: string;
  readonly end: string;
  readonly timeZone: string;
  readonly url: string;
  readonly baseUrl: string;
}

export interface FrabDay {
  /** From 1. */
  readonly index: number;
  /** `2015-10-06` */
  readonly date: string;
  /** Midnight, with its offset. */
  readonly start: string;
  /** The next midnight, or when the last talk that starts on the day ends. */
  readonly end: string;
  /** In the order in which their first talks start. */
  readonly rooms: readonly ScheduleRoom[];
}

export interface ScheduleRoom {
  readonly name: string;
  readonly events: readonly FrabEvent[];
}

type Schedules = (head: FeedHead, talks: readonly TalkDetails[]) => Steps<FrabSchedule>;

export function schedules(publication: Publication, options: FeedOptions): Schedules {
  const { timeZone } = publication;
  const eventOf = scheduleEvents(publication, options);
  const zoned = zonedTimes(timeZone);
  return function* (head, talks) {
    const ids = uniqueNumbers(talks);
    const byDay = grouped(talks, ({ talk }) => zoned(talk.start).date);
    // The schemas want a day, and there is no clock here: a schedule without talks has one on which there was nothing.
    if (byDay.size === 0) byDay.set(NEVER.slice(0, 10), []);
    const events = new Map<Slug, FrabEvent>();
    for (const details of talks) {
      events.set(details.talk.slug, eventOf(details, ids.get(details.talk.slug) ?? 0));
      yield;
    }
    const days = [...byDay].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      version: head.updated ?? NEVER,
      url: head.self,
      conference: conference(head, publication, [...byDay.keys()].sort()),
      days: days.map(([date, onDay], at) => ({
        index: at + 1,
        date,
        ...bounds(date, onDay, timeZone),
        rooms: rooms(onDay.flatMap(({ talk }) => events.get(talk.slug) ?? [])),
      })),
    };
  };
}

function conference(head: FeedHead, { baseUrl, timeZone }: Publication, dates: readonly string[]): Conference {
  const title = documentTitle(head);
  return {
    title,
    acronym: acronymOf(title),
    start: dates[0] ?? '',
    end: dates.at(-1) ?? '',
    timeZone,
    url: head.page ?? head.self,
    baseUrl: `${baseUrl}/`,
  };
}

function rooms(events: readonly FrabEvent[]): ScheduleRoom[] {
  return [...grouped(events, ({ room }) => room)].map(([name, inRoom]) => ({ name, events: inRoom }));
}

/** Groups in the order of their first members, and members in theirs. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** A number for each talk. On a clash, the talk with the later slug gets the next number, whatever the list's order. */
function uniqueNumbers(talks: readonly TalkDetails[]): ReadonlyMap<Slug, number> {
  const numbers = new Map<Slug, number>();
  const taken = new Set<number>();
  for (const slug of talks.map(({ talk }) => talk.slug).sort()) {
    let number = numericId(slug);
    while (taken.has(number)) number += 1;
    taken.add(number);
    numbers.set(slug, number);
  }
  return numbers;
}

const FIRST = secondsOf('0000-01-01T00:00:00Z');
const LAST = secondsOf('9999-12-31T23:59:59Z');

function bounds(date: string, talks: readonly TalkDetails[], timeZone: string): Pick<FrabDay, 'start' | 'end'> {
  const zoned = zonedTimes(timeZone);
  const day = Temporal.PlainDate.from(date);
  const midnight = (of: Temporal.PlainDate): Timestamp =>
    timestampOf(Math.min(LAST, Math.max(FIRST, of.toZonedDateTime(timeZone).epochMilliseconds / 1000)));
  let end = midnight(day.add({ days: 1 }));
  for (const { talk } of talks) if (talk.end > end) end = talk.end;
  return { start: zoned(midnight(day)).withOffset, end: zoned(end).withOffset };
}

const LONGEST_ACRONYM = 40;

/** Letters without accents. Other scripts than Latin have no letters that an acronym may have. */
function acronymOf(title: string): string {
  const letters = unaccented(title)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, LONGEST_ACRONYM)
    .replace(/^_|_$/g, '');
  if (letters.length >= 4) return letters;
  return letters === '' ? 'talks' : `talks_${letters}`;
}

/** A talk in a schedule; for the format, see frab.ts. */
export interface FrabEvent {
  /** 1 to 2³¹ − 1, unique in a schedule. */
  readonly id: number;
  /** A UUID. */
  readonly guid: Slug;
  /** Start and end with their offsets. */
  readonly date: string;
  readonly end: string;
  /** `11:00` */
  readonly start: string;
  /** In minutes. */
  readonly duration: number;
  readonly room: string;
  readonly slug: string;
  readonly url: string;
  readonly title: string;
  /** Notices: there is no status in a schedule. */
  readonly subtitle: string;
  /** The series; `''` for none. */
  readonly track: string;
  readonly description: string;
  readonly persons: readonly FrabPerson[];
  readonly links: readonly ScheduleLink[];
  /** Materials. */
  readonly attachments: readonly ScheduleLink[];
  /** The address of its picture. */
  readonly logo: string | null;
}

interface FrabPerson {
  readonly id: number;
  readonly guid: Slug;
  readonly name: string;
  readonly url: string;
  /** The address of a picture. */
  readonly avatar: string | undefined;
}

interface ScheduleLink {
  readonly url: string;
  readonly title: string;
}

export function scheduleEvents(
  publication: Publication,
  options: FeedOptions,
): (details: TalkDetails, id: number) => FrabEvent {
  const links = absoluteLinks(publication);
  const zoned = zonedTimes(publication.timeZone);
  const summary = summaries(publication, options);
  return (details, id) => {
    const { talk, series } = details;
    const said = summary(details);
    const start = zoned(talk.start);
    return {
      id,
      guid: talk.slug,
      date: start.withOffset,
      end: zoned(talk.end).withOffset,
      start: start.clock,
      duration: minutesBetween(talk.start, talk.end),
      room: roomOf(details),
      // Recordings are filed under it, so it must not depend on the title, or on where the talk is listed.
      slug: `talk-${talk.slug}`,
      url: said.page,
      title: said.title,
      subtitle: said.notices.join(' '),
      track: oneLine(series?.title ?? ''),
      description: description(said),
      persons: details.speakers.map((person) => ({
        id: numericId(person.slug),
        guid: person.slug,
        name: oneLine(person.name),
        url: links.personPage(person.slug),
        avatar: person.image === null ? undefined : cleanUri(links.image(person.image.url)),
      })),
      links: linksOf(details, links),
      attachments: talk.materials.map((material) => ({ url: cleanUri(material.url), title: namedMaterial(material) })),
      logo: talk.image === null ? null : cleanUri(links.image(talk.image.url)),
    };
  };
}

/** Facts that have elements of their own in a schedule. */
const SAID_ELSEWHERE = ['When', 'Speaker', 'Speakers', 'Series', ...Object.values(MATERIAL_NAMES)];

function description({ description: prose, facts }: TalkSummary): string {
  const rest = facts.filter(({ name }) => !SAID_ELSEWHERE.includes(name)).map(factLine);
  return [...prose, rest]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Every event is in a room, and every room has a name: with its building, since others have a room of that name. */
function roomOf({ venue, venuesAbove, talk }: TalkDetails): string {
  const within = venue === null ? [] : venueLocation(venue, venuesAbove).within;
  const parts = [venue?.name ?? '', talk.locationDetails, ...within];
  const name = oneLine(parts.filter((part) => part !== '').join(', '));
  if (name !== '') return name;
  return talk.onlineUrl === '' ? 'To be announced' : 'Online';
}

function linksOf({ talk, series }: TalkDetails, links: Links): ScheduleLink[] {
  const found: ScheduleLink[] = [];
  const online = webAddress(talk.onlineUrl);
  const booking = webAddress(talk.bookingUrl);
  if (online !== null) found.push({ url: online, title: 'Online' });
  if (booking !== null) found.push({ url: booking, title: 'Booking' });
  if (series !== null) found.push({ url: links.seriesPage(series.slug), title: oneLine(series.title) });
  return found;
}
