import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BARE_TALK_JSON, RICH_TALK_JSON, strictHal } from '../support/catalogue/expected-talks.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { universityServer } from '../support/http/server.ts';
import { BARE, NOBODY, PLANTS, RICH } from '../support/catalogue/university.ts';
import { elementOf } from '../support/sources/xml-element.ts';
import { xmlOfJson } from '../support/sources/xml-of-json.ts';

const server = universityServer();

describe('a talk in the API', () => {
  it('has every field in JSON', async () => {
    assert.deepEqual(await server.read(`/api/talks/${RICH}`), RICH_TALK_JSON);
  });

  it('has null or an empty string for missing values', async () => {
    assert.deepEqual(await server.read(`/api/talks/${BARE}`), BARE_TALK_JSON);
  });

  it('has its members in a fixed order, so that its bytes stay the same', async () => {
    assert.equal(textOf(await server.ask(`/api/talks/${RICH}`)), JSON.stringify(RICH_TALK_JSON));
  });

  it('has the same fields in XML', async () => {
    for (const [slug, json] of [[RICH, RICH_TALK_JSON] as const, [BARE, BARE_TALK_JSON] as const]) {
      const answer = await server.ask(`/api/talks/${slug}`, { headers: { accept: 'application/xml' } });
      assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8');
      assert.deepEqual(elementOf(answer.body), xmlOfJson('root', json));
    }
  });

  it('omits null embedded resources in application/hal+json', async () => {
    const answer = await server.ask(`/api/talks/${BARE}`, { headers: { accept: 'application/hal+json' } });
    assert.deepEqual(jsonOf(answer), strictHal(BARE_TALK_JSON));
  });

  it('has every field in application/hal+json', async () => {
    const answer = await server.ask(`/api/talks/${RICH}`, { headers: { accept: 'application/hal+json' } });
    assert.deepEqual(jsonOf(answer), strictHal(RICH_TALK_JSON));
  });

  it('is the same with a trailing slash, without a redirect', async () => {
    assert.deepEqual(await server.read(`/api/talks/${RICH}/`), RICH_TALK_JSON);
  });

  it("never contains a person's e-mail address", async () => {
    for (const path of [
      `/api/talks/${RICH}`,
      `/api/talks/${RICH}.ics`,
      `/api/series/${PLANTS}`,
      `/talks/id/${RICH}/`,
    ]) {
      for (const accept of ['*/*', 'application/hal+json', 'application/xml']) {
        const answer = await server.ask(path, { headers: { accept } });
        assert.ok(!textOf(answer).includes('private.example.org'), `${path} as ${accept}`);
      }
    }
  });

  it('ignores unknown query parameters', async () => {
    assert.deepEqual(await server.read(`/api/talks/${RICH}?from=nonsense&x=%zz`), RICH_TALK_JSON);
  });
});

describe('an unknown talk', () => {
  const NO_TALK = {
    type: 'https://talks.example.org/docs/api#not-found',
    title: 'Not found',
    status: 404,
    detail: 'No talk has this identifier',
  };

  for (const [what, id] of [
    ['an unknown slug', NOBODY],
    ['the slug of a series', PLANTS],
    ['a slug in upper case', RICH.toUpperCase()],
    ['a slug without hyphens', RICH.replaceAll('-', '')],
    ['a word instead of a slug', 'moss'],
    ['a slug with a suffix', `${RICH}x`],
    ['the calendar of an unknown slug', `${NOBODY}.ics`],
    ['a property of every JavaScript object', '__proto__'],
    ['an encoded slash', `${RICH}%2f`],
    ['a very long identifier', 'a'.repeat(20_000)],
  ] as const) {
    it(`is a 404: ${what}`, async () => {
      const answer = await server.ask(`/api/talks/${id}`);
      assert.deepEqual([answer.status, jsonOf(answer)], [404, NO_TALK]);
    });
  }

  it('is an unknown path if it has a suffix but no slug', async () => {
    const answer = await server.ask('/api/talks/.ics');
    const detail = 'Nothing is served at this path';
    assert.deepEqual([answer.status, jsonOf(answer)], [404, { ...NO_TALK, detail }]);
  });

  it('is a problem document in XML if the client asks for XML', async () => {
    const answer = await server.ask(`/api/talks/${NOBODY}`, { headers: { accept: 'text/xml' } });
    assert.equal(answer.headers['content-type'], 'application/problem+xml; charset=utf-8');
    assert.deepEqual(elementOf(answer.body), xmlOfJson('problem', NO_TALK));
  });
});
