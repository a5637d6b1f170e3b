import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readScheduleJson } from '#sources/schedule/schedule-json.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { READ_OPTIONS, readSource } from '../../support/sources/read-source.ts';

const GUID = '83e455a6-c0bc-4364-b4df-8bc7b7dd01ad';
const PERSON = '0c16ffaa-709d-599f-959f-9a38b911361a';

async function talksOf(document: unknown): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await readSource(readScheduleJson, JSON.stringify(document));
  assert.deepEqual(problems, []);
  return talks;
}

const EVENT = {
  id: 1009,
  guid: GUID,
  logo: null,
  date: '2026-11-20T23:00:00+01:00',
  start: '23:00',
  duration: '1:30',
  room: 'Hall',
  title: 'On moss',
  subtitle: 'A beginning',
  track: 'Botany',
  type: 'lecture',
  language: 'de',
  abstract: '',
  description: 'Of moss',
  url: 'https://example.org/moss',
  persons: [
    { id: 0, public_name: 'Jane Doe', url: 'https://example.org/jane' },
    { id: 7, code: 'ABC', public_name: 'A & B', biography: 'Grew up' },
  ],
  links: ['https://example.org/slides'],
};

function schedule(...events: readonly object[]): object {
  const day = { index: 0, date: '2026-11-20', day_start: '2026-11-20T06:00:00+01:00', rooms: { Hall: events } };
  const conference = { acronym: 'moss26', title: 'Moss 2026', time_zone_name: 'Europe/Berlin', days: [day] };
  return { schedule: { version: '1', base_url: 'https://example.org/', conference } };
}

