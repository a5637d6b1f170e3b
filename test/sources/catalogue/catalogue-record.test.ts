import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aCollection,
  aPerson,
  aPlace,
  aRemovedTalk,
  aSeries,
  aTalk,
  aTopic,
} from '../../support/catalogue/catalogue-records.ts';
import { collection, organisation, person, series, slugOf, talk, topic } from '../../support/catalogue/wire-records.ts';
import type { WireRecord } from '../../support/catalogue/wire-records.ts';
import { complaints, linesOf, readText } from './read-catalogue.ts';

const TALK = talk(slugOf(1), '2015-10-06T10:00:00Z');

test('records that say only what they must take the empty value of everything else', async () => {
  const uri = 'http://t.example.org/a';
  const wire: WireRecord[] = [
    organisation('place:1'),
    person(slugOf(2)),
    topic(uri),
    series(slugOf(3)),
    { type: 'talk', slug: slugOf(1), title: 'Moss', start: '2015-10-06T10:00:00Z', end: '2015-10-06T11:00:00Z' },
    { type: 'removed_talk', slug: slugOf(5), removed: '2016-01-01T00:00:00Z' },
    collection(slugOf(4)),
  ];
  assert.deepEqual(await readText(linesOf(wire)), {
    records: [
      aPlace('place:1', { name: 'Organisation place:1' }),
      aPerson(slugOf(2)),
      aTopic(uri),
      aSeries(slugOf(3)),
      aTalk(slugOf(1), { title: 'Moss' }),
      aRemovedTalk(slugOf(5)),
      aCollection(slugOf(4)),
    ],
    problems: [],
  });
});

test('every field is read under its wire name', async () => {
  // What is called alike in both.
  const place = {
    kind: 'venue',
    name: 'N',
    address: 'A',
    parent: 'place:2',
    latitude: -90,
    longitude: 180,
    accessibility: 'L',
  } as const;
  const told = {
    uid: 'U',
    title: 'T',
    description: 'D',
    status: 'preparation',
    series: slugOf(3),
    venue: 'place:1',
    hosts: [slugOf(6)],
    organisers: [slugOf(7)],
    audience: 'A',
    cost: 'C',
    updated: '2015-09-09T09:09:09Z',
  } as const;
  const chosen = { title: 'T', description: 'D', public: false, talks: [slugOf(1)], series: [slugOf(3)] };
  const wire: WireRecord[] = [
    {
      type: 'place',
      id: 'place:1',
      ...place,
    },
    person(slugOf(2), { name: 'N', bio: 'B', web_address: 'W', email_address: 'E' }),
    series(slugOf(3), { title: 'T', description: 'D', occurence: 'O', web_address: 'W' }),
    talk(slugOf(1), '2015-10-06T10:00:00Z', {
      ...told,
      location_details: 'L',
      organising_department: 'place:2',
      topics: ['http://t.example.org/b', 'http://t.example.org/a', 'http://t.example.org/b'],
      speakers: [slugOf(5), slugOf(4), slugOf(5)],
      organiser_email: 'OE',
      various_speakers: true,
      booking_required: 'Recommended',
      booking_url: 'BU',
      booking_email: 'BE',
      special_message: 'S',
      online_url: 'OU',
      materials: [
        { type: 'recording', url: 'https://video.example.org/1', title: ' The whole talk ' },
        { type: 'slides', url: 'HTTP://files.example.org/moss.pdf?a=1&b=é' },
        { type: 'link', url: 'https://video.example.org/1', title: 'Again' },
      ],
      image: { url: 'https://files.example.org/moss.jpg?w=1', alt: ' Moss ' },
      created: '2015-08-08T08:08:08Z',
      sequence: 7,
      previous_start: '2015-10-05T10:00:00Z',
    }),
    {
      type: 'removed_talk',
      slug: slugOf(9),
      uid: 'U',
      removed: '2016-01-01T00:00:00Z',
      created: '2015-08-08T08:08:08Z',
      sequence: 2147483647,
    },
    collection(slugOf(8), { ...chosen, organising_departments: ['place:2'] }),
  ];
  assert.deepEqual(await readText(linesOf(wire)), {
    records: [
      aPlace('place:1', place),
      aPerson(slugOf(2), { name: 'N', bio: 'B', webAddress: 'W', emailAddress: 'E' }),
      aSeries(slugOf(3), { title: 'T', description: 'D', occurrence: 'O', webAddress: 'W' }),
      aTalk(slugOf(1), {
        ...told,
        locationDetails: 'L',
        organisingDepartment: 'place:2',
        topics: ['http://t.example.org/b', 'http://t.example.org/a'],
        speakers: [slugOf(5), slugOf(4)],
        organiserEmail: 'OE',
        variousSpeakers: true,
        bookingRequired: 'Recommended',
        bookingUrl: 'BU',
        bookingEmail: 'BE',
        specialMessage: 'S',
        onlineUrl: 'OU',
        materials: [
          { type: 'recording', url: 'https://video.example.org/1', title: 'The whole talk' },
          { type: 'slides', url: 'HTTP://files.example.org/moss.pdf?a=1&b=é', title: '' },
        ],
        image: { url: 'https://files.example.org/moss.jpg?w=1', alt: 'Moss' },
        history: { created: '2015-08-08T08:08:08Z', sequence: 7, previousStart: '2015-10-05T10:00:00Z' },
      }),
      aRemovedTalk(slugOf(9), {
        uid: 'U',
        history: { created: '2015-08-08T08:08:08Z', sequence: 2147483647, previousStart: null },
      }),
      aCollection(slugOf(8), { ...chosen, organisingDepartments: ['place:2'] }),
    ],
    problems: [],
  });
});

