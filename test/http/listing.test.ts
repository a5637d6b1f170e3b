import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alternateLinks } from '../support/http/alternates.ts';
import { BARE_ITEM_JSON, RICH_ITEM_JSON, strictHal } from '../support/catalogue/expected-talks.ts';
import { jsonOf, lastingHeaders } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { universityServer } from '../support/http/server.ts';
import {
  ADA,
  BARE,
  BO,
  CY,
  EMPTY,
  GARDEN,
  NO_TALKS,
  NOBODY,
  PLANTS,
  PRIVATE,
  RICH,
} from '../support/catalogue/university.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { elementOf } from '../support/sources/xml-element.ts';
import { xmlOfJson } from '../support/sources/xml-of-json.ts';

const server = universityServer();

async function slugsAt(path: string): Promise<readonly string[]> {
  const listing = await server.read(path);
  return listAt(listing, '_embedded', 'talks').map((talk) => textAt(talk, 'slug'));
}

function withoutTalks(listing: unknown): unknown {
  assert.ok(typeof listing === 'object' && listing !== null);
  return { ...listing, _embedded: { talks: [] } };
}

const PLANTS_JSON = {
  _links: {
    self: { href: `/api/series/${PLANTS}` },
    talks_page: { href: `/talks/series/id/${PLANTS}` },
    ics: { href: `/api/series/${PLANTS}.ics` },
    alternate: alternateLinks(`/api/series/${PLANTS}`),
  },
  slug: PLANTS,
  title: 'Plants & people',
  description: 'Every week.\n\nAll are welcome.',
  occurence: 'Tuesdays of full term',
  web_address: 'https://plants.example.org/',
  _embedded: { talks: [] },
};

const GARDEN_JSON = {
  _links: {
    talks_page: { href: `/user/lists/id/${GARDEN}/` },
    ics: { href: `/api/collections/id/${GARDEN}.ics` },
    alternate: alternateLinks(`/api/collections/id/${GARDEN}`),
  },
  slug: GARDEN,
  title: 'Garden talks',
  description: 'Chosen by the gardeners',
  _embedded: { talks: [] },
};

describe('a series by its slug', () => {
  it('has every field of the API and its talks as items', async () => {
    const series = await server.read(`/api/series/${PLANTS}`);
    assert.deepEqual(withoutTalks(series), PLANTS_JSON);
    assert.deepEqual(valueAt(series, '_embedded', 'talks', 1), RICH_ITEM_JSON);
    assert.deepEqual(await slugsAt(`/api/series/${PLANTS}`), [slugOf(1), RICH]);
  });

  it('may have no talks and empty text', async () => {
    assert.deepEqual(await server.read(`/api/series/${NO_TALKS}`), {
      _links: {
        self: { href: `/api/series/${NO_TALKS}` },
        talks_page: { href: `/talks/series/id/${NO_TALKS}` },
        ics: { href: `/api/series/${NO_TALKS}.ics` },
        alternate: alternateLinks(`/api/series/${NO_TALKS}`),
      },
      slug: NO_TALKS,
      title: 'Not yet',
      description: '',
      occurence: '',
      web_address: '',
      _embedded: { talks: [] },
    });
  });

  it('answers the same with a trailing slash', async () => {
    assert.deepEqual(await server.read(`/api/series/${PLANTS}/`), await server.read(`/api/series/${PLANTS}`));
  });
});

describe('a collection by its slug', () => {
  it('has every field of the API, no self link and its talks as items', async () => {
    const collection = await server.read(`/api/collections/id/${GARDEN}`);
    assert.deepEqual(withoutTalks(collection), GARDEN_JSON);
    assert.deepEqual(valueAt(collection, '_embedded', 'talks', 1), BARE_ITEM_JSON);
  });

  it('lists the talks of its series and departments and those added singly, once each and in order', async () => {
    assert.deepEqual(await slugsAt(`/api/collections/id/${GARDEN}`), [slugOf(1), BARE, RICH, slugOf(2)]);
  });

  it('may have no talks', async () => {
    assert.deepEqual(await slugsAt(`/api/collections/id/${EMPTY}`), []);
  });

  it('answers the same with a trailing slash', async () => {
    const path = `/api/collections/id/${GARDEN}`;
    assert.deepEqual(await server.read(`${path}/`), await server.read(path));
  });
});

describe('a person by their slug', () => {
  it('has a name and the talks they speak at, not those they host or organise', async () => {
    const person = await server.read(`/api/person/${BO}`);
    assert.deepEqual(person, {
      _links: {
        self: { href: `/api/person/${BO}` },
        talks_page: { href: `/talks/persons/id/${BO}` },
        ics: { href: `/api/person/${BO}.ics` },
        alternate: alternateLinks(`/api/person/${BO}`),
      },
      slug: BO,
      name: 'Bo Host',
      bio: '',
      web_address: 'https://people.example.org/bo',
      _embedded: { talks: [RICH_ITEM_JSON] },
    });
    assert.deepEqual(await slugsAt(`/api/person/${CY}`), []);
  });
});

