import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { alternateLinks } from '../support/http/alternates.ts';
import { hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { readFeed } from '../support/render/read-feed.ts';
import { startTestServer, universityServer } from '../support/http/server.ts';
import { LAW_TOPIC, MOSS_TOPIC, RICH } from '../support/catalogue/university.ts';
import { organisation, person, series, slugOf, talk, topic, venue } from '../support/catalogue/wire-records.ts';
import { elementOf } from '../support/sources/xml-element.ts';
import { xmlOfJson } from '../support/sources/xml-of-json.ts';

const server = universityServer();

const BASE = 'https://talks.example.org';

async function slugsAt(path: string): Promise<readonly string[]> {
  return listAt(await server.read(path), '_embedded', 'talks').map((one) => textAt(one, 'slug'));
}

describe('a department, venue or topic', () => {
  it('lists its talks in pages with next and prev links', async () => {
    const path = '/api/departments/place:2000';
    const university = await server.read(`${path}?count=2`);
    assert.deepEqual(
      { ...(university as object), _embedded: null },
      {
        _links: {
          self: { href: `${BASE}${path}?count=2` },
          next: { href: `${BASE}${path}?count=2&page=2` },
          prev: null,
          ics: { href: `${BASE}${path}.ics` },
          alternate: alternateLinks(BASE + path),
        },
        id: 'place:2000',
        name: 'University',
        address: '1 High Street',
        map_link: '//www.openstreetmap.org/search?query=1%20High%20Street',
        total: 3,
        _embedded: null,
      },
    );
    assert.deepEqual(await slugsAt(`${path}?count=2`), [RICH, slugOf(2)]);
    assert.deepEqual(await slugsAt(`${path}?count=2&page=2`), [slugOf(3)]);
    assert.deepEqual(await slugsAt(`${path}?from=2016-02-03`), [slugOf(3)]);
  });

  it('includes the talks of all places below it', async () => {
    assert.deepEqual(await slugsAt('/api/departments/place:2001'), [RICH]);
    assert.deepEqual(await slugsAt('/api/venues/place:1000'), [slugOf(1), RICH]);
    assert.deepEqual(await slugsAt('/api/venues/oxpoints:1002'), [slugOf(1)]);
  });

  it('accepts a percent-encoded identifier', async () => {
    const path = `/api/departments/${encodeURIComponent('place:2001')}`;
    assert.deepEqual(await server.read(path), await server.read('/api/departments/place:2001'));
    assert.deepEqual(await slugsAt('/api/venues/place%3a1000'), await slugsAt('/api/venues/place:1000'));
    assert.equal((await server.ask('/api/departments/place%3A2001.ics')).status, 200);
    // Encoded twice, it does not decode to a colon.
    assert.equal((await server.ask('/api/departments/place%253A2001.ics')).status, 404);
  });

  it('has its identifier in the uri parameter if it is a topic', async () => {
    for (const uri of [MOSS_TOPIC, LAW_TOPIC]) {
      const found = await server.read(`/api/topics?uri=${encodeURIComponent(uri)}`);
      assert.equal(textAt(found, 'uri'), uri);
      assert.equal(listAt(found, '_embedded', 'talks').length, 1);
    }
  });

  it('is the same in XML and omits null links in application/hal+json', async () => {
    for (const path of ['/api/venues/place:1000', `/api/topics?uri=${encodeURIComponent(LAW_TOPIC)}`]) {
      const xml = await server.ask(path, { headers: { accept: 'application/xml' } });
      assert.deepEqual(elementOf(xml.body), xmlOfJson('root', await server.read(path)), path);
      const hal = await server.ask(path, { headers: { accept: 'application/hal+json' } });
      assert.deepEqual(Object.keys(valueAt(jsonOf(hal), '_links') as object), ['self', 'ics', 'alternate']);
    }
  });

  it('is a 404 if no record of that kind has the identifier', async () => {
    for (const [path, noun] of [
      ['/api/departments/place:1000', 'department'],
      ['/api/departments/x', 'department'],
      ['/api/venues/place:2000', 'venue'],
      ['/api/venues/__proto__', 'venue'],
      [`/api/topics?uri=${encodeURIComponent('http://topics.example.org/none')}`, 'topic'],
    ] as const) {
      const answer = await server.ask(path);
      assert.deepEqual([answer.status, textAt(jsonOf(answer), 'detail')], [404, `No ${noun} has this identifier`]);
    }
  });

  it('returns 400 and names every invalid parameter', async () => {
    const answer = await server.ask('/api/departments/place:2000?from=x&count=0&page=0&format=x');
    const named = listAt(jsonOf(answer), 'errors').map((error) => textAt(error, 'parameter'));
    assert.deepEqual([answer.status, named], [400, ['from', 'count', 'page', 'format']]);
  });
});

describe('a hostile name of a series, person, place or topic', () => {
  it('leaves every format readable by independent parsers', async (t) => {
    const names = fc.sample(
      hostileFeedText.map((text) => `N${text.slice(0, 300)}`.replace(/\p{Surrogate}/gu, '')),
      { numRuns: 12, seed: 20 },
    );
    const odd = await startTestServer([
      ...names.flatMap((name, n) => [
        series(slugOf(100 + n), { title: name, description: name }),
        person(slugOf(200 + n), { name }),
        organisation(`place:${String(300 + n)}`, { name }),
        venue(`place:${String(400 + n)}`, { name }),
        topic(`http://topics.example.org/${String(n)}`, { label: name }),
        talk(slugOf(n), '2016-01-01T12:00:00Z', {
          title: name,
          series: slugOf(100 + n),
          speakers: [slugOf(200 + n)],
          organising_department: `place:${String(300 + n)}`,
          venue: `place:${String(400 + n)}`,
          topics: [`http://topics.example.org/${String(n)}`],
        }),
      ]),
    ]);
    t.after(() => odd.close());
    const suffixes = ['.ics', '.jcal.json', '.jscal.json', '.atom', '.rss', '.feed.json', '.csv', '.jsonld'];
    for (const n of names.keys()) {
      for (const suffix of [...suffixes, '.schedule.xml', '.schedule.json', '.txt', '.md']) {
        for (const path of [
          `/api/series/${slugOf(100 + n)}${suffix}?from=2015-01-01`,
          `/api/person/${slugOf(200 + n)}${suffix}?from=2015-01-01`,
          `/api/departments/place:${String(300 + n)}${suffix}?from=2015-01-01`,
          `/api/venues/place:${String(400 + n)}${suffix}?from=2015-01-01`,
          `/api/topics${suffix}?from=2015-01-01&uri=http://topics.example.org/${String(n)}`,
          `/api/talks/search${suffix}?from=2015-01-01&speaker=${slugOf(200 + n)}`,
        ]) {
          const answer = await odd.ask(path);
          assert.equal(answer.status, 200, path);
          const { talks } = readFeed(suffix, answer);
          assert.deepEqual(
            talks.map(({ id }) => id.includes(slugOf(n))),
            [true],
            `${path}\n${answer.body.toString()}`,
          );
        }
      }
    }
  });
});
