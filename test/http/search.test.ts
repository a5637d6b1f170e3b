import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alternateLinks } from '../support/http/alternates.ts';
import { BARE_TALK_JSON, RICH_TALK_JSON } from '../support/catalogue/expected-talks.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { startTestServer, testServer, type AskableServer } from '../support/http/server.ts';
import {
  ADA,
  BARE,
  BO,
  CY,
  LAW_TOPIC,
  MOSS_TOPIC,
  NOBODY,
  PLANTS,
  NO_TALKS,
  RICH,
  UNIVERSITY,
} from '../support/catalogue/university.ts';
import { organisation, person, series, slugOf, talk, topic, venue } from '../support/catalogue/wire-records.ts';
import { elementOf } from '../support/sources/xml-element.ts';
import { xmlOfJson } from '../support/sources/xml-of-json.ts';

const server = testServer(UNIVERSITY);

const BASE = 'https://talks.example.org';
const PATHS = ['/api/talks/search', '/api/events/search'] as const;

/** The links to the same in other formats. */
function others(path: string, query: string) {
  return { ics: { href: `${BASE}${path}.ics${query}` }, alternate: alternateLinks(BASE + path, query) };
}

async function slugsOf(query: string, asked: AskableServer = server): Promise<readonly string[]> {
  const found = await asked.read(`/api/talks/search?${query}`);
  const slugs = listAt(found, '_embedded', 'talks').map((one) => textAt(one, 'slug'));
  assert.equal(valueAt(found, 'total'), slugs.length, 'the total is how many match');
  return slugs;
}

describe('a search', () => {
  for (const path of PATHS) {
    it(`answers with whole talks and links on its own path: ${path}`, async () => {
      assert.deepEqual(await server.read(`${path}?from=2015-07-31&to=2015-10-06`), {
        _links: {
          self: { href: `${BASE}${path}?from=2015-07-31&to=2015-10-06` },
          next: null,
          prev: null,
          ...others(path, '?from=2015-07-31&to=2015-10-06'),
        },
        total: 2,
        _embedded: { talks: [BARE_TALK_JSON, RICH_TALK_JSON] },
      });
    });

    it(`says the same in XML: ${path}`, async () => {
      const query = '?from=2015-01-01&count=2&page=2&format=xml';
      const answer = await server.ask(path + query);
      const json = await server.read(`${path}?from=2015-01-01&count=2&page=2&format=json`);
      const text = JSON.stringify(json).replaceAll('format=json', 'format=xml');
      assert.deepEqual(elementOf(answer.body), xmlOfJson('root', JSON.parse(text)));
    });

    it(`leaves null links out for those who ask for HAL by name: ${path}`, async () => {
      const headers = { accept: 'application/hal+json' };
      const { venue: _venue, organising_department: _department, ...embedded } = BARE_TALK_JSON._embedded;
      const only = await server.ask(`${path}?from=2015-07-31&to=plus0`, { headers });
      assert.deepEqual(jsonOf(only), {
        _links: {
          self: { href: `${BASE}${path}?from=2015-07-31&to=plus0` },
          ...others(path, '?from=2015-07-31&to=plus0'),
        },
        total: 1,
        _embedded: { talks: [{ ...BARE_TALK_JSON, _embedded: embedded }] },
      });
      const first = await server.ask(`${path}?from=2015-07-31&count=1`, { headers });
      assert.deepEqual(valueAt(jsonOf(first), '_links'), {
        self: { href: `${BASE}${path}?from=2015-07-31&count=1` },
        next: { href: `${BASE}${path}?from=2015-07-31&count=1&page=2` },
        ...others(path, '?from=2015-07-31'),
      });
    });

    it(`finds nothing where there is nothing, in every representation: ${path}`, async () => {
      const nothing = {
        _links: {
          self: { href: `${BASE}${path}?from=2100-01-01` },
          next: null,
          prev: null,
          ...others(path, '?from=2100-01-01'),
        },
        total: 0,
        _embedded: { talks: [] },
      };
      assert.deepEqual(await server.read(`${path}?from=2100-01-01`), nothing);
      const xml = await server.ask(`${path}?from=2100-01-01`, { headers: { accept: 'text/xml' } });
      assert.deepEqual(elementOf(xml.body), xmlOfJson('root', nothing));
    });
  }

  it('lists by start and then by slug, those in preparation and the cancelled ones too', async () => {
    assert.deepEqual(await slugsOf('from=1970-01-01'), [slugOf(1), BARE, RICH, slugOf(2), slugOf(3)]);
  });

  it('answers the same with a final slash', async () => {
    for (const path of PATHS)
      assert.deepEqual(await server.read(`${path}/?from=2015-07-31`), await server.read(`${path}?from=2015-07-31`));
  });
});

