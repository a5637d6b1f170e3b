import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { LocatedProblem } from '#catalogue/problem.js';
import type { CatalogueRecord } from '#catalogue/record.js';
import { readCatalogueFile } from '#sources/catalogue/catalogue-file.js';
import { fileInput, streamInput } from '#sources/file-input.js';
import { aCollection, aPerson, aPlace, aRemovedTalk, aSeries, aTalk, aTopic } from '../../support/catalogue-records.js';
import { collection, organisation, person, series, slugOf, talk, topic } from '../../support/wire-records.js';
import type { WireRecord } from '../../support/wire-records.js';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

interface Read {
  readonly records: CatalogueRecord[];
  readonly problems: LocatedProblem[];
}

async function read(content: string | Buffer, chunk = 65_536): Promise<Read> {
  const records: CatalogueRecord[] = [];
  const problems: LocatedProblem[] = [];
  for await (const batch of readCatalogueFile(streamInput('given', inChunks(Buffer.from(content), chunk)))) {
    records.push(...batch.records.map(({ record }) => record));
    problems.push(...batch.problems);
  }
  return { records, problems };
}

/** `line field code: what` of each problem. */
async function complaints(...lines: readonly (string | object)[]): Promise<string[]> {
  const content = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return (await read(content)).problems.map(({ line, where, code, what }) => `${line} ${where} ${code}: ${what}`);
}

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
  assert.deepEqual(await read(wire.map((record) => JSON.stringify(record)).join('\n')), {
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
  const wire: WireRecord[] = [
    {
      type: 'place',
      id: 'place:1',
      kind: 'venue',
      name: 'N',
      address: 'A',
      parent: 'place:2',
      latitude: -90,
      longitude: 180,
      accessibility: 'L',
    },
    person(slugOf(2), { name: 'N', bio: 'B', web_address: 'W', email_address: 'E' }),
    series(slugOf(3), { title: 'T', description: 'D', occurence: 'O', web_address: 'W' }),
    talk(slugOf(1), '2015-10-06T10:00:00Z', {
      uid: 'U',
      title: 'T',
      description: 'D',
      status: 'preparation',
      series: slugOf(3),
      venue: 'place:1',
      location_details: 'L',
      organising_department: 'place:2',
      topics: ['http://t.example.org/b', 'http://t.example.org/a', 'http://t.example.org/b'],
      speakers: [slugOf(5), slugOf(4), slugOf(5)],
      hosts: [slugOf(6)],
      organisers: [slugOf(7)],
      organiser_email: 'OE',
      various_speakers: true,
      audience: 'A',
      booking_required: 'Recommended',
      booking_url: 'BU',
      booking_email: 'BE',
      cost: 'C',
      special_message: 'S',
      online_url: 'OU',
      updated: '2015-09-09T09:09:09Z',
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
    collection(slugOf(8), {
      title: 'T',
      description: 'D',
      public: false,
      talks: [slugOf(1)],
      series: [slugOf(3)],
      organising_departments: ['place:2'],
    }),
  ];
  assert.deepEqual(await read(wire.map((record) => JSON.stringify(record)).join('\n')), {
    records: [
      aPlace('place:1', {
        kind: 'venue',
        name: 'N',
        address: 'A',
        parent: 'place:2',
        latitude: -90,
        longitude: 180,
        accessibility: 'L',
      }),
      aPerson(slugOf(2), { name: 'N', bio: 'B', webAddress: 'W', emailAddress: 'E' }),
      aSeries(slugOf(3), { title: 'T', description: 'D', occurrence: 'O', webAddress: 'W' }),
      aTalk(slugOf(1), {
        uid: 'U',
        title: 'T',
        description: 'D',
        status: 'preparation',
        series: slugOf(3),
        venue: 'place:1',
        locationDetails: 'L',
        organisingDepartment: 'place:2',
        topics: ['http://t.example.org/b', 'http://t.example.org/a'],
        speakers: [slugOf(5), slugOf(4)],
        hosts: [slugOf(6)],
        organisers: [slugOf(7)],
        organiserEmail: 'OE',
        variousSpeakers: true,
        audience: 'A',
        bookingRequired: 'Recommended',
        bookingUrl: 'BU',
        bookingEmail: 'BE',
        cost: 'C',
        specialMessage: 'S',
        onlineUrl: 'OU',
        updated: '2015-09-09T09:09:09Z',
        history: { created: '2015-08-08T08:08:08Z', sequence: 7, previousStart: '2015-10-05T10:00:00Z' },
      }),
      aRemovedTalk(slugOf(9), {
        uid: 'U',
        history: { created: '2015-08-08T08:08:08Z', sequence: 2147483647, previousStart: null },
      }),
      aCollection(slugOf(8), {
        title: 'T',
        description: 'D',
        public: false,
        talks: [slugOf(1)],
        series: [slugOf(3)],
        organisingDepartments: ['place:2'],
      }),
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

test('whether to book may be said with true and false', async () => {
  const { records } = await read(
    [true, false, '']
      .map((value, index) => JSON.stringify(talk(slugOf(index), '2015-10-06T10:00:00Z', { booking_required: value })))
      .join('\n'),
  );
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
    '1 title empty-text: It is empty.',
    '1 start bad-timestamp: "2015-02-29T10:00:00Z" is not a UTC time that exists, written yyyy-mm-ddThh:mm:ssZ.',
    '1 end missing-field: It is missing.',
    '1 description wrong-type: 5 is not text.',
    '1 status bad-choice: "canceled" is not one of them.',
    '1 series bad-slug: "x" is not a lower-case UUID.',
    '1 venue bad-place-id: "Room 1" is not a place id.',
    '1 location_details wrong-type: null is not text.',
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

test('a line that is no record says so, with the column where it stops being JSON', async () => {
  assert.deepEqual(
    await complaints(
      '{"type":"talk",}',
      '[1]',
      '"talk"',
      'null',
      '{}',
      '{"type":"event"}',
      '{"type":"__proto__"}',
      '{"type":"talk"',
      'talk',
      '',
    ),
    [
      '1  bad-json: The line is not JSON: column 16 has "}".',
      '2  not-an-object: The line is a list of 1.',
      '3  not-an-object: The line is "talk".',
      '4  not-an-object: The line is null.',
      '5 type unknown-type: It is missing.',
      '6 type unknown-type: "event" is not one of them.',
      '7 type unknown-type: "__proto__" is not one of them.',
      '8  bad-json: The line is not JSON: column 15 has the end of the line.',
      '9  bad-json: The line is not JSON: column 1 has "talk".',
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

test('a byte order mark, CRLF, blank lines and a missing last newline are no problem, and lines are counted with them', async () => {
  const line = JSON.stringify(TALK);
  const { records, problems } = await read(`\ufeff${line}\r\n\r\n  \n${line}\r\nbad`);
  assert.equal(records.length, 2);
  assert.deepEqual(
    problems.map((problem) => problem.line),
    [5],
  );
});

test('wherever a file is cut into chunks, it reads the same', async () => {
  const content = [
    '',
    JSON.stringify({ ...TALK, title: 'Ünïcode 🌱' }),
    'bad',
    JSON.stringify(organisation('place:1')),
  ].join('\r\n');
  const whole = await read(content);
  assert.equal(whole.records.length, 2);
  for (let size = 1; size < 40; size++) assert.deepEqual(await read(content, size), whole, `chunks of ${size}`);
});

test('a line that is not UTF-8 is named', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${JSON.stringify(TALK)}\n{"type":"`),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}\n'),
  ]);
  const { records, problems } = await read(bytes);
  assert.equal(records.length, 1);
  assert.deepEqual(
    problems.map(({ line, code }) => [line, code]),
    [[2, 'bad-utf8']],
  );
});

test('a line beyond all measure is refused without being kept, and the next one read', async () => {
  const endless = async function* () {
    for (let megabytes = 0; megabytes < 64; megabytes++) yield await Promise.resolve(Buffer.alloc(1024 * 1024, 'x'));
    yield Buffer.from(`\n${JSON.stringify(TALK)}`);
  };
  const found: unknown[] = [];
  let records = 0;
  for await (const batch of readCatalogueFile(streamInput('given', endless()))) {
    records += batch.records.length;
    found.push(...batch.problems.map(({ line, code }) => [line, code]));
  }
  assert.deepEqual([found, records], [[[1, 'line-too-long']], 1]);
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

test('gzip is known by its first bytes and unpacked, several members too', async () => {
  const line = Buffer.from(`${JSON.stringify(TALK)}\n`);
  const { records, problems } = await read(Buffer.concat([gzipSync(line), gzipSync(line)]), 7);
  assert.deepEqual([records.length, problems], [2, []]);
});

test('gzip that is cut short or damaged is a problem of the file, after what could be read of it', async () => {
  const lines = Array.from({ length: 5000 }, (_, index) => JSON.stringify(talk(slugOf(index), '2015-10-06T10:00:00Z')));
  const packed = gzipSync(lines.join('\n'));
  const cut = await read(packed.subarray(0, packed.length / 2));
  assert.ok(cut.records.length > 0);
  assert.deepEqual(
    cut.problems.map(({ code, what }) => [code, what]),
    [['damaged-gzip', 'The gzip file is cut short.']],
  );

  const damaged = Buffer.from(packed);
  damaged.fill(0, 100, 200);
  assert.deepEqual((await read(damaged)).problems.map(({ code }) => code).at(-1), 'damaged-gzip');
});

test('a file that cannot be read is a problem of the file as a whole', async () => {
  const problems: LocatedProblem[] = [];
  for (const path of ['/no/such/file', '/']) {
    for await (const batch of readCatalogueFile(fileInput(path))) problems.push(...batch.problems);
  }
  assert.deepEqual(
    problems.map(({ file, line, code, what }) => [file, line, code, what]),
    [
      ['/no/such/file', 0, 'unreadable-file', 'There is no such file.'],
      ['/', 0, 'unreadable-file', 'This is a folder, not a file.'],
    ],
  );
});
