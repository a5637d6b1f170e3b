import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { importText } from '../support/db/import-records.ts';
import { freshDatabase, type DatabasePlace } from '../support/db/fresh-database.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { textOf } from '../support/http/http-answer.ts';
import { organisation, person, series, slugOf, talk, topic, venue } from '../support/catalogue/wire-records.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';

const [ADA, BO, CY, PLANTS] = [slugOf(101), slugOf(102), slugOf(103), slugOf(201)];
const MOSS = 'http://topics.example.org/moss';
const [FULL, OTHER] = [slugOf(1), slugOf(2)];

const SPEAKER = person(ADA, { name: 'Ada Núñez' });
const HOUSE = venue('place:1', { name: 'Glass House' });
const UNIVERSITY = organisation('place:3', { name: 'University' });
const OTHER_TALK = talk(OTHER, '2020-03-02T10:00:00Z', { title: 'On ferns' });

const RECORDS: readonly WireRecord[] = [
  SPEAKER,
  person(BO, { name: 'Bo Host' }),
  person(CY, { name: 'Cy Organiser' }),
  series(PLANTS, { title: 'Plants & people' }),
  HOUSE,
  venue('place:2', { name: 'Room 1', parent: 'place:1' }),
  UNIVERSITY,
  organisation('place:4', { name: 'Botany', parent: 'place:3' }),
  topic(MOSS, { label: 'Moss' }),
  talk(FULL, '2020-03-01T10:00:00Z', {
    title: 'On moss',
    series: PLANTS,
    venue: 'place:2',
    organising_department: 'place:4',
    topics: [MOSS],
    speakers: [ADA],
    hosts: [BO],
    organisers: [CY],
  }),
  OTHER_TALK,
];

const LISTS = {
  calendar: `/api/talks/search.ics?from=2020-01-01`,
  series: `/api/series/${PLANTS}.ics?from=2020-01-01`,
  atom: `/api/talks/search.atom?from=2020-01-01`,
  rss: `/api/person/${ADA}.rss?from=2020-01-01`,
  jsonFeed: `/api/talks/search.feed.json?from=2020-01-01`,
  csv: `/api/talks/search.csv?from=2020-01-01`,
} as const;
const WATCHED = { ...LISTS, full: `/api/talks/${FULL}.ics`, other: `/api/talks/${OTHER}.ics` } as const;

/** The moment in which tests ask, long after the imports. */
const NOON = Date.parse('2020-02-20T12:00:00Z');