describe('a JSON schedule', () => {
  it('is recognised by its beginning', () => {
    const { schedule: inside } = { schedule: {}, ...schedule() };
    const documents = [
      schedule(EVENT),
      { $schema: 'https://c3voc.de/schedule/schema.json', generator: { name: 'pretalx' }, schedule: inside },
      { schedule: { '2026-11-20': { 510: {} } } },
      { count: 1, next: null, previous: null, results: [{ code: 'ABC', title: 'x', submission_type: 'Talk' }] },
    ];
    for (const document of documents) {
      assert.equal(sourceFormatOf(JSON.stringify(document))?.name, 'schedule-json');
      assert.equal(sourceFormatOf(JSON.stringify(document, null, 4))?.name, 'schedule-json');
    }
    for (const other of [[schedule(EVENT)], { schedule: 'daily' }, { eventSchedule: { conference: '' } }]) {
      assert.notEqual(sourceFormatOf(JSON.stringify(other))?.name, 'schedule-json');
    }
  });

  it('yields a talk with all supported fields', async () => {
    const [talk] = await talksOf(schedule(EVENT));
    assert.ok(talk !== undefined);
    const { key, slug, line, title, start, end, description, room, language, url, topics, series, speakers } = talk;
    assert.deepEqual(
      { key, slug, line, title, start, end, description, room, language, url, topics, series, speakers },
      {
        key: GUID,
        slug: GUID,
        line: 1,
        title: 'On moss',
        start: '2026-11-20T22:00:00Z',
        end: '2026-11-20T23:30:00Z',
        description: 'A beginning\n\nOf moss',
        room: 'Hall',
        language: 'de',
        url: 'https://example.org/moss',
        topics: [{ label: 'Botany' }],
        series: { title: 'Moss 2026', key: 'moss26' },
        speakers: [
          { name: 'Jane Doe', webAddress: 'https://example.org/jane' },
          { name: 'A & B', key: 'ABC', bio: 'Grew up' },
        ],
      },
    );
  });

  it('starts each day at day_change, written with or without seconds', async () => {
    const clocks = { day_change: '09:00:00', title: 'Moss 2026', time_zone_name: 'Europe/Berlin' };
    const events = ['09:00', '9:00:00', '08:59'].map((start) => ({ ...EVENT, guid: start, date: undefined, start }));
    const days = [{ date: '2026-11-20', rooms: { Hall: events } }];
    const talks = await talksOf({ schedule: { conference: { ...clocks, days } } });
    assert.deepEqual(
      talks.map(({ start }) => start),
      ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z', '2026-11-21T07:59:00Z'],
    );
  });

  it('yields the same talk as the XML schedule', async () => {
    const xml = `<schedule><conference><acronym>moss26</acronym><title>Moss 2026</title>
      <time_zone_name>Europe/Berlin</time_zone_name></conference><day date="2026-11-20"><room name="Hall">
      <event id="1009" guid="${GUID}"><date>${EVENT.date}</date><duration>1:30</duration><title>On moss</title>
      <subtitle>A beginning</subtitle><track>Botany</track><language>de</language><description>Of moss</description>
      <url>${EVENT.url}</url><persons><person id="0" url="https://example.org/jane">Jane Doe</person>
      <person id="7"><code>ABC</code><public_name>A &amp; B</public_name><biography>Grew up</biography></person></persons>
      </event></room></day></schedule>`;
    const read = await readSource(readScheduleXml, xml);
    assert.deepEqual(
      read.talks.map((talk) => ({ ...talk, line: 1 })),
      await talksOf(schedule(EVENT)),
    );
  });

  it('uses the end of an event and the room under which it is listed', async () => {
    const [talk] = await talksOf(schedule({ ...EVENT, end: '2026-11-21T00:00:00+01:00', room: undefined }));
    assert.deepEqual([talk?.end, talk?.room], ['2026-11-20T23:00:00Z', 'Hall']);
  });

  it('is read from a flat list of events, with biographies from a list of persons', async () => {
    const event = {
      guid: GUID,
      start: '2026-11-20T23:00:00+01:00',
      end: '2026-11-21T00:30:00+01:00',
      room: { name: 'Hall', guid: PERSON },
      title: 'On moss',
      track: { slug: 'botany' },
      participants: [{ guid: PERSON, name: 'Jane Doe', role: 'speaker' }],
    };
    const persons = [{ guid: PERSON, name: 'Jane', biography: 'Grew up' }];
    const conference = { title: 'Moss 2026', days: [{ index: 1, date: '2026-11-20' }] };
    const [talk] = await talksOf({ schedule: { version: '1', conference, events: [event], persons } });
    assert.deepEqual(
      [talk?.slug, talk?.start, talk?.end, talk?.room, talk?.topics, talk?.speakers, talk?.series?.title],
      [
        GUID,
        '2026-11-20T22:00:00Z',
        '2026-11-20T23:30:00Z',
        'Hall',
        [{ label: 'botany' }],
        [{ name: 'Jane Doe', slug: PERSON, key: PERSON, bio: 'Grew up' }],
        'Moss 2026',
      ],
    );
  });

  it('is read from pretalx submissions in each of their layouts', async () => {
    const submission = {
      code: 'JDQLRV',
      speakers: [{ code: 'MNMGGN', name: 'Jane Doe', biography: 'Grew up' }],
      title: 'Sur la mousse',
      track: { id: 1, name: { en: 'Botany', fr: 'Botanique' } },
      state: 'confirmed',
      abstract: null,
      description: 'De la mousse',
      duration: 30,
      content_locale: 'fr',
      slot: {
        room: { en: 'Hall', fr: 'Salle' },
        start: '2026-11-20T09:00:00+01:00',
        end: '2026-11-20T09:30:00+01:00',
      },
    };
    const off = { ...submission, code: 'OFF', state: 'canceled', track: null, slot: { ...submission.slot, end: null } };
    const untimed = { ...submission, code: 'NOTYET', slot: null };
    const documents = [
      { schedule: { '2026-11-20': { 540: { 1: submission, 2: off } } }, extra: [untimed] },
      { count: 3, results: [submission, off, untimed] },
      [{ ...submission, slot: undefined, slots: [submission.slot] }, off],
    ];
    for (const document of documents) {
      const talks = await talksOf(document);
      assert.deepEqual(
        talks.map(({ key, slug, title, start, end, room, status, topics, language }) => [
          [key, slug, title, start, end, room, status, language].join(' '),
          topics.map(({ label }) => label),
        ]),
        [
          ['JDQLRV  Sur la mousse 2026-11-20T08:00:00Z 2026-11-20T08:30:00Z Salle published fr', ['Botanique']],
          ['OFF  Sur la mousse 2026-11-20T08:00:00Z 2026-11-20T08:30:00Z Salle cancelled fr', []],
        ],
      );
      assert.deepEqual(talks[0]?.speakers, [{ name: 'Jane Doe', key: 'MNMGGN', bio: 'Grew up' }]);
    }
  });

  it('is marked as incomplete if the API has more pages, so that no talk counts as gone', async () => {
    const slot = { start: '2026-11-20T10:00:00Z', end: '2026-11-20T11:00:00Z', room: 'Hall' };
    const results = [{ code: 'ABC', title: 'On moss', slot, speakers: [] }];
    const parts: boolean[] = [];
    for (const page of [{ next: 'https://p.example/?page=2' }, { previous: 'https://p.example/' }, { next: null }]) {
      const chunks = Readable.from([Buffer.from(JSON.stringify({ ...page, results }))]);
      let isPart = false;
      for await (const { incomplete = false, page: part } of readScheduleJson(
        { name: 'file', address: '', chunks },
        READ_OPTIONS,
      )) {
        isPart ||= incomplete || part?.number === 2;
      }
      parts.push(isPart);
    }
    assert.deepEqual(parts, [true, true, false]);
  });

  it('gives the slots of one submission different keys', async () => {
    const slots = ['2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z'].map((start) => ({ start }));
    const talks = await talksOf([{ code: 'ABC', title: 'On moss', duration: 30, slots: [{ start: null }, ...slots] }]);
    assert.deepEqual(
      talks.map(({ key, start, end }) => `${key} ${start} ${end}`),
      ['ABC 2026-11-20T09:00:00Z 2026-11-20T09:30:00Z', 'ABC/2 2026-11-21T09:00:00Z 2026-11-21T09:30:00Z'],
    );
  });

  it('is refused if it contains no schedule or invalid JSON', async () => {
    for (const document of ['{}', '[]', '{"schedule":{"conference":{}}}', '7']) {
      const { problems } = await readSource(readScheduleJson, document);
      assert.deepEqual(
        problems.map(({ code, what }) => [code, what]),
        [['no-schedule', 'It contains no schedule: neither conference days, nor events, nor submissions with a time.']],
      ); // oxfmt-ignore
    }
    const { problems } = await readSource(readScheduleJson, '{"schedule": {\n"conference": }');
    assert.deepEqual(
      problems.map(({ code, line }) => [code, line]),
      [['bad-json', 2]],
    );
  });

  it('reports an event without a start and reads the next one', async () => {
    const { talks, problems } = await readSource(
      readScheduleJson,
      JSON.stringify(schedule({ id: 1, title: 'On moss' }, EVENT)),
    );
    assert.deepEqual(
      [problems.map(({ line, what, key }) => [line, what, key]), talks.map(({ line }) => line)],
      [[[1, '"On moss" has no start.', '1']], [2]],
    );
  });
});
