import fc from 'fast-check';
import type { Collection } from '#catalogue/collection.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { TALK_STATUSES, type TalkRecord } from '#catalogue/talk.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { WORDS } from './text-oracle.ts';

/** A time zone with days on which its clocks or its calendar do something odd. */
export interface Zone {
  readonly timeZone: string;
  readonly oddDays: readonly string[];
}

const ZONES: readonly Zone[] = [
  { timeZone: 'Europe/London', oddDays: ['2026-03-29', '2026-10-25', '2026-12-31', '2024-02-29'] },
  { timeZone: 'America/New_York', oddDays: ['2026-03-08', '2026-11-01', '2025-12-31'] },
  // The first day has no midnight; on the second, the hour before midnight occurs twice.
  { timeZone: 'America/Sao_Paulo', oddDays: ['2018-11-04', '2018-02-17'] },
  // Samoa skipped this day.
  { timeZone: 'Pacific/Apia', oddDays: ['2011-12-30'] },
  { timeZone: 'Asia/Kathmandu', oddDays: ['2026-01-01'] },
  { timeZone: 'UTC', oddDays: ['1969-12-31'] },
];

/** Words for slugs that share a beginning or differ in the highest bit. */
const word = fc.oneof(fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff), fc.nat(0xffffffff));

export const slug: fc.Arbitrary<string> = fc.tuple(word, word, word, word).map((words) => {
  const digits = words.map((each) => each.toString(16).padStart(8, '0')).join('');
  return [0, 8, 12, 16, 20].map((at, part) => digits.slice(at, [8, 12, 16, 20, 32][part])).join('-');
});

const person = (key: string, name: string): CatalogueRecord => ({
  type: 'person',
  slug: key,
  name,
  bio: '',
  webAddress: '',
  emailAddress: '',
  image: null,
});

const series = (key: string, title: string): CatalogueRecord => ({
  type: 'series',
  slug: key,
  title,
  description: '',
  occurrence: '',
  webAddress: '',
  image: null,
});

const place = (id: string, parent: string | null, { name, isVenue }: Look): CatalogueRecord => ({
  type: 'place',
  id,
  kind: isVenue ? 'venue' : 'organisation',
  name,
  address: '',
  parent,
  latitude: null,
  longitude: null,
  accessibility: '',
});

const collection = (key: string, { name, isVenue: isPrivate }: Look): Collection => ({
  type: 'collection',
  slug: key,
  title: name,
  description: '',
  public: !isPrivate,
  talks: [],
  series: [],
  organisingDepartments: [],
});

/** The random part of a record besides its key and its references. */
interface Look {
  readonly name: string;
  readonly isVenue: boolean;
}

/** Some differ only in case, accents or punctuation; others are in other scripts or have no letters. */
const NAMES = [
  ...['Ada Lovelace', 'ada  lovelace', 'Ádám', 'Zoë', 'Öz', '“Quoted” title', '3 things', '李明', 'Ωmega', 'ωμέγα'],
  ...['—', '', 'O’Neill', 'Ñandú', 'Жуков', 'Strauß', 'STRAUSS', 'İzmir', '한글', '𝔘'],
] as const;

const look: fc.Arbitrary<Look> = fc.record({
  name: fc.oneof(fc.constantFrom(...NAMES), words(2)),
  isVenue: fc.boolean(),
});

/** The earliest and the latest time, those around the limits of 32-bit seconds, and some between. */
const updated = fc.constantFrom(
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z'],
  ...['1968-01-20T03:14:07Z', '1968-01-20T03:14:08Z', '2026-03-27T12:00:00Z', '2106-02-07T06:28:16Z'],
);

/** Quarter hours around midnight UTC and a second either side, which include midnight of every zone. */
const secondsOfDay = fc
  .tuple(fc.integer({ min: -60, max: 120 }), fc.constantFrom(0, 0, 0, -1, 1))
  .map(([quarter, second]) => quarter * 900 + second);

export interface RandomCatalogue {
  readonly zone: Zone;
  readonly records: readonly CatalogueRecord[];
}

