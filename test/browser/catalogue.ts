import { lectern } from '../support/process/command.ts';
import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  venue,
} from '../support/catalogue/wire-records.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';

/**
 * The catalogue of browser tests: the sample university around a day in the far future, and a faculty of our own with
 * known talks. So every page has content, and few pages depend on the day of the test.
 */

/** A Monday in term. */
const SAMPLE_DAY = '2041-03-04';

export const FACULTY = 'place:9100';
export const DEPARTMENT = 'place:9101';
export const BUILDING = 'place:9200';
export const ROOM = 'place:9201';
export const LICHENS = 'http://topics.example.org/lichens';
export const SPEAKER = slugOf(0x100);
const HOST = slugOf(0x101);
export const SERIES = slugOf(0x200);
/** A series of sixty talks, one each day of September and October 2041. */
export const LONG_SERIES = slugOf(0x201);
export const COLLECTION = slugOf(0x300);

/** A talk with every field; 17:00 to 18:30 on 20 March 2041 in London, when New York shows 13:00. */
export const TALK = slugOf(0x400);
export const CANCELLED = slugOf(0x401);
export const PREPARED = slugOf(0x402);
export const MOVED = slugOf(0x403);
export const BARE = slugOf(0x404);
export const ARABIC = slugOf(0x405);
export const LONG_WORDS = slugOf(0x406);
/** The talk after TALK in its series. */
const NEXT_IN_SERIES = slugOf(0x407);
export const NOBODY = slugOf(0xffff);

export const TALK_TITLE = 'Lichens of the northern breakwater';

const DESCRIPTION = `What grows where the *spray* reaches, and **why** it stays.

The rate is $\\frac{dN}{dt} = rN\\left(1 - \\frac{N}{K}\\right)$, if you were wondering.

- bring boots
- see [the society's pages](https://lichens.example.org/)`;

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const PLACES: readonly WireRecord[] = [
  organisation(FACULTY, { name: 'Faculty of Tides', address: '1 Quay Street' }),
  organisation(DEPARTMENT, { name: 'Department of Estuaries', parent: FACULTY, address: '3 Quay Street' }),
  organisation('place:9102', { name: `Institut für ${LONG_WORD}`, parent: FACULTY }),
  venue(BUILDING, { name: 'Breakwater House', address: '7 Harbour Road', latitude: 51.75, longitude: -1.25 }),
  venue(ROOM, { name: 'Lantern Room', parent: BUILDING, address: '7 Harbour Road' }),
];

const SERIES_TALKS: readonly WireRecord[] = [
  talk(TALK, '2041-03-20T17:00:00Z', {
    title: TALK_TITLE,
    end: '2041-03-20T18:30:00Z',
    description: DESCRIPTION,
    series: SERIES,
    venue: ROOM,
    location_details: 'First floor, by the lift',
    organising_department: DEPARTMENT,
    topics: [LICHENS],
    speakers: [SPEAKER],
    hosts: [HOST],
    organisers: [HOST],
    organiser_email: 'tides@example.org',
    audience: 'Everybody',
    booking_required: 'Required',
    booking_url: 'https://book.example.org/lichens',
    booking_email: 'book@example.org',
    cost: 'Free',
    online_url: 'https://live.example.org/lichens',
  }),
  talk(CANCELLED, '2041-03-06T17:00:00Z', {
    title: 'Barnacles, and how to count them',
    status: 'cancelled',
    special_message: 'The speaker is at sea.',
    series: SERIES,
    venue: BUILDING,
    organising_department: DEPARTMENT,
    topics: [LICHENS],
    speakers: [SPEAKER],
  }),
  talk(PREPARED, '2041-03-13T17:00:00Z', {
    title: 'An evening on mudflats',
    status: 'preparation',
    special_message: 'Boots will be lent to whoever has none.',
    series: SERIES,
    venue: ROOM,
    organising_department: FACULTY,
    various_speakers: true,
  }),
  talk(MOVED, '2041-03-27T17:00:00Z', {
    title: 'Samphire at the table',
    series: SERIES,
    venue: ROOM,
    organising_department: FACULTY,
    speakers: [HOST],
    created: '2040-01-01T00:00:00Z',
    sequence: 1,
    previous_start: '2041-03-26T17:00:00Z',
  }),
  talk(NEXT_IN_SERIES, '2041-04-03T16:00:00Z', { title: 'Eelgrass from above', series: SERIES, venue: ROOM }),
];

