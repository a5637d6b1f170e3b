import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { oxtalksSettings } from '../support/http/oxtalks-settings.ts';
import { testServer, type AskableServer } from '../support/http/server.ts';
import { ADA, BARE, BO, GARDEN, NOBODY, PLANTS, PRIVATE, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const COUNTS = { defaultCount: 2, maximumCount: 3 };

const plain = testServer(UNIVERSITY, COUNTS);
const oxtalks = testServer(UNIVERSITY, { ...COUNTS, ...oxtalksSettings() });

const [WINTER, LAW, WHOLE] = [slugOf(1), slugOf(2), slugOf(3)];
/** Sorted by start. */
const ALL = [WINTER, BARE, RICH, LAW, WHOLE];

type Found = readonly string[] | 400;

/** The slugs of the talks found, or 400 if the query is malformed. */
async function found(server: AskableServer, path: string): Promise<Found> {
  const answer = await server.ask(path);
  if (answer.status === 400) return 400;
  return listAt(await server.read(path), '_embedded', 'talks').map((one) => textAt(one, 'slug'));
}

/** What a search finds by default and with `--compatible oxtalks`. */
const QUESTIONS: readonly (readonly [query: string, strict: Found, lenient: Found])[] = [
  // Queries of the widget.
  ['from=2016-01-01&count=2', [LAW, WHOLE], [LAW, WHOLE]],
  ['from=01/01/16', [LAW, WHOLE], [LAW, WHOLE]],
  [`from=01/01/15&to=31/12/15&speaker=${ADA}&speaker=${BO}`, [RICH], [RICH]],
  ['from=01/01/15&venue=oxpoints:1002', [WINTER], [WINTER]],
  ['from=01/01/15&organising_department=place:2000&count=3', [RICH, LAW, WHOLE], [RICH, LAW, WHOLE]],
  // Empty values.
  ['from=2016-01-01&to=', [LAW, WHOLE], [LAW, WHOLE]],
  ['from=2016-01-01&count=&page=&subdepartments=&subvenues=&order=&format=', [LAW, WHOLE], [LAW, WHOLE]],
  ['from=', 400, 400],
  ['to=2016-01-01', 400, 400],
  ['', 400, 400],
  ['from=2016-01-01&venue=', [LAW, WHOLE], []],
  ['from=2016-01-01&speaker=&host=', [LAW, WHOLE], []],
  ['from=2016-01-01&organising_department=', [LAW, WHOLE], []],
  ['from=2016-01-01&organising_department=&organising_department=place:2000', [LAW, WHOLE], [LAW, WHOLE]],
  ['from=2016-01-01&series=&topic=', [LAW, WHOLE], []],
  // Count and page.
  ['from=2015-01-01&count=100', ALL.slice(0, 3), ALL.slice(0, 3)],
  ['from=2015-01-01&count=99999999999999999999', ALL.slice(0, 3), ALL.slice(0, 3)],
  ['from=2015-01-01&count=0', 400, 400],
  ['from=2015-01-01&count=x', 400, 400],
  ['from=2015-01-01&count=-1', 400, 400],
  ['from=2015-01-01&page=0', 400, ALL.slice(0, 2)],
  ['from=2015-01-01&page=x', 400, ALL.slice(0, 2)],
  ['from=2015-01-01&page=2', ALL.slice(2, 4), ALL.slice(2, 4)],
  ['from=2015-01-01&page=9', [], []],
  // Booleans.
  ['from=2016-01-01&organising_department=place:2000&subdepartments=False', [WHOLE], [WHOLE]],
  ['from=2016-01-01&organising_department=place:2000&subdepartments=True', [LAW, WHOLE], [LAW, WHOLE]],
  ['from=2016-01-01&organising_department=place:2000&subdepartments=false', [WHOLE], [WHOLE]],
  ['from=2016-01-01&subdepartments=perhaps', 400, 400],
  // Dates.
  ['from=1/2/2016&to=2/2/2016', 400, [LAW]],
  ['from=1/2/16&to=2/2/16', 400, [LAW]],
  ['from=2016-2-1&to=2016-2-2', 400, [LAW]],
  ['from=2016-02-01&to=plus1', [LAW], [LAW]],
  ['from=31/2/2016', 400, 400],
  ['from=1/13/2016', 400, 400],
  ['from=1/1/216', 400, 400],
  ['from=soon', 400, 400],
  // Older parameter names.
  ['start_date=2016-01-01', 400, [LAW, WHOLE]],
  ['start_date=1/1/2016&include_subdepartments=on&organising_department=place:2000', 400, [LAW, WHOLE]],
  ['from=2016-02-03&start_date=2015-01-01', [WHOLE], [WHOLE]],
  ['from=&start_date=2016-02-03', 400, [WHOLE]],
  ['start_date=', 400, 400],
  ['start_date=soon', 400, 400],
];

describe('a query in the syntax of OxTalks', () => {
  for (const [query, strict, lenient] of QUESTIONS)
    it(`is accepted with --compatible oxtalks if OxTalks accepts it: ?${query}`, async () => {
      for (const path of ['/api/talks/search', '/api/events/search']) {
        assert.deepEqual(await found(plain, `${path}?${query}`), strict, 'by default');
        assert.deepEqual(await found(oxtalks, `${path}?${query}`), lenient, 'with the setting');
      }
    });

  it('may have empty dates for a series or collection', async () => {
    for (const path of [`/api/series/${PLANTS}?from=&to=`, `/api/collections/id/${GARDEN}?from=&to=`]) {
      for (const server of [plain, oxtalks])
        assert.deepEqual(await found(server, path), await found(server, path.replace(/\?.*/, '')));
    }
  });

  it('gets a working next link in the same syntax', async () => {
    const first = await oxtalks.read('/api/talks/search?start_date=1/1/2015&page=0&count=');
    const next = textAt(first, '_links', 'next', 'href');
    assert.equal(next, 'https://talks.example.org/api/talks/search?start_date=1/1/2015&count=&page=2');
    assert.deepEqual(await found(oxtalks, next.replace('https://talks.example.org', '')), ALL.slice(2, 4));
  });

  for (const path of [
    '/search?start_date=1/1/2016',
    '/agenda?from=1/2/2016',
    `/talks/series/id/${PLANTS}?page=0`,
    '/browse/series?page=x',
  ])
    it(`works on pages too: ${path}`, async () => {
      const [strict, lenient] = [await plain.ask(path), await oxtalks.ask(path)];
      assert.deepEqual([strict.status, lenient.status], [path.includes('start_date') ? 200 : 400, 200]);
      if (path.includes('start_date')) assert.match(textOf(lenient), /On the law of gardens/);
    });

  it('returns the same calendar as in the syntax of Lectern', async () => {
    const asked = 'start_date=2016-01-01&include_subdepartments=on&organising_department=place:2000';
    const ours = 'from=2016-01-01&organising_department=place:2000';
    const answers = [asked, ours].map(async (query) => oxtalks.ask(`/api/talks/search.ics?${query}`));
    const [old, today] = await Promise.all(answers);
    assert.ok(old !== undefined && today !== undefined);
    assert.equal(old.status, 200);
    assert.equal(textOf(old), textOf(today));
    assert.equal(old.headers['lectern-ignored-parameters'], '"include_subdepartments";did-you-mean="subdepartments"');
  });
});

const BASE = 'https://talks.example.org';

/** Fields of a talk, and their values by default and with `--compatible oxtalks`. */
const FIELDS: readonly (readonly [names: readonly string[], plain: string, oxtalks: string])[] = [
  [['_links', 'self', 'href'], `/api/talks/${RICH}`, `${BASE}/api/talks/${RICH}`],
  [['_links', 'talks_page', 'href'], `/talks/id/${RICH}/`, `${BASE}/talks/id/${RICH}/`],
  [['_links', 'ics', 'href'], `/api/talks/${RICH}.ics`, `${BASE}/api/talks/${RICH}.ics`],
  [
    ['_embedded', 'venue', '_links', 'self', 'href'],
    '//places.example.org/places/place:1001',
    '//api.m.ox.ac.uk/places/place:1001',
  ],
  [
    ['_embedded', 'venue', 'map_link'],
    '//www.openstreetmap.org/search?query=1%20Garden%20Lane',
    '//maps.ox.ac.uk/#/places/place:1001',
  ],
  [
    ['_embedded', 'organising_department', '_links', 'self', 'href'],
    '//places.example.org/places/place:2001',
    '//api.m.ox.ac.uk/places/place:2001',
  ],
];

describe('links in API responses', () => {
  for (const [names, ours, theirs] of FIELDS)
    it(`are those of OxTalks with --compatible oxtalks: ${names.join('.')}`, async () => {
      for (const [server, value] of [[plain, ours] as const, [oxtalks, theirs] as const]) {
        const search = await server.read('/api/talks/search?from=2015-10-01&to=2015-10-31');
        for (const talk of [await server.read(`/api/talks/${RICH}`), listAt(search, '_embedded', 'talks')[0]])
          assert.equal(textAt(talk, ...names), value);
      }
    });

  it('are absolute for series and collections with --compatible oxtalks', async () => {
    for (const path of [`/api/series/${PLANTS}`, `/api/collections/id/${GARDEN}`]) {
      const href = textAt(await oxtalks.read(path), '_links', 'talks_page', 'href');
      assert.equal(href, BASE + textAt(await plain.read(path), '_links', 'talks_page', 'href'));
    }
    assert.equal(valueAt(await oxtalks.read('/api/talks/search?from=2016-01-01'), '_links', 'next'), null);
  });
});

/** The unfolded lines of a calendar that have one of these names. */
async function lines(server: AskableServer, path: string, ...names: readonly string[]): Promise<readonly string[]> {
  const unfolded = textOf(await server.ask(path)).replaceAll('\r\n ', '');
  return unfolded.split('\r\n').filter((line) => names.includes(line.replace(/[:;].*/, '')));
}

const NO_ALARM = [`UID:${WHOLE}`];
const WHOLE_UID = `UID:https://talks.ox.ac.uk/talks/id/${WHOLE}/`;

describe('a calendar', () => {
  for (const [query, ours, theirs] of [
    ['', NO_ALARM, [WHOLE_UID, 'TRIGGER:-PT60M']],
    ['?alarm=15m', [...NO_ALARM, 'TRIGGER:-PT15M'], [WHOLE_UID, 'TRIGGER:-PT15M']],
    ['?alarm=none', NO_ALARM, [WHOLE_UID]],
    ['?alarm=', NO_ALARM, [WHOLE_UID, 'TRIGGER:-PT60M']],
  ] as const)
    it(`has the UIDs and default alarm of OxTalks with --compatible oxtalks, but obeys ?alarm=: ${query}`, async () => {
      const path = `/api/talks/${WHOLE}.ics${query}`;
      assert.deepEqual(await lines(plain, path, 'UID', 'TRIGGER'), ours);
      assert.deepEqual(await lines(oxtalks, path, 'UID', 'TRIGGER'), theirs);
    });

  it('of a series has an alarm for every talk except cancelled ones with --compatible oxtalks', async () => {
    const path = `/api/series/${PLANTS}.ics?from=2015-01-01`;
    assert.deepEqual(await lines(plain, path, 'UID', 'TRIGGER'), [`UID:${WINTER}`, `UID:${RICH}`]);
    assert.deepEqual(await lines(oxtalks, path, 'UID', 'TRIGGER'), [
      `UID:https://talks.ox.ac.uk/talks/id/${WINTER}/`,
      'TRIGGER:-PT60M',
      `UID:https://talks.ox.ac.uk/talks/id/${RICH}/`,
    ]);
  });
});

const PROBLEM = 'application/problem+json';

/** Requests that OxTalks answers differently. Lectern answers them the same with and without the setting. */
const REFUSED: readonly (readonly [path: string, status: number, type: string])[] = [
  [`/api/talks/${NOBODY}`, 404, PROBLEM],
  [`/api/series/${NOBODY}`, 404, PROBLEM],
  [`/api/collections/id/${NOBODY}`, 404, PROBLEM],
  [`/api/collections/id/${PRIVATE}`, 404, PROBLEM],
  [`/api/collections/id/${PRIVATE}.ics`, 404, PROBLEM],
  [`/user/lists/id/${PRIVATE}/`, 404, 'text/html; charset=utf-8'],
  [`/talks/id/${NOBODY}/`, 404, 'text/html; charset=utf-8'],
  ['/api/talks/search', 400, PROBLEM],
  ['/contributors/', 404, 'text/html; charset=utf-8'],
];

describe('a request that OxTalks answers differently', () => {
  for (const [path, status, type] of REFUSED)
    it(`gets the same ${String(status)} with and without --compatible oxtalks: ${path}`, async () => {
      for (const server of [plain, oxtalks]) {
        const headers = path.startsWith('/api') ? {} : { accept: 'text/html' };
        const answer = await server.ask(path, { headers });
        assert.deepEqual([answer.status, answer.headers['content-type']], [status, type]);
      }
    });

  it('gets Access-Control-Allow-Origin: *, so that other sites need no JSONP', async () => {
    const answer = await oxtalks.ask('/api/talks/search?from=today', {
      headers: { origin: 'https://dept.example.org' },
    });
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });
});