describe('what a search asks for', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['no cancelled talk', `cancelled=omit&series=${PLANTS}`, [slugOf(1)]],
    ['nothing but cancelled talks', 'cancelled=only', [RICH]],
    ['cancelled talks among the others', `cancelled=status&series=${PLANTS}`, [slugOf(1), RICH]],
    ['a speaker', `speaker=${ADA}`, [RICH]],
    ['one of two speakers', `speaker=${ADA}&speaker=${CY}`, [RICH]],
    ['a host, who is no speaker', `speaker=${CY}`, []],
    ['a speaker that nobody is', `speaker=${NOBODY}`, []],
    ['the slug of a talk as a speaker', `speaker=${RICH}`, []],
    ['a series', `series=${PLANTS}`, [slugOf(1), RICH]],
    ['any of two series', `series=${NO_TALKS}&series=${PLANTS}`, [slugOf(1), RICH]],
    ['the same series twice', `series=${PLANTS}&series=${PLANTS}`, [slugOf(1), RICH]],
    ['a venue', 'venue=place:1001', [RICH]],
    ['any of two venues', 'venue=place:1001&venue=oxpoints:1002', [slugOf(1), RICH]],
    ['a site itself, for subvenues is false unless said', 'venue=place:1000', []],
    ['a site and all inside it', 'venue=place:1000&subvenues=true', [slugOf(1), RICH]],
    ['a site alone', 'venue=place:1000&subvenues=false', []],
    ['an organisation as a venue', 'venue=place:2000&subvenues=true', []],
    ['a department', 'organising_department=place:2001', [RICH]],
    [
      'a university and all under it, for subdepartments is true unless said',
      'organising_department=place:2000',
      [RICH, slugOf(2), slugOf(3)],
    ],
    [
      'a university and all under it',
      'organising_department=place:2000&subdepartments=true',
      [RICH, slugOf(2), slugOf(3)],
    ],
    ['a university alone', 'organising_department=place:2000&subdepartments=false', [slugOf(3)]],
    [
      'any of two departments',
      'organising_department=oxpoints:2002&organising_department=place:2001',
      [RICH, slugOf(2)],
    ],
    ['a place that there is not', 'organising_department=place:99', []],
    ['a topic', `topic=${encodeURIComponent(MOSS_TOPIC)}`, [RICH]],
    ['a topic with : and / as they are', `topic=${LAW_TOPIC}`, [RICH]],
    ['any of two topics', `topic=http://topics.example.org/no&topic=${LAW_TOPIC}`, [RICH]],
    ['a topic in another spelling', `topic=${LAW_TOPIC.toUpperCase()}`, []],
    [
      'all of several parameters',
      `speaker=${BO}&series=${PLANTS}&venue=place:1000&subvenues=true&organising_department=place:2000&topic=${LAW_TOPIC}`,
      [RICH],
    ],
    ['all of several parameters, one of which nothing has', `speaker=${BO}&series=${NO_TALKS}`, []],
    [
      'any within and all across',
      `series=${PLANTS}&series=${NO_TALKS}&venue=oxpoints:1002&venue=place:1000`,
      [slugOf(1)],
    ],
    ['encoded place identifiers', 'organising_department=place%3A2001', [RICH]],
    ['an encoded name', `%73eries=${PLANTS}`, [slugOf(1), RICH]],
    [
      'parameters that there are not',
      `query=moss&callback=x&__proto__=1&constructor&series=${PLANTS}`,
      [slugOf(1), RICH],
    ],
    ['empty pairs', `&&series=${PLANTS}&&`, [slugOf(1), RICH]],
  ];
  for (const [what, query, expected] of cases) {
    it(what, async () => {
      assert.deepEqual(await slugsOf(`from=1970-01-01&${query}`), expected);
      assert.deepEqual(await slugsOf(`${query}&from=1970-01-01`), expected);
    });
  }

  it('an empty pair before everything, as clients in the field send it', async () => {
    assert.deepEqual(await slugsOf(`&from=1970-01-01&series=${PLANTS}`), [slugOf(1), RICH]);
  });

  it('a search whose single parameter is given twice with one value', async () => {
    assert.deepEqual(await slugsOf('from=2016-02-03&from=2016-02-03&count=5&count=5&subvenues=true&subvenues=true'), [
      slugOf(3),
    ]);
  });
});

