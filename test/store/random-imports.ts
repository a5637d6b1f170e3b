import fc from 'fast-check';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { typeOf } from '#catalogue/record.ts';
import type { RecordType } from '#catalogue/record.ts';
import {
  aCollection,
  aPerson,
  aPlace,
  aRemovedTalk,
  aSeries,
  aTalk,
  aTopic,
} from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

/** Identifiers are few, so that imports meet the records of earlier ones. */
const PLACES = ['place:1', 'place:2', 'place:3', 'place:30', 'room:1'];
const TOPICS = ['http://topics.example.org/a', 'http://topics.example.org/ä', 'https://topics.example.org/b?c=d'];
const PEOPLE = [1, 2, 3, 4].map(slugOf);
const SERIES = [11, 12].map(slugOf);
const TALKS = [21, 22, 23, 24, 25, 26].map(slugOf);
const COLLECTIONS = [31, 32].map(slugOf);

const SLIDES = { type: 'slides', url: 'https://files.example.org/moss', title: '' } as const;

const text = fc
  .oneof(fc.constantFrom('', 'x', 'Ünïcode 🌱', '"quoted"\n'), fc.string({ unit: 'grapheme', maxLength: 8 }))
  .map((given) => given.replaceAll('\0', ''));
const timestamp = fc.constantFrom(
  '0000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '2015-10-06T10:00:00Z',
  '2024-02-29T12:30:00Z',
);
const end = fc.constantFrom('2024-02-29T12:30:00Z', '9999-12-31T23:59:59Z');

function some(keys: readonly string[]): fc.Arbitrary<string[]> {
  return fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 3 });
}

function maybe(keys: readonly string[]): fc.Arbitrary<string | null> {
  return fc.option(fc.constantFrom(...keys));
}

const place = fc
  .record({ index: fc.nat(PLACES.length - 1), name: text, up: fc.option(fc.nat(PLACES.length)), address: text })
  .map(({ index, name, up, address }) =>
    // A parent has a smaller index, so that no order of imports makes a cycle.
    aPlace(PLACES[index] ?? '', { name, address, parent: (up !== null && up < index && PLACES[up]) || null }),
  );
const person = fc.tuple(fc.constantFrom(...PEOPLE), text).map(([slug, bio]) => aPerson(slug, { bio }));
const topic = fc.tuple(fc.constantFrom(...TOPICS), text).map(([uri, label]) => aTopic(uri, { label }));
const series = fc.tuple(fc.constantFrom(...SERIES), text).map(([slug, occurrence]) => aSeries(slug, { occurrence }));
const uid = fc.constantFrom('', '', 'moss@example.org', 'Ünïcode "1"\r\n');
const history = fc.option(
  fc
    .record({ created: timestamp, sequence: fc.nat(9), previousStart: fc.option(timestamp) })
    .map((given) => ({ ...given })),
  { freq: 2 },
);
const talk = fc
  .record({
    slug: fc.constantFrom(...TALKS),
    uid,
    title: text,
    start: timestamp,
    end,
    description: text,
    status: fc.constantFrom('published' as const, 'cancelled' as const),
    series: maybe(SERIES),
    venue: maybe(PLACES),
    locationDetails: fc.constantFrom('', '', 'Upstairs'),
    onlineUrl: fc.constantFrom('', '', 'https://online.example.org/'),
    materials: fc.constantFrom([], [], [SLIDES], [SLIDES, { ...SLIDES, url: `${SLIDES.url}?2`, title: 'Ünïcode' }]),
    image: fc.constantFrom(null, null, { url: 'moss.jpg', alt: 'Ünïcode' }),
    organisingDepartment: maybe(PLACES),
    topics: some(TOPICS),
    speakers: some(PEOPLE),
    hosts: some(PEOPLE),
    organisers: some(PEOPLE),
    variousSpeakers: fc.boolean(),
    allDay: fc.boolean(),
    updated: fc.option(timestamp),
    history,
  })
  .map(({ slug, ...fields }) => aTalk(slug, fields));
/** Talks that differ little, so that imports change single fields and show which of them affect histories. */
const plainTalk = fc
  .record({
    slug: fc.constantFrom(...TALKS),
    title: fc.constantFrom('Moss', 'Fern'),
    start: fc.constantFrom('2015-10-06T10:00:00Z', '2015-10-06T10:30:00Z'),
    end: fc.constantFrom('2015-10-06T11:00:00Z', '2015-10-06T11:30:00Z'),
    status: fc.constantFrom('published' as const, 'cancelled' as const),
  })
  .map(({ slug, ...fields }) => aTalk(slug, fields));
const removedTalk = fc
  .record({ slug: fc.constantFrom(...TALKS), uid, removed: timestamp, history })
  .map(({ slug, ...fields }) => aRemovedTalk(slug, fields));
const collection = fc
  .record({
    slug: fc.constantFrom(...COLLECTIONS),
    public: fc.boolean(),
    talks: some(TALKS),
    series: some(SERIES),
    organisingDepartments: some(PLACES),
  })
  .map(({ slug, ...fields }) => aCollection(slug, fields));

const record: fc.Arbitrary<CatalogueRecord> = fc.oneof(
  ...[place, person, topic, series, talk, talk, plainTalk, plainTalk, removedTalk, collection],
);

interface RandomImport {
  readonly replace: boolean;
  readonly records: readonly CatalogueRecord[];
  /** Any time, even before that of an earlier import. */
  readonly now: Date;
}

/** Each import contains an identifier at most once. References may be dangling. */
export const randomImports: fc.Arbitrary<RandomImport[]> = fc.array(
  fc.record({
    replace: fc.boolean(),
    records: fc.uniqueArray(record, {
      maxLength: 20,
      selector: (one) => JSON.stringify([typeOf(one), identifierOf(one)]),
    }),
    now: fc.integer({ min: 0, max: 1_000_000_000 }).map((seconds) => new Date(seconds * 1000)),
  }),
  { minLength: 1, maxLength: 6 },
);

function identifierOf(one: CatalogueRecord): string {
  return one.type === 'place' ? one.id : one.type === 'topic' ? one.uri : one.slug;
}

/** The records without references to what neither the import contains nor, according to `isKept`, the store keeps. */
export function withoutDangling(
  { records, replace }: RandomImport,
  isKept: (type: RecordType, key: string) => boolean,
): CatalogueRecord[] {
  const named = new Set(records.map((one) => `${typeOf(one)} ${identifierOf(one)}`));
  const isThere = (type: RecordType) => (key: string) => named.has(`${type} ${key}`) || (!replace && isKept(type, key));
  const orNull = (type: RecordType, key: string | null) => (key !== null && isThere(type)(key) ? key : null);
  return records.map((one) => {
    if (one.type === 'place') return { ...one, parent: orNull('place', one.parent) };
    if (one.type === 'collection') {
      return {
        ...one,
        talks: one.talks.filter(isThere('talk')),
        series: one.series.filter(isThere('series')),
        organisingDepartments: one.organisingDepartments.filter(isThere('place')),
      };
    }
    if (one.type !== 'talk') return one;
    return {
      ...one,
      series: orNull('series', one.series),
      venue: orNull('place', one.venue),
      organisingDepartment: orNull('place', one.organisingDepartment),
      topics: one.topics.filter(isThere('topic')),
      speakers: one.speakers.filter(isThere('person')),
      hosts: one.hosts.filter(isThere('person')),
      organisers: one.organisers.filter(isThere('person')),
    };
  });
}
