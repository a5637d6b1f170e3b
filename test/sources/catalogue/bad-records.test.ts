import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collection, organisation, person, slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { complaints } from './read-catalogue.ts';

const TALK = talk(slugOf(1), '2015-10-06T10:00:00Z');

test('all problems of a record are reported together, each with its field and value', async () => {
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
    '1 status bad-choice: "canceled" is not an allowed value.',
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

test('missing, invalid and inconsistent fields are reported', async () => {
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
      '2 kind bad-choice: "building" is not an allowed value.',
      '2 latitude out-of-range: 91 is out of range.',
      '2 longitude wrong-type: "1" is not a number.',
      '3 latitude half-a-position: There is a latitude but no longitude.',
      '4 uri bad-topic-uri: "moss" is not an absolute http or https URI.',
      '4 label empty-text: It is empty.',
      '5 title missing-field: It is missing.',
      '5 occurrence unknown-field: A series has no field "occurrence".',
      '6 end ends-before-start: 2015-10-06T09:59:59Z is before the start, 2015-10-06T10:00:00Z.',
      '8 public wrong-type: "yes" is not true or false.',
      '8 talks wrong-type: an object is not a list.',
      '9 name bad-text: "\\u0000" contains a NUL, or half of a surrogate pair.',
      '9 bio bad-text: "\\ud800" contains a NUL, or half of a surrogate pair.',
      '9 email_address wrong-type: an empty list is not text.',
    ],
  );
});

test('__proto__ and constructor are reported as unknown fields', async () => {
  assert.deepEqual(
    await complaints('{"type":"topic","uri":"http://t.example.org/","label":"T","__proto__":1,"constructor":2}'),
    [
      '1 __proto__ unknown-field: A topic has no field "__proto__".',
      '1 constructor unknown-field: A topic has no field "constructor".',
    ],
  );
});

test('overlong texts and lists are rejected', async () => {
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

test('a million nested brackets are reported without a crash', async () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  assert.deepEqual(await complaints(`{"type":"topic","uri":${deep},"label":"T"}`, '['.repeat(1_000_000)), [
    '1 uri bad-topic-uri: a list of 1 is not an absolute http or https URI.',
    '2  bad-json: The line is not JSON: column 1000001 has the end of the line.',
  ]);
});

test('an image needs an http or https address, or a path below the image folder', async () => {
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
