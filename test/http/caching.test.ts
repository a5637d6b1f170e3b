import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { linkHeader } from '../support/http/alternates.ts';
import { decoded, lastingHeaders } from '../support/http/http-answer.ts';
import { universityServer } from '../support/http/server.ts';
import { BARE, GARDEN, NOBODY, PLANTS, RESOURCES, RICH } from '../support/catalogue/university.ts';
import { etagOf } from '../support/http/etag-of.ts';

const server = universityServer();

const PAGES = [
  '/',
  `/talks/id/${RICH}`,
  `/talks/series/id/${PLANTS}`,
  `/user/lists/id/${GARDEN}`,
  '/docs/api',
  '/openapi.json',
  '/schema/catalogue.json',
];
const ACCEPTS = ['application/json', 'application/hal+json', 'application/xml', 'text/xml'];
const CODINGS = ['identity', 'gzip', 'br'];

// Before midnight, answers may be kept for less long.
before(() => mock.timers.enable({ apis: ['Date'], now: Date.parse('2020-02-01T12:00:00Z') }));
after(() => mock.timers.reset());

const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';

describe('the ETag', () => {
  it('is unique to each representation and content coding and is the same on repeated requests', async () => {
    for (const path of RESOURCES) {
      const seen = new Map<string, string>();
      for (const accept of ACCEPTS) {
        for (const coding of CODINGS) {
          const headers = { accept, 'accept-encoding': coding };
          const first = await server.ask(path, { headers });
          const etag = await etagOf(server, path, headers);
          assert.equal(first.headers.etag, etag, `${path} ${accept} ${coding}: the ETag changed on the second request`);
          for (let again = 0; again < 3; again += 1) assert.equal(await etagOf(server, path, headers), etag);
          const sent = first.headers['content-encoding'] ?? 'identity';
          const name = `${first.headers['content-type'] ?? ''} ${sent}`;
          assert.equal(seen.get(name) ?? etag, etag);
          seen.set(name, etag);
        }
      }
      assert.equal(new Set(seen.values()).size, seen.size, `${path}: ${JSON.stringify([...seen])}`);
    }
  });

  it('is the same on repeated requests for pages and documents too', async () => {
    for (const path of PAGES) assert.equal(await etagOf(server, path), await etagOf(server, path), path);
  });

  it('differs between different responses', async () => {
    const tags = new Set<string>();
    const paths = [
      ...RESOURCES,
      ...['2015-02-01', '2016-02-02', '2030-01-01', '2031-01-01'].map((from) => `/api/talks/search?from=${from}`),
      ...[1, 2, 3, 9].map((page) => `/api/talks/search?from=2015-01-01&count=2&page=${String(page)}`),
      `/api/talks/${BARE}`,
      `/api/series/${PLANTS}?from=2015-10-01`,
    ];
    for (const path of paths) tags.add(await etagOf(server, path));
    assert.equal(tags.size, paths.length);
  });
});