/** Optional fields of a talk, in half of the cases none. */
const attributes = fc.oneof(
  fc.constant({}),
  fc.record({
    locationDetails: fc.constantFrom('', 'Room 3', 'Online'),
    onlineUrl: fc.constantFrom('', 'https://live.example/1'),
    cost: fc.constantFrom('', 'free', 'Free of charge.', 'Nil', '£5', 'Free for members'),
    audience: fc.constantFrom('', 'Public', 'Staff and students', 'Researchers'),
    bookingRequired: fc.constantFrom('', 'Required', 'Not required', 'Recommended'),
    materials: fc
      .uniqueArray(fc.constantFrom('recording', 'slides', 'paper'), { maxLength: 2 })
      .map((types) => types.map((type) => ({ type, url: `https://files.example/${type}`, title: '' }))),
  }),
);

interface Keys {
  readonly people: readonly string[];
  readonly series: readonly string[];
  readonly places: readonly string[];
  readonly topics: readonly string[];
  readonly collections: readonly string[];
}

/** Some of these, each at most once. */
function some<T>(items: readonly T[], most: number): fc.Arbitrary<T[]> {
  return fc.subarray([...items], { maxLength: Math.min(most, items.length) });
}

function oneOrNull<T>(items: readonly T[]): fc.Arbitrary<T | null> {
  return items.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...items), { freq: 5 });
}

/** Words that share beginnings or differ in case and accents. */
function words(most: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...Object.keys(WORDS)), { maxLength: most }).map((some) => some.join(' '));
}

function talk(zone: Zone, keys: Keys): fc.Arbitrary<TalkRecord> {
  const start = fc
    .tuple(fc.constantFrom(...zone.oddDays), fc.integer({ min: -2, max: 2 }), secondsOfDay)
    .map(([day, days, seconds]) => new Date(Date.parse(day) + (days * 86_400 + seconds) * 1000))
    .map((date) => `${date.toISOString().slice(0, 19)}Z`);
  return fc
    .record({
      slug,
      start,
      title: words(2).map((title) => title || 'x'),
      description: words(3),
      status: fc.constantFrom(...TALK_STATUSES),
      updated: fc.option(updated),
      series: oneOrNull(keys.series),
      venue: oneOrNull(keys.places),
      organisingDepartment: oneOrNull(keys.places),
      topics: some(keys.topics, 3),
      speakers: some(keys.people, 3),
      hosts: some(keys.people, 1),
      organisers: some(keys.people, 1),
      attributes,
    })
    .map(({ attributes: said, ...given }) => aTalk(given.slug, { ...given, ...said, end: given.start }));
}

const keys: fc.Arbitrary<Keys> = fc.record({
  people: fc.uniqueArray(slug, { maxLength: 6 }),
  series: fc.uniqueArray(slug, { maxLength: 4 }),
  places: fc.uniqueArray(fc.nat(999), { maxLength: 12 }).map((numbers) => numbers.map((number) => `place:${number}`)),
  topics: fc
    .uniqueArray(fc.nat(99), { maxLength: 5 })
    .map((numbers) => numbers.map((n) => `http://topics.example/${n}`)),
  collections: fc.uniqueArray(slug, { maxLength: 5 }),
});

/** Each place is below an earlier one or none, which makes trees of any depth, often chains. */
function places(ids: readonly string[], looks: readonly Look[]): fc.Arbitrary<CatalogueRecord[]> {
  const parents = ids.map((_, index) => fc.option(index === 0 ? fc.constant(0) : fc.nat(index - 1), { freq: 6 }));
  return fc.tuple(...parents).map((chosen) =>
    ids.map((id, index) => {
      const parent = index === 0 || chosen[index] === null ? null : (ids[chosen[index] ?? 0] ?? null);
      return place(id, parent, looks[index] ?? NO_LOOK);
    }),
  );
}

const NO_LOOK: Look = { name: '', isVenue: false };

