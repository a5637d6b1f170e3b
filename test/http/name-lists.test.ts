import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  venue,
} from '../support/catalogue/wire-records.ts';
import { valueAt } from '../support/json-value.ts';
import { jsonOf, mediaTypeOf, textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { elementOf } from '../support/sources/xml-element.ts';
import { xmlOfJson } from '../support/sources/xml-of-json.ts';

const MOSS = 'http://topics.example.org/moss';
const LAW = 'http://topics.example.org/law';

const server = testServer([
  organisation('place:1', { name: 'University' }),
  organisation('place:2', { name: 'Sciences', parent: 'place:1' }),
  organisation('place:3', { name: 'Botany', parent: 'place:2' }),
  organisation('place:4', { name: 'Law', parent: 'place:1' }),
  venue('place:5', { name: 'Great Hall' }),
  venue('place:6', { name: 'Gallery', parent: 'place:5' }),
  person(slugOf(60), { name: 'Ada Zimmer' }),
  person(slugOf(61), { name: 'Zoe Ångström' }),
  person(slugOf(62), { name: 'Bo Moss' }),
  series(slugOf(50), { title: 'Bogs' }),
  series(slugOf(51), { title: 'Ferns' }),
  topic(MOSS, { label: 'Mosses' }),
  topic(LAW, { label: 'Law' }),
  talk(slugOf(1), '2041-03-05T10:00:00Z', {
    organising_department: 'place:3',
    venue: 'place:6',
    speakers: [slugOf(60), slugOf(62)],
    series: slugOf(50),
    topics: [MOSS],
  }),
  talk(slugOf(2), '2001-03-05T10:00:00Z', {
    organising_department: 'place:4',
    venue: 'place:5',
    speakers: [slugOf(60)],
    topics: [MOSS, LAW],
  }),
  collection(slugOf(70), { title: 'For all', talks: [slugOf(1), slugOf(2)] }),
  collection(slugOf(71), { title: 'For nobody', public: false }),
]);

type Entry = Readonly<Record<string, unknown>>;

async function entries(path: string, name: string): Promise<readonly Entry[]> {
  return valueAt(await server.read(path), '_embedded', name) as readonly Entry[];
}

/** The name, number of talks and number of upcoming talks of each entry. */
async function listed(path: string, name: string): Promise<readonly string[]> {
  const all = await entries(path, name);
  return all.map(({ name, title, label, talks, upcoming }) => [name ?? title ?? label, talks, upcoming].join(' '));
}

async function faults(path: string): Promise<readonly unknown[]> {
  const answer = await server.ask(path, { headers: { accept: 'application/json' } });
  assert.equal(answer.status, 400, path);
  return (valueAt(jsonOf(answer), 'errors') as readonly Entry[]).map(({ parameter }) => parameter);
}

/** The name, the number of parts, and the embedded parts. */
function tree({ name, places, _embedded }: Entry): unknown {
  const below = valueAt(_embedded ?? {}, 'places') as readonly Entry[] | undefined;
  return [name, places, ...(below ?? []).map(tree)];
}

describe('lists of people, series, topics, collections and places', () => {
  it('are sorted by name and count all talks and upcoming talks', async () => {
    assert.deepEqual(await listed('/api/people', 'people'), ['Zoe Ångström 0 0', 'Bo Moss 1 1', 'Ada Zimmer 2 1']);
    assert.deepEqual(await listed('/api/series', 'series'), ['Bogs 1 1', 'Ferns 0 0']);
    assert.deepEqual(await listed('/api/topics', 'topics'), ['Law 1 0', 'Mosses 2 1']);
    assert.deepEqual(await listed('/api/collections', 'collections'), ['For all 2 1']);
  });

  it('link to each record and its page and are linked from the entry point', async () => {
    for (const [path, name] of [
      ['/api/people', 'people'],
      ['/api/series', 'series'],
      ['/api/topics', 'topics'],
      ['/api/collections', 'collections'],
      ['/api/places?depth=3', 'places'],
      ['/api/places?role=venue', 'places'],
    ] as const)
      for (const entry of await entries(path, name)) {
        assert.equal((await server.ask(String(valueAt(entry, '_links', 'self', 'href')))).status, 200);
        assert.equal((await server.ask(String(valueAt(entry, '_links', 'talks_page', 'href')))).status, 200);
      }
    const links = valueAt(await server.read('/api'), '_links') as Readonly<Record<string, { href: string }>>;
    const addresses = ['people', 'all_series', 'topics', 'collections', 'places'].map((name) => links[name]?.href);
    assert.deepEqual(addresses, [
      '/api/people{?q,letter,count,page,strict}',
      '/api/series{?q,letter,count,page,strict}',
      '/api/topics{?q,letter,count,page,strict}',
      '/api/collections{?q,letter,count,page,strict}',
      '/api/places{?q,role,under,depth,count,page,strict}',
    ]);
  });

  it('are filtered by the beginnings of words with q and by the initial with letter', async () => {
    assert.deepEqual(await listed('/api/people?q=ang', 'people'), ['Zoe Ångström 0 0']);
    assert.deepEqual(await listed('/api/people?q=mo+b', 'people'), ['Bo Moss 1 1']);
    assert.deepEqual(await listed('/api/people?letter=z', 'people'), ['Ada Zimmer 2 1']);
    assert.deepEqual(await listed('/api/people?letter=z&q=bo', 'people'), []);
    assert.deepEqual(await listed('/api/topics?q=moss', 'topics'), ['Mosses 2 1']);
    assert.deepEqual(await listed('/api/collections?q=nobody', 'collections'), []);
    assert.equal((await entries('/api/people?q=', 'people')).length, 3);
  });

  it('are paged, with links that keep the other parameters', async () => {
    const first = await server.read('/api/people?count=2&strict=1');
    assert.deepEqual([valueAt(first, 'total'), valueAt(first, '_links', 'prev')], [3, null]);
    const next = String(valueAt(first, '_links', 'next', 'href'));
    assert.match(next, /\/api\/people\?count=2&strict=1&page=2$/);
    const second = await server.read(new URL(next).pathname + new URL(next).search);
    assert.deepEqual(
      (valueAt(second, '_embedded', 'people') as readonly Entry[]).map(({ name }) => name),
      ['Ada Zimmer'],
    );
    assert.equal(valueAt(second, '_links', 'next'), null);
    assert.deepEqual(await entries('/api/people?page=9', 'people'), []);
  });

  it('return places as a tree from the top or from under', async () => {
    assert.deepEqual(await listed('/api/places', 'places'), ['University 2 1']);
    const [top] = await entries('/api/places?depth=5', 'places');
    assert.deepEqual(tree(top ?? {}), ['University', 2, ['Law', 0], ['Sciences', 1, ['Botany', 0]]]);
    assert.deepEqual(await listed('/api/places?under=place:1', 'places'), ['Law 1 0', 'Sciences 1 1']);
    const parts = String(valueAt(top ?? {}, '_links', 'places', 'href'));
    assert.deepEqual(await listed(parts, 'places'), ['Law 1 0', 'Sciences 1 1']);
    assert.deepEqual(await listed('/api/places?role=venue', 'places'), ['Great Hall 2 1']);
    assert.deepEqual(await listed('/api/places?role=venue&q=gal', 'places'), ['Gallery 1 1']);
    assert.equal((await server.ask('/api/places?under=place:99')).status, 404);
    assert.deepEqual(await listed('/api/places?role=venue&under=place:1', 'places'), []);
  });

  it('return as many levels of places as depth says, one by default', async () => {
    const levels = async (query: string): Promise<unknown> =>
      (await entries(`/api/places?${query}`, 'places')).map(tree);
    assert.deepEqual(await levels(''), [['University', 2]]);
    assert.deepEqual(await levels('depth=2'), [['University', 2, ['Law', 0], ['Sciences', 1]]]);
    assert.deepEqual(await levels('depth=1&under=place:1'), [
      ['Law', 0],
      ['Sciences', 1],
    ]);
    assert.deepEqual(await levels('depth=2&under=place:1'), [
      ['Law', 0],
      ['Sciences', 1, ['Botany', 0]],
    ]);
  });

  it('answer 400 and name every parameter that is wrong', async () => {
    assert.deepEqual(await faults('/api/people?count=0&page=0&letter=ab&under=place:1&strict=1'), [
      'letter',
      'page',
      'count',
      'under',
    ]);
    assert.deepEqual(await faults('/api/places?role=hall&depth=6&q=x'), ['depth', 'q', 'role']);
    assert.deepEqual(await faults('/api/places?q=x&under=place:1'), ['q']);
  });

  it('return all topics without ?uri= or with an empty one, and a single topic with it', async () => {
    const uri = encodeURIComponent(MOSS);
    assert.equal(valueAt(await server.read(`/api/topics?uri=${uri}`), 'label'), 'Mosses');
    const both = ['Law 1 0', 'Mosses 2 1'];
    for (const path of ['/api/topics', '/api/topics.json', '/api/topics?uri=', '/api/topics?format=json&uri'])
      assert.deepEqual(await listed(path, 'topics'), both, path);
    assert.deepEqual(await faults('/api/topics?uri=moss'), ['uri']);
    assert.deepEqual(await faults('/api/topics?uri=%FF'), ['uri']);
    assert.deepEqual(await faults(`/api/topics?uri=&uri=${uri}&uri=${encodeURIComponent(LAW)}`), ['uri']);
  });

  it('return topics in no calendar or feed without ?uri=', async () => {
    for (const path of ['/api/topics.ics', '/api/topics.csv?uri=', '/api/topics?format=atom'])
      assert.deepEqual(await faults(path), ['uri'], path);
    assert.deepEqual((await faults('/api/topics.csv?format=json')).toSorted(), ['format', 'uri']);
    const type = async (accept: string) => {
      const answer = await server.ask('/api/topics', { headers: { accept } });
      return [answer.status, mediaTypeOf(answer)];
    };
    assert.deepEqual(await type('text/calendar'), [406, 'application/problem+json']);
    assert.deepEqual(await type('text/calendar, application/xml;q=0.1'), [200, 'application/xml']);
    assert.equal((await server.ask('/api/topics.yaml')).status, 404);
  });
});

const PATHS = [
  ...['/api/people?count=1', '/api/series', '/api/collections', '/api/topics?count=1&page=2'],
  ...['/api/places?depth=3', '/api/places?role=venue&q=gal', '/api/suggest?q=m'],
];

/** The same path with a suffix. */
function withSuffix(path: string, suffix: string): string {
  return path.replace(/(?=\?|$)/, suffix);
}

describe('a list of names', () => {
  const inXml = { headers: { accept: 'application/xml' } };

  for (const path of PATHS) {
    it(`has the same members in XML as in JSON: ${path}`, async () => {
      const expected = xmlOfJson('root', await server.read(path));
      const suffixed = withSuffix(path, '.xml');
      for (const answer of [await server.ask(path, inXml), await server.ask(suffixed)]) {
        assert.deepEqual([answer.status, mediaTypeOf(answer)], [200, 'application/xml']);
        assert.deepEqual(elementOf(answer.body), expected);
      }
      const json = withSuffix(path, '.json');
      assert.equal(
        (await server.ask(suffixed)).headers.link,
        `<${json}>; rel="alternate"; type="application/json"; title="JSON"`,
      );
      assert.deepEqual(await server.read(json), await server.read(path));
    });

    it(`has no null links as HAL: ${path}`, async () => {
      const plain = await server.read(path);
      const answer = await server.ask(path, { headers: { accept: 'application/hal+json' } });
      const links = Object.entries(valueAt(plain, '_links') as Entry).filter(([, link]) => link !== null);
      assert.deepEqual(jsonOf(answer), { ...(plain as Entry), _links: Object.fromEntries(links) });
    });

    it(`is named by format, which next keeps, and is no calendar: ${path}`, async () => {
      const mark = path.includes('?') ? '&' : '?';
      const answer = await server.ask(`${path}${mark}format=xml&strict=1`);
      assert.deepEqual([answer.status, mediaTypeOf(answer)], [200, 'application/xml']);
      for (const address of textOf(answer).match(/(?<=<(?:next|prev)><href>)[^<]*/g) ?? [])
        assert.match(address, /&amp;format=xml&amp;strict=1&amp;page=/);
      assert.equal((await server.ask(withSuffix(path, '.yaml'))).status, 404);
      assert.equal((await server.ask(path, { headers: { accept: 'text/html' } })).status, 406);
    });
  }

  it('has errors in the format that is asked for, those of the format among them', async () => {
    const answer = await server.ask('/api/people?count=0&letter=ab', inXml);
    assert.deepEqual([answer.status, mediaTypeOf(answer)], [400, 'application/problem+xml']);
    assert.deepEqual(await faults('/api/people?count=0&format=ics'), ['count', 'format']);
    assert.deepEqual(await faults('/api/places?depth=0&format=csv'), ['depth', 'format']);
    assert.deepEqual(await faults('/api/suggest?format=atom'), ['q', 'format']);
  });
});

const FACULTIES = 40;
const DEPARTMENTS = 30;

const large = testServer([
  organisation('place:1', { name: 'University' }),
  ...Array.from({ length: FACULTIES }, (_, n) =>
    organisation(`place:${String(100 + n)}`, { name: `Faculty ${String(100 + n)}`, parent: 'place:1' }),
  ),
  ...Array.from({ length: FACULTIES * DEPARTMENTS }, (_, n) => [
    organisation(`place:${String(1_000 + n)}`, {
      name: `Department ${String(n)}`,
      parent: `place:${String(100 + Math.floor(n / DEPARTMENTS))}`,
    }),
    talk(slugOf(n), '2041-03-05T10:00:00Z', { organising_department: `place:${String(1_000 + n)}` }),
  ]).flat(),
]);

describe('a tree of more than a thousand places', () => {
  it('embeds either all parts of a place or only a link to them', async () => {
    const answer = await large.read('/api/places?depth=3');
    const [university = {}] = valueAt(answer, '_embedded', 'places') as readonly Entry[];
    const faculties = valueAt(university, '_embedded', 'places') as readonly Entry[];
    const parts = faculties.map(({ _embedded }) =>
      _embedded === undefined ? 0 : (valueAt(_embedded, 'places') as readonly Entry[]).length,
    );
    // Of 1,000 places, the university and its faculties leave room for 959 departments.
    assert.deepEqual(
      parts,
      Array.from({ length: FACULTIES }, (_, n) => (n < 31 ? DEPARTMENTS : 0)),
    );
    const { pathname, search } = new URL(
      String(valueAt(faculties.at(-1) ?? {}, '_links', 'places', 'href')),
      'http://x',
    );
    assert.equal(valueAt(await large.read(pathname + search), 'total'), DEPARTMENTS);
  });
});