describe('a conditional request', () => {
  const names = (etag: string): readonly (readonly [string, boolean])[] => [
    [etag, true],
    [`W/${etag}`, true],
    [`"other", ${etag}`, true],
    [`"other",W/"x" ,\t${etag} , "more"`, true],
    [`, ,${etag},`, true],
    ['*', true],
    [' * ', true],
    ['"other"', false],
    ['"other", W/"another"', false],
    [etag.slice(1, -1), false],
    [etag.slice(0, -1), false],
    [`${etag.slice(0, -1)}x"`, false],
    [etag.toUpperCase() === etag ? etag.toLowerCase() : etag.toUpperCase(), false],
    ['', false],
    ['"', false],
    ['"*"', false],
    ['W/', false],
    ['garbage, in; here="', false],
    ['"'.repeat(5_000), false],
  ];

  for (const path of [...RESOURCES, ...PAGES]) {
    it(`returns 304 if and only if If-None-Match names the current ETag: ${path}`, async () => {
      for (const headers of [{}, { accept: 'text/xml' }, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }]) {
        const whole = await server.ask(path, { headers });
        const { etag = '' } = whole.headers;
        for (const [condition, has] of names(etag)) {
          for (const method of ['GET', 'HEAD']) {
            const answer = await server.ask(path, { method, headers: { ...headers, 'if-none-match': condition } });
            assert.equal(answer.status, has ? 304 : 200, `${method} If-None-Match: ${condition.slice(0, 80)}`);
            assert.equal(answer.headers.etag, etag);
            assert.equal(answer.headers['cache-control'], whole.headers['cache-control']);
            assert.equal(answer.headers.vary, whole.headers.vary);
          }
        }
      }
    });
  }

  it('returns 304 with the headers that caches refresh and without those that describe a body', async () => {
    const path = RESOURCES[0] ?? '';
    const { etag = '' } = (await server.ask(path)).headers;
    const {
      connection: _connection,
      'keep-alive': _keepAlive,
      ...headers
    } = lastingHeaders(await server.ask(path, { headers: { 'if-none-match': etag } }));
    assert.deepEqual(headers, {
      etag,
      'cache-control': CACHE_CONTROL,
      vary: 'Accept, Accept-Encoding',
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'ETag, Link, Deprecation, Lectern-Ignored-Parameters, Retry-After, RateLimit, RateLimit-Policy, Allow, Age, X-Request-Id',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      link: linkHeader('/api/talks/search', '?from=2015-01-01'),
    });
  });

  it('returns 200 for the ETag of another representation or content coding', async () => {
    const tags: (readonly [Readonly<Record<string, string>>, string])[] = [];
    for (const accept of ACCEPTS) {
      for (const coding of CODINGS) {
        const headers = { accept, 'accept-encoding': coding };
        tags.push([headers, await etagOf(server, `/api/talks/${RICH}`, headers)]);
      }
    }
    for (const [headers, own] of tags) {
      const others = tags.map(([, tag]) => tag).filter((tag) => tag !== own);
      const condition = { ...headers, 'if-none-match': others.join(', ') };
      assert.equal(
        (await server.ask(`/api/talks/${RICH}`, { headers: condition })).status,
        200,
        JSON.stringify(headers),
      );
    }
  });

  it('returns errors as usual with If-None-Match: *', async () => {
    const headers = { 'if-none-match': '*' };
    const statuses = [];
    for (const path of ['/api/talks/search', `/api/talks/${NOBODY}`, '/nowhere'])
      statuses.push((await server.ask(path, { headers })).status);
    statuses.push((await server.ask('/api', { headers: { ...headers, accept: 'image/png' } })).status);
    statuses.push((await server.ask('/api', { method: 'POST', headers })).status);
    assert.deepEqual(statuses, [400, 404, 404, 406, 405]);
  });
});

describe('Cache-Control', () => {
  it('lets shared caches keep a response for a minute and serve it stale while revalidating', async () => {
    for (const path of [...RESOURCES, `/talks/id/${RICH}`, '/openapi.json', '/schema/catalogue.json'])
      assert.equal((await server.ask(path)).headers['cache-control'], CACHE_CONTROL, path);
  });

  it('is no-store for /healthz, /readyz and errors', async () => {
    for (const path of ['/healthz', '/readyz', '/nowhere', '/api/talks/search'])
      assert.equal((await server.ask(path)).headers['cache-control'], 'no-store', path);
  });
});

describe('the content coding', () => {
  it('decodes to the same bytes, whether the response is fresh or cached', async () => {
    for (const path of [...RESOURCES, ...PAGES]) {
      for (const accept of ['*/*', 'text/xml']) {
        const plain = await server.ask(path, { headers: { accept } });
        assert.equal(plain.headers['content-encoding'], undefined);
        for (const coding of ['gzip', 'br']) {
          for (let time = 0; time < 3; time += 1) {
            const answer = await server.ask(path, { headers: { accept, 'accept-encoding': coding } });
            if (plain.body.length > 2_000) assert.equal(answer.headers['content-encoding'], coding, path);
            assert.ok(decoded(answer).equals(plain.body), `${path} ${coding}`);
          }
        }
      }
    }
  });

  for (const [acceptEncoding, coding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0, *', undefined],
    ['*', 'gzip'],
    ['deflate, compress', undefined],
    ['identity', undefined],
    ['identity;q=0.5, gzip;q=0.4', undefined],
    ['GZIP', 'gzip'],
    ['', undefined],
    ['nonsense;;;', undefined],
    ['gzip;q=0', undefined],
  ] as const) {
    it(`for Accept-Encoding: ${acceptEncoding || '(empty)'} is ${coding ?? 'none'}`, async () => {
      const headers = { 'accept-encoding': acceptEncoding };
      const answer = await server.ask('/api/talks/search?from=2015-01-01', { headers });
      assert.deepEqual([answer.status, answer.headers['content-encoding']], [200, coding]);
      assert.equal(answer.headers.vary, 'Accept, Accept-Encoding');
    });
  }

  it('causes a 406 if Accept-Encoding refuses every coding', async () => {
    for (const refusal of ['identity;q=0', '*;q=0', 'identity;q=0, deflate']) {
      const answer = await server.ask('/api/talks/search?from=2015-01-01', { headers: { 'accept-encoding': refusal } });
      assert.equal(answer.status, 406, refusal);
    }
  });
});
