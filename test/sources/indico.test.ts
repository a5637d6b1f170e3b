import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readIndico } from '#sources/indico.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../support/sources/read-source.ts';
import type { ReadSource } from '../support/sources/read-source.ts';

type Members = Record<string, unknown>;

function at(date: string, time: string, tz = 'Europe/Zurich'): Members {
  return { date, time, tz };
}

const LECTURE: Members = {
  _type: 'Conference',
  id: '7',
  type: 'simple_event',
  title: 'On moss',
  startDate: at('2026-07-01', '10:00:00'),
  endDate: at('2026-07-01', '11:30:00'),
};

const MEETING: Members = { ...LECTURE, id: '8', type: 'meeting', title: 'Days of moss', url: 'https://example.org/8' };

function contribution(id: string, more: Members = {}): Members {
  const times = { startDate: at('2026-07-01', '10:00:00'), endDate: at('2026-07-01', '10:20:00') };
  return { _type: 'Contribution', id, title: `Part ${id}`, duration: 20, ...times, ...more };
}

function answer(results: unknown, more: Members = {}): string {
  return JSON.stringify({ count: 1, url: 'https://example.org/export/categ/1.json', ...more, results });
}

function read(results: unknown, more: Members = {}): Promise<ReadSource> {
  return readSource(readIndico, answer(results, more));
}

async function talkOf(event: Members): Promise<SourceTalk> {
  const { talks, problems } = await read([event]);
  assert.deepEqual(problems, []);
  const [talk] = talks;
  assert.ok(talk !== undefined && talks.length === 1, `${talks.length} talks`);
  return talk;
}

/** `key start end title (series)` of each talk. */
async function linesOf(...events: readonly Members[]): Promise<string[]> {
  const { talks } = await read(events);
  return talks.map(({ key, start, end, title, series }) => `${key} ${start} ${end} ${title} (${series?.title ?? ''})`);
}

async function problemsOf(results: unknown, more: Members = {}): Promise<string[]> {
  const { problems } = await read(results, more);
  return problems.map(({ line, where, what, hint }) => `${line} ${where}: ${what}${hint === '' ? ' NO HINT' : ''}`);
}

