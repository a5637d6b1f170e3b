import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readResearchSeminars } from '#sources/research-seminars.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { READ_OPTIONS, readSource } from '../support/sources/read-source.ts';
import type { ReadSource } from '../support/sources/read-source.ts';

type Members = Record<string, unknown>;

const TALK: Members = {
  seminar_id: 'MOSS',
  seminar_ctr: 4,
  title: 'The $L$-function of a moss, and $a < b$',
  abstract: 'Let $M$ be a moss.\n\n$$\\int_M 1 > 0$$',
  speaker: 'Ada Núñez',
  start_time: '2026-10-27 13:00:00-04:00',
  end_time: '2026-10-27 14:00:00-04:00',
  timezone: 'America/New_York',
  display: true,
  hidden: false,
  deleted: false,
};

const SERIES: Members = {
  shortname: 'MOSS',
  name: 'Moss seminar',
  is_conference: false,
  homepage: 'https://moss.example.org/',
  comments: 'All are welcome',
  weekdays: [0, 3],
  time_slots: ['13:00-14:00', '16:00-17:00'],
  timezone: 'America/New_York',
  visibility: 2,
  display: true,
};

function read(answer: unknown): Promise<ReadSource> {
  return readSource(readResearchSeminars, JSON.stringify(answer));
}

async function talkOf(more: Members, ...rows: readonly Members[]): Promise<SourceTalk> {
  const { talks, problems } = await read({ code: 'success', results: [{ ...TALK, ...more }, ...rows] });
  assert.deepEqual(problems, []);
  const [talk] = talks;
  assert.ok(talk !== undefined && talks.length === 1, `${talks.length} talks`);
  return talk;
}

async function problemsOf(answer: unknown): Promise<string[]> {
  const { problems } = await read(answer);
  return problems.map(({ line, where, what, hint }) => `${line} ${where}: ${what}${hint === '' ? ' NO HINT' : ''}`);
}

describe('rows of researchseminars.org', () => {
  it('are recognised by their columns', () => {
    assert.equal(sourceFormatOf(JSON.stringify({ code: 'success', results: [TALK] }))?.name, 'researchseminars');
    assert.equal(sourceFormatOf(JSON.stringify([SERIES]))?.name, 'researchseminars');
    assert.equal(sourceFormatOf('{"code":"success","results":[]}'), undefined);
  });

  it('yield a talk with all supported fields and TeX unchanged', async () => {
    const talk = await talkOf({
      speaker: 'Ada Núñez | Bo Fern',
      speaker_affiliation: 'Botany | ',
      speaker_homepage: 'https://example.org/ada',
      speaker_email: 'ada@example.org |',
      comments: 'Tea before',
      room: 'Glass House 12',
      topics: ['math_NT', 'bio'],
      audience: 0,
      language: 'en',
      edited_at: '2026-10-01 09:30:00.123456-04:00',
    });
    const { key, uid, title, start, end, clock, description, url, location, language, audience, updated } = talk;
    assert.deepEqual(
      { key, uid, title, start, end, clock, description, url, location, language, audience, updated },
      {
        key: 'MOSS/4',
        uid: 'MOSS/4',
        title: TALK.title,
        start: '2026-10-27T17:00:00Z',
        end: '2026-10-27T18:00:00Z',
        clock: 'moment',
        description: `${String(TALK.abstract)}\n\nTea before`,
        url: 'https://researchseminars.org/talk/MOSS/4/',
        location: 'Glass House 12',
        language: 'en',
        audience: 'Researchers in the topic',
        updated: '2026-10-01T13:30:00Z',
      },
    );
    assert.deepEqual(talk.speakers, [
      { name: 'Ada Núñez', bio: 'Botany', webAddress: 'https://example.org/ada', email: 'ada@example.org' },
      { name: 'Bo Fern', bio: '', webAddress: '', email: '' },
    ]);
    assert.deepEqual(talk.topics, [{ label: 'math_NT' }, { label: 'bio' }]);
    assert.deepEqual(talk.series, { key: 'MOSS', title: 'MOSS' });
  });

  it('include the details of their series if its row is present', async () => {
    const expected = {
      key: 'MOSS',
      title: 'Moss seminar',
      description: 'All are welcome',
      occurrence: 'Mondays 13:00-14:00, Thursdays 16:00-17:00 (America/New_York)',
      webAddress: 'https://moss.example.org/',
    };
    assert.deepEqual((await talkOf({}, SERIES)).series, expected);
    const looked = await read({ code: 'success', properties: SERIES, talks: [TALK] });
    assert.deepEqual([looked.talks.map(({ series }) => series), looked.problems], [[expected], []]);
  });

  it('are read as a list, alone or inside an object', async () => {
    for (const answer of [
      [TALK],
      TALK,
      { properties: TALK },
      { results: [TALK] },
      { talks: [TALK], seminars: [SERIES] },
    ]) {
      const { talks, problems } = await read(answer);
      assert.deepEqual([talks.map(({ key }) => key), problems], [['MOSS/4'], []]);
    }
  });

  it('without numbers are identified by start and speaker', async () => {
    const row = { ...TALK, seminar_id: undefined, seminar_ctr: undefined, speaker_affiliation: 'Botany' };
    assert.equal(sourceFormatOf(JSON.stringify([row]))?.name, 'researchseminars');
    const here = await read([row]);
    const [talk] = here.talks;
    assert.deepEqual(
      [talk?.key, talk?.uid, talk?.url, talk?.series, here.notes],
      [
        '/2026-10-27 13:00:00-04:00 Ada Núñez',
        '',
        '',
        null,
        ['1 × without a number: identified by start and speaker, so a change of either makes a new talk'],
      ],
    );
    const address = 'https://seminars.example.org/seminar/MOSS/json?past';
    async function* chunks(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from(JSON.stringify([row])));
    }
    const there: SourceTalk[] = [];
    for await (const { talks } of readResearchSeminars({ name: 'x', address, chunks: chunks() }, READ_OPTIONS))
      there.push(...talks);
    assert.deepEqual(
      there.map(({ key, url, series }) => [key, url, series?.title]),
      [['MOSS/2026-10-27 13:00:00-04:00 Ada Núñez', 'https://seminars.example.org/seminar/MOSS', 'MOSS']],
    );
  });

  it('without a title yield an untitled talk', async () => {
    const { talks, problems } = await read([{ ...TALK, title: ' ' }]);
    assert.deepEqual([talks[0]?.title, problems], ['', []]);
  });

  it('that the site does not list are left out and counted in a note', async () => {
    const rows = [{ deleted: true }, { seminar_ctr: -4 }, { hidden: true }, { display: false }].map((more) => ({
      ...TALK,
      ...more,
    }));
    const { talks, notes } = await read(rows);
    assert.deepEqual(
      [talks, notes],
      [[], ['1 × hidden: left out', '1 × not approved for display: left out', '2 × deleted: left out']],
    );
    for (const more of [{ visibility: 1 }, { visibility: 0 }, { deleted: true }, { display: false }]) {
      const of = await read([TALK, { ...SERIES, ...more }]);
      assert.deepEqual([of.talks, of.notes], [[], ['1 × of a series that is not public: left out']]);
    }
  });

  it('that are not talks or have missing or invalid times are reported', async () => {
    const rows = ['x', { ...TALK, start_time: null }, { ...TALK, end_time: 'noon' }, { ...TALK, seminar_ctr: 5 }];
    const { talks, problems } = await read(rows);
    assert.deepEqual(
      [talks.map(({ key }) => key), problems.map(({ line, where, what }) => `${line} ${where}: ${what}`)],
      [
        ['MOSS/4', 'MOSS/5'],
        [
          '1 : "x" is not a row of a talk.',
          '2 start_time: It has no start.',
          '3 end_time: "noon" is not a valid time. It is imported without an end.',
        ],
      ],
    );
  });

  it('without an offset are read in their own time zone', async () => {
    const { start, clock } = await talkOf({ start_time: '2026-07-01 13:00:00', end_time: null });
    assert.deepEqual([start, clock], ['2026-07-01T17:00:00Z', 'zone']);
  });

  it('are reported as missing unless the answer is an empty list of results', async () => {
    assert.deepEqual(await problemsOf({ code: 'success', results: [] }), []);
    assert.deepEqual(await problemsOf([SERIES]), ['0 : It contains series only, no talks.']);
    assert.deepEqual(await problemsOf({ code: 'unknown_column', description: 'x not a column of talks' }), [
      '0 : The site reported an error: "x not a column of talks".',
    ]);
    assert.deepEqual(await problemsOf('x'), ['0 : It contains no rows of talks.']);
  });
});