describe('a four-level tree of departments and of venues', () => {
  const LEVELS = [1, 2, 3, 4];

  it('is followed down from any level', async (t) => {
    const tree = await startTestServer([
      ...LEVELS.flatMap((level) => {
        const parent = (word: string): string | null => (level === 1 ? null : `${word}:${String(level - 1)}`);
        return [
          organisation(`org:${String(level)}`, { parent: parent('org') }),
          venue(`site:${String(level)}`, { parent: parent('site') }),
          talk(slugOf(level), '2026-01-01T12:00:00Z', {
            organising_department: `org:${String(level)}`,
            venue: `site:${String(level)}`,
          }),
        ];
      }),
    ]);
    t.after(() => tree.close());
    for (const level of LEVELS) {
      const below = LEVELS.filter((one) => one >= level).map(slugOf);
      const alone = [slugOf(level)];
      const at = String(level);
      assert.deepEqual(await slugsOf(`from=2026-01-01&organising_department=org:${at}`, tree), below);
      assert.deepEqual(
        await slugsOf(`from=2026-01-01&organising_department=org:${at}&subdepartments=false`, tree),
        alone,
      );
      assert.deepEqual(await slugsOf(`from=2026-01-01&venue=site:${at}&subvenues=true`, tree), below);
      assert.deepEqual(await slugsOf(`from=2026-01-01&venue=site:${at}`, tree), alone);
    }
  });
});

describe('combinations of filters', () => {
  it('agree with what the talks themselves say, for every pair of values of every pair of parameters', async (t) => {
    const people = [slugOf(1001), slugOf(1002)];
    const lines = [slugOf(2001), slugOf(2002)];
    const topics = ['http://t.example.org/1', 'http://t.example.org/2'];
    const talks = Array.from({ length: 32 }, (_, n) => ({
      slug: slugOf(n),
      speakers: people.filter((_one, i) => n & (1 << i)),
      series: lines[(n >> 2) & 1] ?? null,
      topics: topics.filter((_one, i) => n & (8 << i)),
    }));
    const records = [
      ...people.map((slug) => person(slug)),
      ...lines.map((slug) => series(slug)),
      ...topics.map((uri) => topic(uri)),
      ...talks.map(({ slug, ...fields }) => talk(slug, '2026-01-01T12:00:00Z', fields)),
    ];
    const many = await startTestServer(records, { defaultCount: 100 });
    t.after(() => many.close());
    const choices = (values: readonly string[]): readonly (readonly string[])[] => [
      [],
      values,
      ...values.map((value) => [value]),
    ];
    for (const bySpeaker of choices(people)) {
      for (const bySeries of choices(lines)) {
        for (const byTopic of choices(topics)) {
          const expected = talks.filter(
            (one) =>
              (bySpeaker.length === 0 || one.speakers.some((value) => bySpeaker.includes(value))) &&
              (bySeries.length === 0 || (one.series !== null && bySeries.includes(one.series))) &&
              (byTopic.length === 0 || one.topics.some((value) => byTopic.includes(value))),
          );
          const pairs = [
            ...bySpeaker.map((value) => `speaker=${value}`),
            ...bySeries.map((value) => `series=${value}`),
            ...byTopic.map((value) => `topic=${value}`),
          ];
          const found = await slugsOf(['from=2026-01-01', ...pairs].join('&'), many);
          assert.deepEqual(
            found,
            expected.map(({ slug }) => slug),
            pairs.join('&'),
          );
        }
      }
    }
  });
});

it('finds a talk by itself that has only what it must have', async () => {
  assert.deepEqual(await slugsOf('from=2015-07-31&to=plus0'), [BARE]);
});