function catalogueOf(zone: Zone, given: Keys, mostTalks: number): fc.Arbitrary<RandomCatalogue> {
  const talks = fc.uniqueArray(talk(zone, given), {
    selector: (each) => each.slug,
    maxLength: mostTalks,
    size: 'max',
  });
  return fc.array(look, { minLength: 12, maxLength: 12 }).chain((looks) => {
    const name = (index: number): string => (looks[index] ?? NO_LOOK).name;
    return fc.tuple(places(given.places, looks), talks).map(([placeRecords, talkRecords]) => ({
      zone,
      records: [
        ...placeRecords,
        ...given.people.map((key, index) => person(key, name(index))),
        ...given.topics.map((uri, index): CatalogueRecord => ({ type: 'topic', uri, label: name(index + 2) })),
        ...given.series.map((key, index) => series(key, name(index + 4))),
        ...given.collections.map((key, index) => collection(key, looks[index + 6] ?? NO_LOOK)),
        ...talkRecords,
      ],
    }));
  });
}

/** Small catalogues with many ties around clock changes, large enough for some lists to become bitmaps. */
export function randomCatalogue(mostTalks = 150): fc.Arbitrary<RandomCatalogue> {
  return fc.tuple(fc.constantFrom(...ZONES), keys).chain(([zone, given]) => catalogueOf(zone, given, mostTalks));
}

/** Successive states of a catalogue: the same keys, with some other talks and parents. */
export function catalogueHistory(): fc.Arbitrary<{ zone: Zone; steps: readonly (readonly CatalogueRecord[])[] }> {
  return fc.tuple(fc.constantFrom(...ZONES), keys).chain(([zone, given]) => {
    const step = fc.tuple(catalogueOf(zone, given, 25), fc.infiniteStream(fc.boolean()));
    return fc.array(step, { minLength: 2, maxLength: 5 }).map((steps) => {
      let before: readonly CatalogueRecord[] = [];
      return {
        zone,
        steps: steps.map(([{ records }, coins]) => (before = mixed(before, records, coins))),
      };
    });
  });
}

/** The new records with some old ones kept. Talks may go, and then records that nothing refers to. */
function mixed(
  before: readonly CatalogueRecord[],
  after: readonly CatalogueRecord[],
  coins: Iterator<boolean>,
): readonly CatalogueRecord[] {
  const toss = () => coins.next().value === true;
  const keepsTalks = before.length > 0 && toss() && toss();
  const kept = before.filter((record) => record.type !== 'talk' || keepsTalks || toss());
  const records = new Map(kept.map((record) => [keyOf(record), record]));
  // The places of a step come together: a tree mixed from two could contain a cycle.
  const takesPlaces = toss();
  for (const record of after) {
    const isWanted = record.type === 'place' ? takesPlaces : toss();
    const mayCome = record.type !== 'talk' || !keepsTalks;
    if (mayCome && (isWanted || !records.has(keyOf(record)))) records.set(keyOf(record), record);
  }
  const needed = new Set([...records.values()].flatMap((record) => (record.type === 'talk' ? mentionsOf(record) : [])));
  return [...records.values()].filter(
    (record) => record.type === 'talk' || record.type === 'place' || needed.has(keyOf(record)) || toss() || toss(),
  );
}

function mentionsOf({ series: ofSeries, topics, speakers, hosts, organisers }: TalkRecord): string[] {
  const people = [...speakers, ...hosts, ...organisers].map((each) => `person ${each}`);
  return [`series ${ofSeries ?? ''}`, ...topics, ...people];
}

function keyOf(record: CatalogueRecord): string {
  return record.type === 'place' ? record.id : record.type === 'topic' ? record.uri : `${record.type} ${record.slug}`;
}

/** A collection of some of a catalogue's talks, series and places. */
export function collectionOf(records: readonly CatalogueRecord[]): fc.Arbitrary<Collection> {
  const talks = records.flatMap((record) => (record.type === 'talk' ? [record.slug] : []));
  const seriesSlugs = records.flatMap((record) => (record.type === 'series' ? [record.slug] : []));
  const placeIds = records.flatMap((record) => (record.type === 'place' ? [record.id] : []));
  return fc
    .record({ talks: some(talks, 8), series: some(seriesSlugs, 2), organisingDepartments: some(placeIds, 2) })
    .map((parts) => ({ type: 'collection', slug: '', title: '', description: '', public: true, ...parts }));
}