describe('the online link of a researchseminars.org talk', () => {
  const LIVE = { online: true, live_link: 'https://video.example.org/4' };
  const ACCESS: readonly (readonly [string, Members, string])[] = [
    ['is live_link with access_control 0 (open)', { access_control: 0 }, 'https://video.example.org/4'],
    ['is live_link with access_control 2 (password)', { access_control: 2 }, 'https://video.example.org/4'],
    ['is omitted with access_control 1 (shown shortly before the talk)', { access_control: 1, access_time: 15 }, ''],
    ['is omitted with access_control 3 (users only)', { access_control: 3 }, ''],
    ['is omitted with access_control 4 (registration)', { access_control: 4 }, ''],
    ['is omitted with access_control 5 (external registration)', { access_control: 5 }, ''],
    ['is omitted without access_control', {}, ''],
    ['is omitted if the talk is not online', { access_control: 0, online: false }, ''],
    ['is omitted if live_link is not a URL', { access_control: 0, live_link: 'see comments' }, ''],
    [
      'is stream_link if live_link is not public',
      { access_control: 5, stream_link: 'https://tv.example.org/4' },
      'https://tv.example.org/4',
    ],
  ];
  for (const [name, more, expected] of ACCESS) {
    it(name, async () => {
      assert.equal((await talkOf({ ...LIVE, ...more })).onlineUrl, expected);
    });
  }

  it('comes with the password hint and the address for registration', async () => {
    const { specialMessage } = await talkOf({ ...LIVE, access_control: 2, access_hint: 'the smallest prime' });
    const byWeb = await talkOf({ ...LIVE, access_control: 5, access_registration: 'https://example.org/register' });
    const byMail = await talkOf({ ...LIVE, access_control: 5, access_registration: 'me@example.org', room: '12' });
    assert.equal(specialMessage, 'Password: the smallest prime');
    assert.deepEqual(
      [byWeb, byMail].map(({ bookingUrl, bookingEmail, bookingRequired }) => [
        bookingUrl,
        bookingEmail,
        bookingRequired,
      ]),
      [
        ['https://example.org/register', '', 'Required'],
        ['', 'me@example.org', ''],
      ],
    );
  });
});