const ODD_TALKS: readonly WireRecord[] = [
  talk(BARE, '2041-03-21T09:00:00Z', { title: 'Untold', end: '2041-03-21T09:00:00Z' }),
  talk(ARABIC, '2041-03-22T17:00:00Z', {
    title: 'رسائل التجار في المحيط الهندي',
    description: 'محاضرة باللغة العربية عن رسائل التجار.\n\nIn English at the end.',
    organising_department: DEPARTMENT,
    speakers: [slugOf(0x102)],
  }),
  talk(LONG_WORDS, '2041-03-23T17:00:00Z', {
    title: `${LONG_WORD} and https://a-very-long-address.example.org/${'without-end/'.repeat(12)}`,
    description: `${LONG_WORD.repeat(3)}\n\n\`${'x'.repeat(300)}\`\n\n$${'a+'.repeat(80)}a$`,
    organising_department: 'place:9102',
    location_details: LONG_WORD,
    audience: LONG_WORD,
    booking_url: `https://book.example.org/${'q'.repeat(200)}`,
    organiser_email: `${'q'.repeat(60)}@${'r'.repeat(60)}.example.org`,
    speakers: [slugOf(0x103)],
  }),
];

const DAY = 86_400_000;

const LONG_SERIES_TALKS = Array.from({ length: 60 }, (_, day) =>
  talk(slugOf(0x1000 + day), `${new Date(Date.UTC(2041, 8, 1) + day * DAY).toISOString().slice(0, 10)}T12:00:00Z`, {
    title: `Tide table ${day + 1}`,
    series: LONG_SERIES,
    venue: day % 2 === 0 ? ROOM : BUILDING,
    organising_department: day % 3 === 0 ? FACULTY : DEPARTMENT,
  }),
);

/** Talks today and on the days around it. */
function nowadays(now: Date): readonly WireRecord[] {
  return [-1, 0, 1, 2, 4, 6].map((days, at) => {
    const day = new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
    return talk(slugOf(0x2000 + at), `${day}T12:00:00Z`, {
      title: `Of these days, the ${String(at + 1)}.`,
      end: `${day}T22:59:00Z`,
      series: SERIES,
      venue: ROOM,
      organising_department: DEPARTMENT,
      speakers: [SPEAKER],
    });
  });
}

const OURS: readonly WireRecord[] = [
  ...PLACES,
  person(SPEAKER, {
    name: 'Zoë Núñez-Åström',
    bio: 'Reader in Shore Life',
    web_address: 'https://people.example.org/zoe',
  }),
  person(HOST, { name: 'Bo Quayle' }),
  person(slugOf(0x102), { name: 'ليلى حداد' }),
  person(slugOf(0x103), { name: LONG_WORD }),
  topic(LICHENS, { label: 'Lichens' }),
  series(SERIES, {
    title: 'Life at the edge',
    description: 'What lives between the **tides**.',
    occurence: 'Wednesdays of term',
    web_address: 'https://edge.example.org/',
  }),
  series(LONG_SERIES, { title: 'Tide tables' }),
  ...SERIES_TALKS,
  ...ODD_TALKS,
  ...LONG_SERIES_TALKS,
  collection(COLLECTION, {
    title: 'For the shore',
    description: 'Chosen by those who live there.',
    talks: [TALK, ARABIC],
    series: [SERIES],
    organising_departments: [DEPARTMENT],
  }),
];

/** The catalogue as a catalogue file. */
export async function browsedCatalogue(now: Date): Promise<string> {
  const sample = await lectern(['sample', '--seed', '1', '--today', SAMPLE_DAY]);
  if (sample.status !== 0) throw new Error(`lectern sample failed: ${sample.stderr}`);
  return sample.stdout + linesOf([...OURS, ...nowadays(now)]);
}

export function linesOf(records: readonly WireRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