describe('the Indico reader', () => {
  it('recognises current and older exports', () => {
    assert.equal(sourceFormatOf(answer([LECTURE]))?.name, 'indico');
    assert.equal(
      sourceFormatOf('{"count":0,"additionalInfo":{},"_type":"HTTPAPIResult","results":[]}')?.name,
      'indico',
    );
    assert.equal(sourceFormatOf(answer([{ id: 1, title: 'x' }]).replaceAll('/', '\\/'))?.name, 'indico');
    assert.equal(sourceFormatOf(JSON.stringify([LECTURE]))?.name, 'indico');
    assert.equal(sourceFormatOf('{"url":"https://example.org/x","results":[]}'), undefined);
  });

  it('yields a talk with all supported fields', async () => {
    const person = { first_name: 'Ada', last_name: 'Núñez', fullName: 'Dr Núñez, Ada', affiliation: 'Botany', id: '1' };
    const talk = await talkOf({
      ...LECTURE,
      description: '<p>Of moss</p>',
      chairs: [{ ...person, emailHash: 'd41d8cd98f00b204e9800998ecf8427e' }, { fullName: 'Fern, Bo' }],
      location: 'Glass House',
      address: '1 Garden Lane',
      room: '12',
      roomFullname: '12 - Fern Room',
      url: 'https://example.org/event/7/',
      category: 'Botany seminars',
      categoryId: 42,
      keywords: ['moss', 'ferns', ''],
      organizer: 'The gardeners',
      language: 'en_GB',
      creator: { fullName: 'Typist, Some' },
    });
    const { key, title, start, end, clock, zone, description, url, status, language } = talk;
    assert.deepEqual(
      { key, title, start, end, clock, zone, description, url, status, language },
      {
        key: '7',
        title: 'On moss',
        start: '2026-07-01T08:00:00Z',
        end: '2026-07-01T09:30:00Z',
        clock: 'zone',
        zone: 'Europe/Zurich',
        description: '<p>Of moss</p>',
        url: 'https://example.org/event/7/',
        status: 'published',
        language: 'en-GB',
      },
    );
    assert.deepEqual(talk.speakers, [{ name: 'Ada Núñez', bio: 'Botany' }, { name: 'Bo Fern' }]);
    assert.deepEqual([talk.hosts, talk.organisers], [[], [{ name: 'The gardeners' }]]);
    assert.deepEqual(talk.venue, { name: 'Glass House', address: '1 Garden Lane' });
    assert.deepEqual([talk.room, talk.location, talk.onlineUrl], ['12 - Fern Room', '', '']);
    assert.deepEqual(talk.series, { title: 'Botany seminars', key: 'category 42' });
    assert.deepEqual(talk.topics, [{ label: 'moss' }, { label: 'ferns' }]);
  });

  it('imports the chairs of a meeting as hosts', async () => {
    const talk = await talkOf({ ...MEETING, chairs: [{ fullName: 'Fern, Bo' }] });
    assert.deepEqual([talk.speakers, talk.hosts], [[], [{ name: 'Bo Fern' }]]);
  });

  it('imports contributions as talks and their event as the series', async () => {
    const event = {
      ...MEETING,
      location: 'Glass House',
      address: '1 Garden Lane',
      room: '1',
      description: 'All of moss',
      chairs: [{ fullName: 'Fern, Bo' }],
      contributions: [
        contribution('1', {
          speakers: [{ first_name: 'Ada', last_name: 'Núñez', email: 'ada@example.org' }],
          primaryauthors: [{ first_name: 'Not', last_name: 'Here' }],
          track: 'Mosses',
          keywords: ['bog'],
          location: 'Glass House',
          room: '12',
          url: 'https://example.org/8/1',
        }),
        contribution('2', { endDate: null, primaryauthors: [{ first_name: 'Cy', last_name: 'Bog' }] }),
        contribution('3', { startDate: null, endDate: null }),
      ],
    };
    const { talks, problems, notes } = await read([event]);
    assert.deepEqual(problems, []);
    assert.deepEqual(notes, ['1 × contributions without a time: left out']);
    const series = { title: 'Days of moss', key: '8', description: 'All of moss', webAddress: 'https://example.org/8' };
    assert.deepEqual(
      talks.map(({ key, title, end, speakers, hosts, series, topics, venue, room, url }) => [
        ...[key, title, end, speakers, hosts, series, topics, venue, room, url],
      ]),
      [
        [
          '8/1',
          'Part 1',
          '2026-07-01T08:20:00Z',
          [{ name: 'Ada Núñez', email: 'ada@example.org' }],
          [{ name: 'Bo Fern' }],
          series,
          [{ label: 'Mosses' }, { label: 'bog' }],
          { name: 'Glass House', address: '1 Garden Lane' },
          '12',
          'https://example.org/8/1',
        ],
        [
          '8/2',
          'Part 2',
          '2026-07-01T08:20:00Z',
          [{ name: 'Cy Bog' }],
          [{ name: 'Bo Fern' }],
          series,
          [],
          { name: 'Glass House', address: '1 Garden Lane' },
          '1',
          'https://example.org/8',
        ],
      ],
    );
  });

  it('imports contributions within sessions, with the conveners as hosts', async () => {
    const session = { _type: 'SessionSlot', conveners: [{ fullName: 'Bog, Cy' }], contributions: [contribution('2')] };
    const event = { ...MEETING, contributions: [contribution('1')], sessions: [session, { contributions: [] }] };
    const { talks, notes } = await read([event]);
    assert.deepEqual(
      talks.map(({ key, hosts }) => [key, hosts]),
      [
        ['8/1', []],
        ['8/2', [{ name: 'Cy Bog' }]],
      ],
    );
    assert.deepEqual(notes, ['1 × sessions without contributions: left out']);
    const [alone] = (await read([{ ...session, conference: MEETING }])).talks;
    assert.deepEqual([alone?.key, alone?.series?.title], ['8/2', 'Days of moss']);
  });

  it('imports the event if its contributions have no time, and notes those that are left out', async () => {
    const parts = { subContributions: [{ title: 'a' }, { title: 'b' }] };
    const { talks, notes } = await read([
      { ...MEETING, contributions: [contribution('1', { startDate: null, ...parts })] },
    ]);
    assert.deepEqual(
      talks.map(({ key }) => key),
      ['8'],
    );
    assert.deepEqual(notes, [
      '1 × contributions without a time: left out',
      '2 × contributions within contributions, which have no time: left out',
    ]);
  });

  it('yields a talk for each day if an event of several days gives daily times', async () => {
    const days = [
      { startDT: at('2026-07-01', '09:00:00'), endDT: at('2026-07-01', '12:00:00') },
      { startDT: at('2026-07-02', '10:00:00'), endDT: at('2026-07-02', '16:00:00') },
    ];
    const long = { ...MEETING, endDate: at('2026-07-02', '18:00:00') };
    assert.deepEqual(await linesOf({ ...long, occurrences: days }), [
      '8/2026-07-01 2026-07-01T07:00:00Z 2026-07-01T10:00:00Z Days of moss ()',
      '8/2026-07-02 2026-07-02T08:00:00Z 2026-07-02T14:00:00Z Days of moss ()',
    ]);
    assert.deepEqual(await linesOf(long), ['8 2026-07-01T08:00:00Z 2026-07-02T16:00:00Z Days of moss ()']);
    assert.deepEqual(await linesOf({ ...MEETING, occurrences: days.slice(0, 1) }), [
      '8 2026-07-01T08:00:00Z 2026-07-01T09:30:00Z Days of moss ()',
    ]);
  });

  it('keeps the key of a day if the export contains only that day', async () => {
    const days = [{ startDT: at('2026-07-02', '10:00:00'), endDT: at('2026-07-02', '16:00:00') }];
    const long = { ...MEETING, endDate: at('2026-07-02', '18:00:00'), occurrences: days };
    assert.equal((await talkOf(long)).key, '8/2026-07-02');
  });

  it('imports an event labelled as not happening as cancelled, and other labels as messages', async () => {
    const label = { title: 'Cancelled', message: 'See you in May', is_event_not_happening: true };
    const off = await talkOf({ ...LECTURE, label });
    const moved = await talkOf({ ...LECTURE, label: { title: 'New room', message: null } });
    assert.deepEqual([off.status, off.specialMessage], ['cancelled', 'Cancelled: See you in May']);
    assert.deepEqual([moved.status, moved.specialMessage], ['published', 'New room']);
  });

  it('leaves out protected and unlisted events, and notes how many', async () => {
    const hidden = { ...LECTURE, id: '9', visibility: { id: '', name: 'Nowhere (unlisted)' } };
    assert.deepEqual(await read([{ ...LECTURE, hasAnyProtection: true }, hidden]), {
      talks: [],
      withheld: [],
      problems: [],
      notes: ['1 × not shown in lists at Indico: left out', '1 × protected at Indico: left out'],
    });
  });

  it('uses a room that is a web address as the online address', async () => {
    const talk = await talkOf({ ...LECTURE, room: 'https://video.example.org/7' });
    assert.deepEqual([talk.onlineUrl, talk.room, talk.venue], ['https://video.example.org/7', '', null]);
  });
});