test('a history is said whole or not at all', async () => {
  const created = '2015-08-08T08:08:08Z';
  assert.deepEqual(
    await complaints(
      { ...TALK, created },
      { ...TALK, sequence: 0 },
      { ...TALK, previous_start: created },
      { ...TALK, created, previous_start: created },
      { ...TALK, created: null, sequence: null, previous_start: null },
      { ...TALK, created, sequence: 0, previous_start: null },
      { ...TALK, created, sequence: 1.5 },
      { ...TALK, created, sequence: -1 },
      { ...TALK, created, sequence: 2147483648 },
      { ...TALK, created, sequence: '1' },
      { ...TALK, uid: 'u'.repeat(1001) },
      { type: 'removed_talk', slug: slugOf(1), created },
    ),
    [
      '1 created half-a-history: There is a created but no sequence.',
      '2 sequence half-a-history: There is a sequence but no created.',
      '3 previous_start half-a-history: There is a previous_start but no created.',
      '4 created half-a-history: There is a created but no sequence.',
      '7 sequence out-of-range: 1.5 is no such number.',
      '8 sequence out-of-range: -1 is no such number.',
      '9 sequence out-of-range: 2147483648 is no such number.',
      '10 sequence wrong-type: "1" is not a number.',
      '11 uid too-long: It has 1001 characters.',
      '12 removed missing-field: It is missing.',
    ],
  );
});

