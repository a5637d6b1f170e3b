import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CATALOGUE_MARK } from '#catalogue/catalogue-mark.ts';
import { FILE_KINDS } from '#catalogue/record.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { CATALOGUE_SCHEMA } from '#representations/catalogue-schema.ts';
import { sampleCatalogue } from '#sample/sample-catalogue.ts';
import { readRecord } from '#sources/catalogue/catalogue-record.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, type WireRecord } from '../support/catalogue/wire-records.ts';

const check = new Ajv2020({ strictTypes: true }).compile(CATALOGUE_SCHEMA);

const SLUG = slugOf(7);
const TIME = '2027-01-18T17:00:00Z';
const HISTORY = { created: TIME, sequence: 3, previous_start: '2027-01-17T17:00:00Z' };
const IMAGE = { url: 'people/doe.jpg', alt: 'Doe' };

/** A record of each kind with every field. */
const FULL: readonly WireRecord[] = [
  {
    ...{
      type: 'place',
      id: 'place:1',
      kind: 'venue',
      name: 'Glass House',
      address: '1 Garden Lane',
      parent: 'place:2',
    },
    ...{ latitude: 51.7, longitude: -1.2, accessibility: 'No steps' },
  },
  {
    ...{ type: 'person', slug: SLUG, name: 'Ada', bio: 'Botany', web_address: 'https://ada.example/', image: IMAGE },
    email_address: 'ada@example.org',
  },
  { type: 'topic', uri: 'http://topics.example.org/moss', label: 'Moss' },
  {
    ...{ type: 'series', slug: SLUG, title: 'Plants', description: 'All', occurence: 'Mondays' },
    ...{ web_address: 'https://plants.example/', image: IMAGE },
  },
  {
    ...{ type: 'talk', slug: SLUG, uid: 'u', title: 'Moss', start: TIME, end: TIME, description: 'On moss' },
    ...{ status: 'cancelled', series: SLUG, venue: 'place:1', location_details: 'Room 1' },
    ...{ organising_department: 'place:3', topics: ['http://topics.example.org/moss'], speakers: [SLUG] },
    ...{ hosts: [SLUG], organisers: [SLUG], organiser_email: 'x@example.org', various_speakers: true, audience: 'All' },
    ...{
      booking_required: 'Required',
      booking_url: 'https://b.example/',
      booking_email: 'b@example.org',
      cost: 'Free',
    },
    ...{ special_message: 'Bring boots', online_url: 'https://o.example/', image: IMAGE, updated: TIME, ...HISTORY },
    materials: [{ type: 'slides', url: 'https://s.example/1', title: 'Slides' }],
  },
  { type: 'removed_talk', slug: SLUG, uid: 'u', removed: TIME, ...HISTORY },
  {
    ...{ type: 'collection', slug: SLUG, title: 'Garden talks', description: 'Chosen', public: false },
    ...{ talks: [SLUG], series: [SLUG], organising_departments: ['place:3'] },
  },
  { type: 'provenance', source: 'botany', talk: SLUG, relation: 'shares', cancelled: true, key: 'k' },
];

const VALUES: readonly unknown[] = [
  ...[undefined, null, true, false, 0, 1, 1.5, -1, 91, -181, 2 ** 31, 1e300],
  ...['', ' ', '\n', 'x', '1', [], {}, [null], [[]]],
  ...['\u0000', '\ud800', 'a\ud800', '\ud83c\udf31', '\ufeff', '\ufffe'],
  ...['x'.repeat(501), 'x'.repeat(1001), 'x'.repeat(10_001)],
  ...[SLUG, SLUG.toUpperCase().replace('0', 'A'), `${SLUG}\n`, `${SLUG} `, [SLUG, 1], [SLUG, SLUG], [SLUG, '']],
  ...['place:1', 'Place:1', 'place:', '1:1', 'p1:0', ['place:1'], ['place:x']],
  ...['http://t.example/a', 'HTTPS://t.example/ä?b#c', 'http:/t.example', 'http://', 'http://a b', 'http://a/"'],
  ...['http://a/<', 'http://a/\\', 'http://a/\u0007', 'http://a/\ud800', 'ftp://a', 'http:///a', 'https://a/\ufffe'],
  ...[['http://t.example/a'], '2028-02-29T00:00:00Z', '2027-02-29T00:00:00Z', '1900-02-29T00:00:00Z'],
  ...['2000-02-29T23:59:59Z', '0000-02-29T00:00:00Z', '2027-04-31T00:00:00Z', '2027-13-01T00:00:00Z'],
  ...['2027-00-01T00:00:00Z', '2027-01-00T00:00:00Z', '2027-01-01T24:00:00Z', '2027-01-01T00:00:60Z'],
  ...['2027-01-01T00:00:00', '2027-01-01T00:00:00.0Z', '2027-01-01T00:00:00+00:00', '2027-01-01'],
  ...['published', 'preparation', 'canceled', 'owns', 'shares', 'venue', 'organisation', 'talk', 'place', 'catalogue'],
  ...['a.jpg', 'a/b.WebP', '../a.jpg', '/a.jpg', 'a/b/c.jpg', '.a.jpg', 'a.svg', `${'a'.repeat(197)}.jpg`],
  ...[{ url: 'a.jpg' }, { url: 'a.jpg', alt: null }, { url: null }, { alt: 'x' }, { url: 'a.jpg', width: 1 }],
  ...[{ url: `https://a.example/${'a'.repeat(1983)}` }, { url: 'https://a.example/ ' }, { url: 'a.jpg', alt: 1 }],
  ...[[{ type: 'link', url: 'https://a.example/' }], [{ type: 'link' }], [{ type: 'film', url: 'https://a.example/' }]],
  ...[[{ type: 'link', url: 'a.jpg' }], [{ type: 'link', url: 'https://a.example/', size: 1 }], [null], ['a.jpg']],
  Array(51).fill({ type: 'link', url: 'https://a.example/' }),
  Array(100_001).fill(SLUG),
];