describe('Last-Modified of calendars and feeds', () => {
  let database: DatabasePlace;
  let server: TestServer;
  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2020-02-01T00:00:00Z') });
    database = await freshDatabase();
    server = await startTestServer(RECORDS, {}, database);
  });
  after(async () => {
    mock.timers.reset();
    await server.close();
  });

  async function datesOf(paths: Readonly<Record<string, string>> = WATCHED): Promise<Record<string, string>> {
    const dates: Record<string, string> = {};
    for (const [name, path] of Object.entries(paths)) {
      const { headers } = await server.ask(path);
      dates[name] = headers['last-modified'] ?? 'none';
    }
    return dates;
  }

  /** Whether a client that only has the dates gets a 304 everywhere. */
  async function unmodified(dates: Readonly<Record<string, string>>): Promise<string[]> {
    const names: string[] = [];
    for (const [name, path] of Object.entries(WATCHED)) {
      const answer = await server.ask(path, { headers: { 'if-modified-since': dates[name] ?? '' } });
      if (answer.status !== 304) continue;
      names.push(name);
      assert.deepEqual([answer.body.length, answer.headers['last-modified']], [0, dates[name]]);
    }
    return names;
  }

  const ALL = Object.keys(WATCHED);

  it('is left out while it is in the future, as after an import by a clock that is ahead', async () => {
    assert.deepEqual(new Set(Object.values(await datesOf())), new Set(['none']));
    mock.timers.setTime(NOON);
    assert.ok(!Object.values(await datesOf()).includes('none'));
  });

  it('is when the catalogue or the talk last changed, and a request with it gets a 304', async () => {
    const dates = await datesOf();
    assert.deepEqual(dates, Object.fromEntries(ALL.map((name) => [name, 'Sun, 02 Feb 2020 02:02:02 GMT'])));
    assert.deepEqual(await unmodified(dates), ALL);
  });

  for (const [what, record] of [
    ['its venue is', { ...venue('place:2', { name: 'Room 2', parent: 'place:1' }) }],
    ['the building of its venue is', { ...HOUSE, name: 'Palm House' }],
    ['its speaker is', { ...SPEAKER, name: 'Ada Nunez' }],
    ['its host is', person(BO, { name: 'Bo Guest' })],
    ['its organiser is', person(CY, { name: 'Cyd Organiser' })],
    ['its series is', series(PLANTS, { title: 'Plants' })],
    ['its department is', organisation('place:4', { name: 'Plant Sciences', parent: 'place:3' })],
    ['what its department belongs to is', { ...UNIVERSITY, name: 'The University' }],
    ['its topic is', topic(MOSS, { label: 'Mosses' })],
  ] as const) {
    it(`moves with the date, DTSTAMP and SEQUENCE of a talk when ${what} renamed, and not for other talks`, async () => {
      const dates = await datesOf();
      const before = await eventOf(server);
      await server.import([record]);
      assert.deepEqual(await unmodified(dates), ['other']);
      const after = await eventOf(server);
      for (const name of ['DTSTAMP', 'LAST-MODIFIED', 'updated', 'atom:updated', 'date_modified'] as const)
        assert.ok(after[name] > before[name], `${name}: ${before[name]} → ${after[name]}`);
      assert.ok(Number(after.SEQUENCE) > Number(before.SEQUENCE), `${before.SEQUENCE} → ${after.SEQUENCE}`);
      assert.equal(after.CREATED, before.CREATED);
    });
  }

  it('moves when a talk is removed from a list', async () => {
    const dates = await datesOf(LISTS);
    await server.import([{ type: 'removed_talk', slug: OTHER, removed: '2020-02-03T00:00:00Z' }]);
    assert.deepEqual(await unmodified(dates), []);
    assert.doesNotMatch(textOf(await server.ask(LISTS.calendar)), /On ferns/);
    await server.import([OTHER_TALK]);
  });

  it('is the same after a restart, and on another server', async () => {
    const dates = await datesOf();
    const { address } = database;
    const other = await startTestServer([], {}, { ...database, address, remove: () => Promise.resolve() });
    for (const [name, path] of Object.entries(WATCHED))
      assert.equal((await other.ask(path)).headers['last-modified'], dates[name], name);
    await other.close();
  });

  it('moves with the days if the talks do', async () => {
    const paths = { open: '/api/talks/search.ics', today: '/api/talks/search.ics?from=today' };
    const dates = await datesOf(paths);
    assert.deepEqual(dates, { open: 'Thu, 20 Feb 2020 00:00:00 GMT', today: 'Thu, 20 Feb 2020 00:00:00 GMT' });
    mock.timers.setTime(NOON + 86_400_000);
    const tomorrow = await datesOf(paths);
    assert.deepEqual(tomorrow, { open: 'Fri, 21 Feb 2020 00:00:00 GMT', today: 'Fri, 21 Feb 2020 00:00:00 GMT' });
    mock.timers.setTime(NOON);
    assert.deepEqual(await datesOf({ now: '/api/talks/search.ics?from=now' }), { now: 'none' });
  });

  it('differs between two changes of one second', async () => {
    const before = await datesOf(LISTS);
    await importText(database.address, `${JSON.stringify({ ...SPEAKER, name: 'A' })}\n`);
    await server.import([{ ...SPEAKER, name: 'B' }]);
    const after = await datesOf(LISTS);
    for (const name of Object.keys(LISTS)) {
      const seconds = (Date.parse(after[name] ?? '') - Date.parse(before[name] ?? '')) / 1000;
      assert.equal(seconds, 2, name);
    }
  });
});

/** What calendars and feeds say of when the full talk changed. */
async function eventOf(server: TestServer) {
  const one = async (suffix: string, pattern: RegExp): Promise<string> => {
    const text = textOf(await server.ask(`/api/talks/${FULL}${suffix}`));
    return pattern.exec(text)?.[1] ?? assert.fail(`${String(pattern)} in ${text}`);
  };
  const property = (name: string): Promise<string> => {
    return one('.ics', new RegExp(String.raw`BEGIN:VEVENT[^]*\n${name}:(\w+)\r\n`));
  };
  return {
    DTSTAMP: await property('DTSTAMP'),
    'LAST-MODIFIED': await property('LAST-MODIFIED'),
    SEQUENCE: await property('SEQUENCE'),
    CREATED: await property('CREATED'),
    updated: await one('.atom', /<entry>[^]*<updated>([^<]+)/),
    'atom:updated': await one('.rss', /<atom:updated>([^<]+)/),
    date_modified: await one('.feed.json', /"date_modified":"([^"]+)/),
  };
}