test('materials have a type and an address that leads to the web', async () => {
  const url = 'https://files.example.org/moss.pdf';
  const ADDRESS = 'an http or https address of at most 2000 characters';
  const many = Array.from({ length: 51 }, (_, at) => ({ type: 'slides', url: `${url}?${at}` }));
  assert.deepEqual(
    await complaints(
      { ...TALK, materials: many.slice(1) },
      { ...TALK, materials: null },
      { ...TALK, materials: many },
      { ...TALK, materials: { type: 'slides', url } },
      { ...TALK, materials: [url] },
      { ...TALK, materials: [{ type: 'slides', url }, { type: 'video' }] },
      {
        ...TALK,
        materials: [
          { type: 'link', url: 'javascript:alert(1)' },
          { type: 'link', url: `${url}#"` },
          { type: 'link', url: `${url}\n` },
          { type: 'link', url: url.padEnd(2001, 'x') },
        ],
      },
      { ...TALK, materials: [{ type: 'link', url, title: 'x'.repeat(501), size: 5 }] },
    ),
    [
      '3 materials too-many: It has 51 entries.',
      '4 materials wrong-type: an object is not a list.',
      '5 materials[0] wrong-type: "https://files.example.org/moss.pdf" is not an object.',
      '6 materials[1].type bad-choice: "video" is not one of them.',
      '6 materials[1].url missing-field: It is missing.',
      `7 materials[0].url bad-address: "javascript:alert(1)" is not ${ADDRESS}.`,
      `7 materials[1].url bad-address: "https://files.example.org/moss.pdf#\\"" is not ${ADDRESS}.`,
      `7 materials[2].url bad-address: "https://files.example.org/moss.pdf\\n" is not ${ADDRESS}.`,
      `7 materials[3].url bad-address: "https://files.example.org/moss.pdf${'x'.repeat(26)}…" is not ${ADDRESS}.`,
      '8 materials[0].size unknown-field: A material has no field "size".',
      '8 materials[0].title too-long: It has 501 characters.',
    ],
  );
});

test('whether to book may be said with true and false', async () => {
  const said = [true, false, ''].map((booking_required) => ({ ...TALK, booking_required }));
  const { records } = await readText(linesOf(said));
  assert.deepEqual(
    records.map((record) => record.type === 'talk' && record.bookingRequired),
    ['Required', 'Not required', ''],
  );
});

test('all that is wrong with a record is found at once, each with its field and value', async () => {
  const wrong = {
    type: 'talk',
    slug: 'ABC',
    title: ' ',
    start: '2015-02-29T10:00:00Z',
    description: 5,
    status: 'canceled',
    series: 'x',
    venue: 'Room 1',
    location_details: null,
    organising_department: 1,
    topics: 'moss',
    speakers: [slugOf(1), 'Ada', null],
    various_speakers: 'no',
    booking_required: 1,
    updated: 'yesterday',
    ocurrence: 'Tuesdays',
  };
  assert.deepEqual(await complaints(wrong), [
    '1 slug bad-slug: "ABC" is not a lower-case UUID.',
    '1 start bad-timestamp: "2015-02-29T10:00:00Z" is not a UTC time that exists, written yyyy-mm-ddThh:mm:ssZ.',
    '1 end missing-field: It is missing.',
    '1 description wrong-type: 5 is not text.',
    '1 status bad-choice: "canceled" is not one of them.',
    '1 series bad-slug: "x" is not a lower-case UUID.',
    '1 venue bad-place-id: "Room 1" is not a place id.',
    '1 organising_department bad-place-id: 1 is not a place id.',
    '1 topics wrong-type: "moss" is not a list.',
    '1 speakers[1] bad-slug: "Ada" is not a lower-case UUID.',
    '1 speakers[2] bad-slug: null is not a lower-case UUID.',
    '1 various_speakers wrong-type: "no" is not true or false.',
    '1 booking_required wrong-type: 1 is not text.',
    '1 updated bad-timestamp: "yesterday" is not a UTC time that exists, written yyyy-mm-ddThh:mm:ssZ.',
    '1 ocurrence unknown-field: A talk has no field "ocurrence".',
  ]);
});