function refusals(record: unknown): readonly string[] {
  const read = readRecord(record);
  // A schema cannot compare the end of a talk with its start.
  return read.ok ? [] : read.problems.map(({ code }) => code).filter((code) => code !== 'ends-before-start');
}

/** Records that the reader and the schema judge differently. */
function differences(records: readonly unknown[]): readonly string[] {
  return records.flatMap((record) => {
    // As read from a file.
    const value: unknown = JSON.parse(JSON.stringify(record));
    const codes = refusals(value);
    if (check(value) === (codes.length === 0)) return [];
    return [`${JSON.stringify(value).slice(0, 300)}: ${codes.join(', ') || JSON.stringify(check.errors)}`];
  });
}

describe('the JSON Schema of the catalogue file', () => {
  it('accepts every line of an export', () => {
    const records = [...sampleCatalogue({ seed: 1, today: 20_000, talks: 500 })];
    const lines = [...records.map(recordLine), ...UNIVERSITY.map((one) => JSON.stringify(one)), CATALOGUE_MARK];
    const refused = lines.filter((line) => !check(JSON.parse(line)));
    assert.deepEqual([refused, lines.length > 500], [[], true]);
    const kinds = new Set(FULL.map(({ type }) => type));
    assert.deepEqual([...kinds], [...FILE_KINDS]);
    assert.deepEqual(
      FULL.filter((record) => !check(record)),
      [],
    );
  });

  it('rejects exactly the records that the reader rejects, for any value of any field', () => {
    const changed = FULL.flatMap((record) =>
      [...Object.keys(record), 'nonsense', '__proto__', 'constructor'].flatMap((name) =>
        VALUES.map((value) => Object.fromEntries([...Object.entries(record), [name, value]])),
      ),
    );
    assert.deepEqual(differences(changed), []);
    assert.ok(changed.filter((record) => refusals(record).length > 0).length > changed.length / 2);
  });

  it('agrees with the reader on fields that depend on each other', () => {
    const [place, , , , talk, , , provenance] = FULL;
    const nothing = [undefined, null];
    const combinations = nothing.flatMap((none) => [
      { ...place, latitude: none },
      { ...place, longitude: none },
      { ...place, latitude: none, longitude: none },
      { ...talk, created: none },
      { ...talk, sequence: none },
      { ...talk, created: none, sequence: none },
      { ...talk, created: none, sequence: none, previous_start: none },
      { ...talk, previous_start: none },
      { ...provenance, talk: none },
      { ...provenance, talk: none, collection: SLUG },
      { ...provenance, collection: none },
    ]);
    const whole = [{ ...provenance, collection: SLUG }, null, [], 'x', { type: 'catalogue', n: 1 }];
    assert.deepEqual(differences([...combinations, ...whole]), []);
    assert.equal(check({ type: 'catalogue', n: 1 }), false);
  });

  it('accepts an address that only a URL parser rejects', () => {
    const record = { type: 'topic', uri: 'https://a:99999/', label: 'Moss' };
    assert.deepEqual([check(record), refusals(record)], [true, ['bad-topic-uri']]);
  });
});