describe('the times of an Indico event', () => {
  it('are read in their own zone, or that of the event, or else the given one', async () => {
    const starts = ['Europe/Zurich', 'UTC', ''].map((tz) => ({
      ...LECTURE,
      endDate: null,
      startDate: at('2026-07-01', '10:00:00.5', tz),
    }));
    const [own, utc, none] = await Promise.all([
      ...starts.slice(0, 2).map(talkOf),
      talkOf({ ...LECTURE, startDate: at('2026-07-01', '10:00:00', ''), endDate: null, timezone: 'America/New_York' }),
    ]);
    assert.deepEqual(
      [own, utc, none].map((talk) => talk?.start),
      ['2026-07-01T08:00:00Z', '2026-07-01T10:00:00Z', '2026-07-01T14:00:00Z'],
    );
    const floating = await read(starts.slice(2));
    assert.deepEqual(floating.talks[0]?.start, '2026-07-01T09:00:00Z');
    assert.ok(floating.notes.includes('1 × without a time zone: read in Europe/London (--time-zone)'));
  });

  const WRONG: readonly (readonly [string, Members, string])[] = [
    [
      'that do not exist',
      { startDate: at('2026-02-30', '10:00:00') },
      '1 startDate: "2026-02-30 10:00:00" is not a valid time.',
    ],
    [
      'in an unknown zone',
      { startDate: at('2026-02-20', '10:00', 'Mars/Base') },
      '1 startDate: Unknown time zone "Mars/Base".',
    ],
    ['that are missing', { startDate: null }, '1 startDate: It has no start.'],
  ];
  for (const [name, wrong, expected] of WRONG) {
    it(`${name} are reported, and other events are read`, async () => {
      const { talks, problems } = await read([{ ...LECTURE, ...wrong }, { ...MEETING }]);
      assert.deepEqual(
        [talks.map(({ key }) => key), problems.map(({ key }) => key), await problemsOf([{ ...LECTURE, ...wrong }])],
        [['8'], ['7'], [expected]],
      );
    });
  }
});

const ANY_EVENT = { id: '7', title: 'On moss', startDate: { date: '2026-07-01', time: '10:00:00', tz: 'UTC' } };

async function refusalsOf(results: unknown, more: Members = {}): Promise<string[]> {
  const { problems } = await readSource(readIndico, JSON.stringify({ ...more, results }));
  return problems.map(({ line, where, what, hint }) => `${line} ${where}: ${what}${hint === '' ? ' NO HINT' : ''}`);
}

describe('an Indico response without events', () => {
  const REFUSED: readonly (readonly [string, unknown, Members, string])[] = [
    ['of bookings', [{ _type: 'Reservation' }], {}, '1 _type: This is an export of room bookings, not of events.'],
    ['of rooms', [{ _type: 'Room' }], {}, '1 _type: This is an export of rooms, not of events.'],
    [
      'of an unknown type',
      [{ _type: 'Ant' }],
      {},
      '1 _type: This is an export of entries of type "Ant", not of events.',
    ],
    ['of strings', ['x'], {}, '1 _type: This is an export of something else, not of events.'],
    ['of a timetable', { 8: {} }, {}, '0 : This is a timetable, not a list of events.'],
    [
      'with an error message',
      undefined,
      { message: 'Invalid API key' },
      '0 : Indico reported an error: "Invalid API key".',
    ],
    ['without results', undefined, {}, '0 : It contains no results of an Indico export.'],
  ];
  for (const [name, results, more, expected] of REFUSED) {
    it(`${name} is rejected with a reason`, async () => {
      assert.deepEqual(await refusalsOf(results, more), [expected]);
    });
  }

  it('is accepted if its results are empty, and reported if they are truncated', async () => {
    assert.deepEqual(await refusalsOf([]), []);
    assert.deepEqual(await refusalsOf([ANY_EVENT], { complete: false }), [
      '0 complete: Indico truncated this response because it was too large.',
    ]);
  });
});
