import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { askPort } from '../support/http/ask.ts';
import { jsonOf, textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { oxtalksSettings } from '../support/http/oxtalks-settings.ts';
import { testServer, universityServer } from '../support/http/server.ts';
import { GARDEN, NOBODY, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

/** A series with enough talks for a streamed response. */
const LONG = 'd95be2ef-10bb-43d3-a46c-99dccf7151af';
const MANY = Array.from({ length: 300 }, (_, at) =>
  talk(slugOf(1000 + at), '2031-01-01T10:00:00Z', { series: LONG, description: `${String(at)} `.repeat(700) }),
);

const plain = universityServer();
const oxtalks = testServer(
  [...UNIVERSITY, { type: 'series', slug: LONG, title: 'Every hour' }, ...MANY],
  oxtalksSettings(),
);

async function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
  return askPort((await oxtalks.started()).port, path, { headers });
}

/** What a JSONP script passes to its callback. @param name of the callback, which may be a member of an object */
function calledWith(script: string, name: string): unknown {
  const calls: unknown[] = [];
  const [inner = '', ...outer] = name.split('.').reverse();
  const global = outer.reduce((object: object, key) => ({ [key]: object }), {
    [inner]: (value: unknown) => void calls.push(value),
  });
  runInNewContext(script, global);
  assert.equal(calls.length, 1);
  return JSON.parse(JSON.stringify(calls[0]));
}

describe('JSONP', () => {
  for (const [path, name, same] of [
    [
      '/api/talks/search?from=2015-01-01&format=jsonp&callback=show&_=1700000000',
      'show',
      '/api/talks/search?from=2015-01-01&format=json',
    ],
    [
      '/api/talks/search?callback=jQuery_1$2&from=01/01/15&format=jsonp',
      'jQuery_1$2',
      '/api/talks/search?from=01/01/15&format=json',
    ],
    [`/api/talks/${RICH}?format=jsonp&callback=my.page.talk`, 'my.page.talk', `/api/talks/${RICH}?format=json`],
    [`/api/series/${PLANTS}?format=jsonp`, 'callback', `/api/series/${PLANTS}?format=json`],
    [
      `/api/collections/id/${GARDEN}.json?format=jsonp&callback=`,
      'callback',
      `/api/collections/id/${GARDEN}.json?format=json`,
    ],
    [`/api/series/${LONG}?format=jsonp&callback=show`, 'show', `/api/series/${LONG}?format=json`],
  ] as const)
    it(`calls the callback with the JSON response: ${path}`, async () => {
      for (const headers of [{}, { accept: '*/*', 'accept-encoding': 'gzip' }]) {
        const answer = await ask(path, headers);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers['content-type'], 'application/javascript; charset=utf-8');
        assert.deepEqual([answer.headers.etag, answer.headers['cache-control']], [undefined, 'no-store']);
        assert.deepEqual(calledWith(textOf(answer), name), jsonOf(await ask(same)));
      }
    });

  it('links to the next page with format=json', async () => {
    const script = textOf(await ask('/api/talks/search?from=2015-01-01&count=2&format=jsonp&callback=show'));
    const next = textAt(calledWith(script, 'show'), '_links', 'next', 'href');
    assert.match(next, /\?from=2015-01-01&count=2&format=json&page=2$/);
    assert.equal(
      listAt(jsonOf(await ask(new URL(next).pathname + new URL(next).search)), '_embedded', 'talks').length,
      2,
    );
  });

  for (const name of ['alert(1)', '1a', 'a..b', 'a-b', 'a%28', '%61', `a${'b'.repeat(200)}`, 'a&callback=b'])
    it(`returns 400 for an invalid callback: ${name.slice(0, 20)}`, async () => {
      const answer = await ask(`/api/talks/search?from=today&format=jsonp&callback=${name}`);
      assert.deepEqual([answer.status, answer.headers['content-type']], [400, 'application/problem+json']);
      assert.equal(textAt(jsonOf(answer), 'errors', 0, 'parameter'), 'callback');
    });

  it('returns errors as application/problem+json', async () => {
    for (const [path, status] of [
      ['/api/talks/search?format=jsonp', 400],
      [`/api/talks/${NOBODY}?format=jsonp`, 404],
      [`/api/talks/${RICH}.ics?format=jsonp`, 400],
      ['/api/talks/search?from=today&format=jsonp&format=xml', 400],
      ['/api/talks/search?from=today&format=jsonpx', 400],
    ] as const) {
      const answer = await ask(path);
      assert.deepEqual([answer.status, answer.headers['content-type']], [status, 'application/problem+json'], path);
    }
  });

  it('is an unknown format unless it is enabled', async () => {
    const answer = await plain.ask('/api/talks/search?from=today&format=jsonp&callback=show');
    assert.deepEqual([answer.status, answer.headers['content-type']], [400, 'application/problem+json']);
  });
});
