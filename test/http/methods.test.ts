import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { describe, it } from 'node:test';
import { jsonOf, lastingHeaders } from '../support/http/http-answer.ts';
import { answersIn, exchange, opened } from '../support/http/raw-exchange.ts';
import { universityServer } from '../support/http/server.ts';
import { ADA, GARDEN, NOBODY, PLANTS, RICH } from '../support/catalogue/university.ts';

const server = universityServer();

const PATHS = [
  '/api/talks/search',
  '/api/events/search',
  `/api/talks/${RICH}`,
  `/api/talks/${NOBODY}`,
  `/api/series/${PLANTS}`,
  `/api/collections/id/${GARDEN}`,
  `/api/person/${ADA}`,
  '/api',
  '/api/',
  '/',
  `/talks/id/${RICH}`,
  `/talks/id/${RICH}/`,
  `/talks/series/id/${PLANTS}`,
  `/user/lists/id/${GARDEN}/`,
  '/docs/api',
  '/openapi.json',
  '/schema/catalogue.json',
  '/healthz',
  '/readyz',
];

const NOWHERE = [
  '/nowhere',
  '/api/nowhere',
  '/api/talks',
  '/api/talks/a/b',
  '/api/collections/id',
  '/API',
  '/openapi-json',
  '///',
];

/** Paths whose 404 says more: unknown suffixes, and metrics, which have a port of their own. */
const EXPLAINED = ['/api/events/search.x?attendance=title_display', `/api/talks/${RICH}.ics.ics`, '/metrics'];

const ALLOWED = 'GET, HEAD, OPTIONS';

describe('HEAD', () => {
  it('returns the status and headers of GET for every path and content coding', async () => {
    for (const path of [...PATHS, ...NOWHERE, '/api/talks/search?from=2015-01-01', '/api/talks/search?from=x']) {
      for (const headers of [{}, { 'accept-encoding': 'gzip' }, { accept: 'text/xml', 'accept-encoding': 'br' }]) {
        const get = await server.ask(path, { headers });
        const head = await server.ask(path, { headers, method: 'HEAD' });
        // /readyz says when the store was last seen, so its length varies.
        const { 'content-length': _get, ...ofGet } = lastingHeaders(get);
        const { 'content-length': _head, ...ofHead } = lastingHeaders(head);
        assert.deepEqual([head.status, ofHead], [get.status, ofGet], path);
        if (path !== '/readyz') assert.equal(head.headers['content-length'], get.headers['content-length']);
      }
    }
  });
});

describe('OPTIONS', () => {
  it('lists the allowed methods on every path', async () => {
    for (const path of PATHS) {
      const { status, headers, body } = await server.ask(path, { method: 'OPTIONS' });
      assert.deepEqual([status, headers.allow, body.length], [204, ALLOWED, 0], path);
    }
  });

  it('answers a CORS preflight from any origin', async () => {
    const headers = {
      origin: 'https://widgets.example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'accept, if-none-match, x-requested-with',
    };
    const answer = await server.ask('/api/talks/search?from=today', { method: 'OPTIONS', headers });
    const said = Object.entries(answer.headers).filter(([name]) => name.startsWith('access-control-'));
    assert.equal(answer.status, 204);
    assert.deepEqual(Object.fromEntries(said), {
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'ETag, Link, Deprecation, Lectern-Ignored-Parameters, Retry-After, RateLimit, RateLimit-Policy, Allow, Age, X-Request-Id',
      'access-control-allow-methods': ALLOWED,
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': '86400',
    });
  });

  it('accepts * as its target', async () => {
    const bytes = await exchange(
      (await server.started()).port,
      'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    const [answer] = answersIn(bytes, ['OPTIONS']);
    assert.deepEqual([answer?.status, answer?.headers.allow], [204, ALLOWED]);
  });

  it('answers 404 on unknown paths and suffixes', async () => {
    for (const path of [...NOWHERE, ...EXPLAINED])
      assert.equal((await server.ask(path, { method: 'OPTIONS' })).status, 404, path);
  });
});

describe('any other method', () => {
  // CONNECT has its own request form; see below.
  const OTHERS = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));

  it('gets a 405 with an Allow header on every path', async () => {
    for (const path of PATHS) {
      for (const method of OTHERS) {
        const answer = await server.ask(path, { method });
        assert.deepEqual([answer.status, answer.headers.allow], [405, ALLOWED], `${method} ${path}`);
      }
    }
  });

  it('gets a problem document that names it', async () => {
    assert.deepEqual(jsonOf(await server.ask('/api/talks/search', { method: 'DELETE' })), {
      type: 'https://talks.example.org/docs/api#method-not-allowed',
      title: 'Method not allowed',
      status: 405,
      detail: 'DELETE is not allowed here',
    });
  });

  it('gets a 404 on unknown paths and suffixes', async () => {
    for (const path of [...NOWHERE, ...EXPLAINED])
      for (const method of ['POST', 'PROPFIND']) assert.equal((await server.ask(path, { method })).status, 404, path);
  });

  it('gets a 405 even if HTTP does not define it', async () => {
    for (const method of ['BREW', 'get', 'Get', 'GETT', 'X-Y']) {
      const bytes = await exchange(
        (await server.started()).port,
        `${method} /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      const [answer] = answersIn(bytes, [method]);
      assert.deepEqual([answer?.status, answer?.headers.allow], [405, ALLOWED], method);
    }
  });

  it('gets a 405 before its body is read', async () => {
    const request = 'POST /api/talks/search HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nabc';
    const socket = await opened((await server.started()).port);
    socket.write(request);
    const bytes = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    socket.destroy();
    assert.equal(answersIn(bytes, ['POST'])[0]?.status, 405);
  });

  it('gets a 405 if it is CONNECT', async () => {
    const bytes = await exchange(
      (await server.started()).port,
      'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n',
    );
    assert.deepEqual(
      [answersIn(bytes, ['CONNECT'])[0]?.status, answersIn(bytes, ['CONNECT'])[0]?.headers.allow],
      [405, ALLOWED],
    );
  });
});

describe('an unknown path', () => {
  it('returns a 404 problem document', async () => {
    for (const path of NOWHERE) {
      const answer = await server.ask(path);
      assert.deepEqual(
        [answer.status, jsonOf(answer)],
        [
          404,
          {
            type: 'https://talks.example.org/docs/api#not-found',
            title: 'Not found',
            status: 404,
            detail: 'Nothing is served at this path',
          },
        ],
      );
    }
  });
});