describe('a series, collection or person', () => {
  const LISTINGS = [
    `/api/series/${PLANTS}`,
    `/api/series/${NO_TALKS}`,
    `/api/collections/id/${GARDEN}`,
    `/api/collections/id/${EMPTY}`,
    `/api/person/${ADA}`,
    `/api/person/${CY}`,
  ];

  it('is the same in XML', async () => {
    for (const path of LISTINGS) {
      const answer = await server.ask(path, { headers: { accept: 'application/xml' } });
      assert.deepEqual(elementOf(answer.body), xmlOfJson('root', await server.read(path)), path);
    }
  });

  it('omits null embedded resources in application/hal+json', async () => {
    const answer = await server.ask(`/api/collections/id/${GARDEN}`, { headers: { accept: 'application/hal+json' } });
    const [, bare, rich] = listAt(jsonOf(answer), '_embedded', 'talks');
    assert.deepEqual([bare, rich], [strictHal(BARE_ITEM_JSON), strictHal(RICH_ITEM_JSON)]);
  });

  it('accepts from and to on its own path', async () => {
    const series = `/api/series/${PLANTS}`;
    const collection = `/api/collections/id/${GARDEN}`;
    assert.deepEqual(await slugsAt(`${series}?from=2015-10-06&to=2015-10-06`), [RICH]);
    assert.deepEqual(await slugsAt(`${series}?to=2015-10-05`), [slugOf(1)]);
    assert.deepEqual(await slugsAt(`${series}?from=2015-10-07`), []);
    assert.deepEqual(await slugsAt(`${collection}?from=2015-07-31&to=plus67`), [BARE, RICH]);
    assert.deepEqual(await slugsAt(`${collection}?from=31/07/15&to=05/10/2015`), [BARE]);
    assert.deepEqual(await slugsAt(`${collection}?from=2016-01-01&to=2015-01-01`), []);
  });

  it('returns 400, names every invalid parameter and ignores those of a search', async () => {
    for (const path of [`/api/series/${PLANTS}`, `/api/collections/id/${GARDEN}`, `/api/person/${ADA}`]) {
      const answer = await server.ask(`${path}?from=x&to=plus&format=yaml&count=0&page=x&venue=x`);
      assert.equal(answer.status, 400);
      const named = listAt(jsonOf(answer), 'errors').map((error) => textAt(error, 'parameter'));
      assert.deepEqual(named, ['from', 'to', 'format']);
      assert.deepEqual(await slugsAt(`${path}?count=0&page=x&venue=x`), await slugsAt(path));
    }
  });
});

describe('a missing listing', () => {
  for (const [noun, path] of [
    ['series', '/api/series/'],
    ['public collection', '/api/collections/id/'],
    ['person', '/api/person/'],
  ] as const) {
    it(`is a 404: ${noun}`, async () => {
      for (const id of [NOBODY, RICH, 'x', PLANTS.toUpperCase(), '__proto__']) {
        const answer = await server.ask(path + id);
        const problem = {
          type: 'https://talks.example.org/docs/api#not-found',
          title: 'Not found',
          status: 404,
          detail: `No ${noun} has this identifier`,
        };
        assert.deepEqual([answer.status, jsonOf(answer)], [404, problem], path + id);
      }
    });
  }

  it('is indistinguishable from a private collection', async () => {
    for (const [path, queries] of [
      [
        '/api/collections/id/',
        ['', '.ics', '/', '?from=2015-01-01&to=plus7', '?from=x', '?format=xml', '?format=yaml'],
      ],
      ['/user/lists/id/', ['', '/']],
    ] as const) {
      for (const query of queries) {
        for (const accept of ['*/*', 'application/xml', 'application/hal+json', 'text/html', 'image/png']) {
          for (const method of ['GET', 'HEAD', 'POST']) {
            const headers = { accept, 'if-none-match': '*', 'accept-encoding': 'gzip' };
            const hidden = await server.ask(`${path}${PRIVATE}${query}`, { method, headers });
            const absent = await server.ask(`${path}${NOBODY}${query}`, { method, headers });
            assert.notEqual(hidden.status, 200);
            assert.deepEqual(
              [hidden.status, lastingHeaders(hidden), hidden.body.toString().replaceAll(PRIVATE, NOBODY)],
              [absent.status, lastingHeaders(absent), absent.body.toString()],
            );
          }
        }
      }
    }
  });
});
