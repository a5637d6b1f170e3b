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
 * A catalogue that makes pages as large as possible: more names than a list shows, a month and the days from today with
 * every part of every day full, and talks with long values in every field that a list shows.
 */

/** Number of records of each kind other than talks. */
const NAMES = 130;
export const MONTH = '2041-03';
export const WEEK = '2041-W11';

/** A word that occurs in every title. */
export const WORD = 'Sedimentationsforschung';

export const PEOPLE = slugs(0x1000);
export const SERIES = slugs(0x2000);
export const COLLECTIONS = slugs(0x3000);
export const DEPARTMENTS = numbers((at) => `place:${String(20_000_000 + at)}`);
export const VENUES = numbers((at) => `place:${String(30_000_000 + at)}`);
export const TOPICS = numbers((at) => `http://id.example.org/authorities/subjects/sh${String(85_000_000 + at)}`);

const DAY = 86_400_000;
/** Hours at which talks start: in the morning, the afternoon and the evening. */
const HOURS = [9, 9, 10, 11, 11, 13, 14, 14, 15, 16, 18, 18, 19, 19, 20];

/** @param now talks are also on this day and the eight days after it */
export function busyCatalogue(now: Date): readonly WireRecord[] {
  const monthDays = Array.from({ length: 31 }, (_, at) => Date.parse(`${MONTH}-01`) + at * DAY);
  const today = Date.parse(now.toISOString().slice(0, 10));
  const days = [...monthDays, ...Array.from({ length: 9 }, (_, at) => today + at * DAY)];
  const starts = days.flatMap((day) => HOURS.map((hour) => new Date(day + hour * 3_600_000).toISOString()));
  return [...names(), ...starts.map((start, at) => busyTalk(at, `${start.slice(0, 19)}Z`))];
}

function names(): readonly WireRecord[] {
  return numbers((at) => at).flatMap((at) => [
    // The first is the parent of every tenth, which is the parent of the nine after it.
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

/** Talks refer to the first records of each kind, so that those listed first have many talks. */
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
  // Names start with every letter and are unique.
  return `${String.fromCharCode(65 + (at % 26))}rctic Oceanography ${String(at)}`;
}

function parentOf(all: readonly string[], at: number): string | null {
  if (at === 0) return null;
  return of(all, at % 10 === 0 ? 0 : at - (at % 10));
}

function of(all: readonly string[], at: number): string {
  const one = all[at];
  if (one === undefined) throw new Error(`fewer than ${String(at + 1)} of these`);
  return one;
}

function slugs(from: number): readonly string[] {
  return numbers((at) => slugOf(from + at));
}

function numbers<T>(value: (at: number) => T): readonly T[] {
  return Array.from({ length: NAMES }, (_, at) => value(at));
}
