import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  venue,
  type WireRecord,
} from './wire-records.ts';

/**
 * A catalogue that makes pages as large as they get: more names than a list has room for; a month, and the days around
 * now, in which every part of every day is full; and talks with long values in all that a list shows.
 */

/** Names of each kind. */
const NAMES = 130;
export const MONTH = '2041-03';
export const WEEK = '2041-W11';

/** A word of every title. */
export const WORD = 'Sedimentationsforschung';

export const PEOPLE = slugs(0x1000);
export const SERIES = slugs(0x2000);
export const COLLECTIONS = slugs(0x3000);
export const DEPARTMENTS = numbers((at) => `place:${String(20_000_000 + at)}`);
export const VENUES = numbers((at) => `place:${String(30_000_000 + at)}`);
export const TOPICS = numbers((at) => `http://id.example.org/authorities/subjects/sh${String(85_000_000 + at)}`);

const DAY = 86_400_000;
/** Hours at which talks begin: in the morning, the afternoon and the evening. */
const HOURS = [9, 9, 10, 11, 11, 13, 14, 14, 15, 16, 18, 18, 19, 19, 20];

/** @param now the days around it have talks too */
export function busyCatalogue(now: Date): readonly WireRecord[] {
  const monthDays = Array.from({ length: 31 }, (_, at) => Date.parse(`${MONTH}-01`) + at * DAY);
  const today = Date.parse(now.toISOString().slice(0, 10));
  const days = [...monthDays, ...Array.from({ length: 9 }, (_, at) => today + at * DAY)];
  const starts = days.flatMap((day) => HOURS.map((hour) => new Date(day + hour * 3_600_000).toISOString()));
  return [...names(), ...starts.map((start, at) => busyTalk(at, `${start.slice(0, 19)}Z`))];
}

function names(): readonly WireRecord[] {
  return numbers((at) => at).flatMap((at) => [
    // The first is the parent of all others; every tenth is the parent of those after it.
    organisation(of(DEPARTMENTS, at), { name: `Department of ${wordy(at)}`, parent: parentOf(DEPARTMENTS, at) }),
    venue(of(VENUES, at), {
      name: `Lecture Theatre ${wordy(at)}`,
      parent: parentOf(VENUES, at),
      address: '1 Long Street',
    }),
    person(of(PEOPLE, at), { name: `Professor Wilhelmina ${wordy(at)}`, bio: 'Works here.' }),
    topic(of(TOPICS, at), { label: `The history of ${wordy(at)}` }),
    series(of(SERIES, at), { title: `The Annual Distinguished Lectures in ${wordy(at)}` }),
    collection(of(COLLECTIONS, at), { title: `What to hear of ${wordy(at)}`, series: at === 0 ? SERIES : [] }),
  ]);
}

/** Talks refer to the first of each kind, so that what is listed first has many talks. */
function busyTalk(at: number, start: string): WireRecord {
  return talk(slugOf(0x10_0000 + at), start, {
    title: `${WORD} along the northern coasts & what it tells of “${wordy(at)}” then and now`,
    description: 'Of the coasts, of what is found there and of those who look for it. '.repeat(4),
    series: of(SERIES, at % 3),
    venue: of(VENUES, at % 20),
    location_details: 'Second floor, past the model ships',
    organising_department: of(DEPARTMENTS, at % 20),
    topics: [of(TOPICS, at % 20), of(TOPICS, 0)],
    speakers: [of(PEOPLE, 0), of(PEOPLE, 1 + (at % 20))],
    online_url: 'https://live.example.org/coasts',
    special_message: at % 5 === 0 ? 'This talk will be recorded' : '',
  });
}

function wordy(at: number): string {
  // Every initial letter, and no name twice.
  return `${String.fromCharCode(65 + (at % 26))}rctic Oceanography ${String(at)}`;
}

function parentOf(all: readonly string[], at: number): string | null {
  if (at === 0) return null;
  return of(all, at % 10 === 0 ? 0 : at - (at % 10));
}

function of(all: readonly string[], at: number): string {
  const one = all[at];
  if (one === undefined) throw new Error(`there are no ${String(at + 1)} of these`);
  return one;
}

function slugs(from: number): readonly string[] {
  return numbers((at) => slugOf(from + at));
}

function numbers<T>(value: (at: number) => T): readonly T[] {
  return Array.from({ length: NAMES }, (_, at) => value(at));
}
