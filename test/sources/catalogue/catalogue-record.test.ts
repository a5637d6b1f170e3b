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

test('a record with only its required fields gets the empty value of every other field', async () => {
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
  // Fields with the same name in the file and in the model.
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

test('a history needs both created and sequence', async () => {
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
      '7 sequence out-of-range: 1.5 is out of range.',
      '8 sequence out-of-range: -1 is out of range.',
      '9 sequence out-of-range: 2147483648 is out of range.',
      '10 sequence wrong-type: "1" is not a number.',
      '11 uid too-long: It has 1001 characters.',
      '12 removed missing-field: It is missing.',
    ],
  );
});

test('materials need a type and an http or https address, and a talk has at most 50', async () => {
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
      '6 materials[1].type bad-choice: "video" is not an allowed value.',
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

test('booking_required accepts true and false', async () => {
  const said = [true, false, ''].map((booking_required) => ({ ...TALK, booking_required }));
  const { records } = await readText(linesOf(said));
  assert.deepEqual(
    records.map((record) => record.type === 'talk' && record.bookingRequired),
    ['Required', 'Not required', ''],
  );
});