test('what a record must have, and what must fit together', async () => {
  assert.deepEqual(
    await complaints(
      { type: 'place', id: 'place:1' },
      organisation('place:1', { kind: 'building', latitude: 91, longitude: '1' }),
      organisation('place:1', { latitude: 51 }),
      { type: 'topic', uri: 'moss', label: '' },
      { type: 'series', slug: slugOf(1), occurrence: 'Tuesdays' },
      { ...TALK, end: '2015-10-06T09:59:59Z' },
      { ...TALK, end: TALK.start },
      collection(slugOf(1), { public: 'yes', talks: {} }),
      person(slugOf(1), { name: '\u0000', bio: '\ud800', email_address: [] }),
    ),
    [
      '1 kind missing-field: It is missing.',
      '1 name missing-field: It is missing.',
      '2 kind bad-choice: "building" is not one of them.',
      '2 latitude out-of-range: 91 is no such angle.',
      '2 longitude wrong-type: "1" is not a number.',
      '3 latitude half-a-position: There is a latitude but no longitude.',
      '4 uri bad-topic-uri: "moss" is not an absolute http or https URI.',
      '4 label empty-text: It is empty.',
      '5 title missing-field: It is missing.',
      '5 occurrence unknown-field: A series has no field "occurrence".',
      '6 end ends-before-start: 2015-10-06T09:59:59Z is before the start, 2015-10-06T10:00:00Z.',
      '8 public wrong-type: "yes" is not true or false.',
      '8 talks wrong-type: an object is not a list.',
      '9 name bad-text: "\\u0000" holds a NUL, or half of a surrogate pair.',
      '9 bio bad-text: "\\ud800" holds a NUL, or half of a surrogate pair.',
      '9 email_address wrong-type: an empty list is not text.',
    ],
  );
});

test('names that objects have of themselves are unknown fields like any other', async () => {
  assert.deepEqual(
    await complaints('{"type":"topic","uri":"http://t.example.org/","label":"T","__proto__":1,"constructor":2}'),
    [
      '1 __proto__ unknown-field: A topic has no field "__proto__".',
      '1 constructor unknown-field: A topic has no field "constructor".',
    ],
  );
});

test('text and lists beyond all measure are refused', async () => {
  assert.deepEqual(
    await complaints({
      ...TALK,
      title: 'x'.repeat(10_001),
      description: 'x'.repeat(1_000_001),
      speakers: Array(100_001).fill(slugOf(1)),
    }),
    [
      '1 title too-long: It has 10001 characters.',
      '1 description too-long: It has 1000001 characters.',
      '1 speakers too-many: It has 100001 entries.',
    ],
  );
});

test('brackets nested a million deep break nothing', async () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  assert.deepEqual(await complaints(`{"type":"topic","uri":${deep},"label":"T"}`, '['.repeat(1_000_000)), [
    '1 uri bad-topic-uri: a list of 1 is not an absolute http or https URI.',
    '2  bad-json: The line is not JSON: column 1000001 has the end of the line.',
  ]);
});

test('a picture has an address on the web or a path below the folder of pictures', async () => {
  const image = (url: unknown, rest: object = {}): object => ({ ...TALK, image: { url, ...rest } });
  const bad = [
    '/a.jpg',
    '../a.jpg',
    'a/../b.jpg',
    '.a.jpg',
    'a//b.jpg',
    'a/b/c.jpg',
    'a.svg',
    'a.jpg?x',
    'javascript:a.jpg',
    'a',
  ];
  const noun = 'an http or https address of at most 2000 characters, or the path of a picture';
  assert.deepEqual(
    await complaints(
      { ...TALK, image: null },
      ...['a.jpg', 'people/Doe_J-1.WEBP', 'https://a.example/b.svg'].map((url) => image(url)),
      { ...TALK, image: 'a.jpg' },
      { ...TALK, image: {} },
      image('a.jpg', { alt: 'x'.repeat(501), width: 5 }),
      ...bad.map((url) => image(url)),
    ),
    [
      '5 image wrong-type: "a.jpg" is not an object.',
      '6 image.url missing-field: It is missing.',
      '7 image.width unknown-field: A picture has no field "width".',
      '7 image.alt too-long: It has 501 characters.',
      ...bad.map((url, at) => `${8 + at} image.url bad-address: "${url}" is not ${noun}.`),
    ],
  );
});
