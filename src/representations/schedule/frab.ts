import { unaccented } from '#catalogue/folding.ts';
import { Temporal } from 'temporal-polyfill';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { secondsOf, timestampOf, type Timestamp } from '#catalogue/timestamp.ts';
import type { FeedHead, FeedOptions, Steps } from '../feeds/feed-format.ts';
import { numericId } from '../feeds/feed-id.ts';
import { documentTitle } from '../feeds/feed-summary.ts';
import { NEVER, zonedTimes } from '../feeds/feed-time.ts';
import { scheduleEvents, type FrabEvent } from './frab-event.ts';
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
