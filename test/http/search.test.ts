import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alternateLinks } from '../support/http/alternates.ts';
import { BARE_TALK_JSON, RICH_TALK_JSON } from '../support/catalogue/expected-talks.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { startTestServer, type AskableServer, universityServer } from '../support/http/server.ts';
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
} from '../support/catalogue/university.ts';
import { organisation, person, series, slugOf, talk, topic, venue } from '../support/catalogue/wire-records.ts';
import { elementOf } from '../support/sources/xml-element.ts';
import { xmlOfJson } from '../support/sources/xml-of-json.ts';

const server = universityServer();

const BASE = 'https://talks.example.org';
const PATHS = ['/api/talks/search', '/api/events/search'] as const;

/** Links to the same search in other formats. */
function others(path: string, query: string) {
  return { ics: { href: `${BASE}${path}.ics${query}` }, alternate: alternateLinks(BASE + path, query) };
}

async function slugsOf(query: string, asked: AskableServer = server): Promise<readonly string[]> {
  const found = await asked.read(`/api/talks/search?${query}`);
  const slugs = listAt(found, '_embedded', 'talks').map((one) => textAt(one, 'slug'));
  assert.equal(valueAt(found, 'total'), slugs.length, 'total is the number of talks');
  return slugs;
}

describe('a search', () => {
  for (const path of PATHS) {
    it(`returns complete talks and links on its own path: ${path}`, async () => {
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

    it(`returns the same in XML: ${path}`, async () => {
      const query = '?from=2015-01-01&count=2&page=2&format=xml';
      const answer = await server.ask(path + query);
      const json = await server.read(`${path}?from=2015-01-01&count=2&page=2&format=json`);
      const text = JSON.stringify(json).replaceAll('format=json', 'format=xml');
      assert.deepEqual(elementOf(answer.body), xmlOfJson('root', JSON.parse(text)));
    });

    it(`omits null links in application/hal+json: ${path}`, async () => {
      const headers = { accept: 'application/hal+json' };
      const {
        venue: _venue,
        organising_department: _department,
        various_speakers,
        ...embedded
      } = BARE_TALK_JSON._embedded;
      const only = await server.ask(`${path}?from=2015-07-31&to=plus0`, { headers });
      assert.deepEqual(jsonOf(only), {
        _links: {
          self: { href: `${BASE}${path}?from=2015-07-31&to=plus0` },
          ...others(path, '?from=2015-07-31&to=plus0'),
        },
        total: 1,
        _embedded: { talks: [{ ...BARE_TALK_JSON, various_speakers, _embedded: embedded }] },
      });
      const first = await server.ask(`${path}?from=2015-07-31&count=1`, { headers });
      assert.deepEqual(valueAt(jsonOf(first), '_links'), {
        self: { href: `${BASE}${path}?from=2015-07-31&count=1` },
        next: { href: `${BASE}${path}?from=2015-07-31&count=1&page=2` },
        ...others(path, '?from=2015-07-31'),
      });
    });

    it(`returns an empty list in JSON and XML if no talk matches: ${path}`, async () => {
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

  it('sorts by start and slug and includes talks that are cancelled or in preparation', async () => {
    assert.deepEqual(await slugsOf('from=1970-01-01'), [slugOf(1), BARE, RICH, slugOf(2), slugOf(3)]);
  });

  it('returns the same with a trailing slash', async () => {
    for (const path of PATHS)
      assert.deepEqual(await server.read(`${path}/?from=2015-07-31`), await server.read(`${path}?from=2015-07-31`));
  });
});

describe('the parameters of a search', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['omit cancelled talks with cancelled=omit', `cancelled=omit&series=${PLANTS}`, [slugOf(1)]],
    ['find only cancelled talks with cancelled=only', 'cancelled=only', [RICH]],
    [
      'find cancelled talks among the others with cancelled=status',
      `cancelled=status&series=${PLANTS}`,
      [slugOf(1), RICH],
    ],
    ['find the talks of a speaker', `speaker=${ADA}`, [RICH]],
    ['find the talks of either of two speakers', `speaker=${ADA}&speaker=${CY}`, [RICH]],
    ['do not match hosts as speakers', `speaker=${CY}`, []],
    ['find nothing for an unknown speaker', `speaker=${NOBODY}`, []],
    ['find nothing for the slug of a talk as a speaker', `speaker=${RICH}`, []],
    ['find the talks of a series', `series=${PLANTS}`, [slugOf(1), RICH]],
    ['find the talks of either of two series', `series=${NO_TALKS}&series=${PLANTS}`, [slugOf(1), RICH]],
    ['may repeat a series', `series=${PLANTS}&series=${PLANTS}`, [slugOf(1), RICH]],
    ['find the talks at a venue', 'venue=place:1001', [RICH]],
    ['find the talks at either of two venues', 'venue=place:1001&venue=oxpoints:1002', [slugOf(1), RICH]],
    ['exclude the venues inside a site by default', 'venue=place:1000', []],
    ['include the venues inside a site with subvenues=true', 'venue=place:1000&subvenues=true', [slugOf(1), RICH]],
    ['exclude the venues inside a site with subvenues=false', 'venue=place:1000&subvenues=false', []],
    ['find nothing for an organisation as a venue', 'venue=place:2000&subvenues=true', []],
    ['find the talks of a department', 'organising_department=place:2001', [RICH]],
    ['include subdepartments by default', 'organising_department=place:2000', [RICH, slugOf(2), slugOf(3)]],
    [
      'include subdepartments with subdepartments=true',
      'organising_department=place:2000&subdepartments=true',
      [RICH, slugOf(2), slugOf(3)],
    ],
    [
      'exclude subdepartments with subdepartments=false',
      'organising_department=place:2000&subdepartments=false',
      [slugOf(3)],
    ],
    [
      'find the talks of either of two departments',
      'organising_department=oxpoints:2002&organising_department=place:2001',
      [RICH, slugOf(2)],
    ],
    ['find nothing for an unknown place', 'organising_department=place:99', []],
    ['find the talks on a topic', `topic=${encodeURIComponent(MOSS_TOPIC)}`, [RICH]],
    ['may contain : and / in a topic without encoding', `topic=${LAW_TOPIC}`, [RICH]],
    ['find the talks on either of two topics', `topic=http://topics.example.org/no&topic=${LAW_TOPIC}`, [RICH]],
    ['match topics case-sensitively', `topic=${LAW_TOPIC.toUpperCase()}`, []],
    [
      'find only talks that match all of them',
      `speaker=${BO}&series=${PLANTS}&venue=place:1000&subvenues=true&organising_department=place:2000&topic=${LAW_TOPIC}`,
      [RICH],
    ],
    ['find nothing if no talk matches one of them', `speaker=${BO}&series=${NO_TALKS}`, []],
    [
      'combine values of one parameter with OR and different parameters with AND',
      `series=${PLANTS}&series=${NO_TALKS}&venue=oxpoints:1002&venue=place:1000`,
      [slugOf(1)],
    ],
    ['may contain encoded place identifiers', 'organising_department=place%3A2001', [RICH]],
    ['may have encoded names', `%73eries=${PLANTS}`, [slugOf(1), RICH]],
    ['are ignored if unknown', `query=moss&callback=x&__proto__=1&constructor&series=${PLANTS}`, [slugOf(1), RICH]],
    ['may include empty pairs', `&&series=${PLANTS}&&`, [slugOf(1), RICH]],
  ];
  for (const [what, query, expected] of cases) {
    it(what, async () => {
      assert.deepEqual(await slugsOf(`from=1970-01-01&${query}`), expected);
      assert.deepEqual(await slugsOf(`${query}&from=1970-01-01`), expected);
    });
  }

  it('may start with an empty pair, as existing clients send it', async () => {
    assert.deepEqual(await slugsOf(`&from=1970-01-01&series=${PLANTS}`), [slugOf(1), RICH]);
  });

  it('may repeat a single-value parameter with the same value', async () => {
    assert.deepEqual(await slugsOf('from=2016-02-03&from=2016-02-03&count=5&count=5&subvenues=true&subvenues=true'), [
      slugOf(3),
    ]);
  });
});

describe('a four-level tree of departments and venues', () => {
  const LEVELS = [1, 2, 3, 4];

  it('is searched downwards from any level', async (t) => {
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
  it('find exactly the matching talks for all values of speaker, series and topic', async (t) => {
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

it('a search finds a talk that has only the required fields', async () => {
  assert.deepEqual(await slugsOf('from=2015-07-31&to=plus0'), [BARE]);
});
