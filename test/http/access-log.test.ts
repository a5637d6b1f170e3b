import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { membersOf } from '../support/http/documented-paths.ts';
import { exchange } from '../support/http/raw-exchange.ts';
import { testServer, type LazyServer } from '../support/http/server.ts';
import { until } from '../support/until.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import type { ServerSettings } from '#server/server-settings.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SEARCH = '/api/talks/search?from=2026-01-01';

interface Logged {
  readonly server: LazyServer;
  /** The lines that the requests of `ask` write, once there are at least `count`. */
  readonly linesOf: (ask: () => Promise<unknown>, count?: number) => Promise<string[]>;
}

function logged(settings: Partial<ServerSettings>): Logged {
  const lines: string[] = [];
  const server = testServer(UNIVERSITY, settings, { writeAccess: (line) => void lines.push(line) });
  return {
    server,
    linesOf: async (ask, count = 1) => {
      // Requests made while the server starts are logged before this one.
      await server.ask('/healthz', { headers: { 'x-request-id': 'ready' } });
      await until(() => lines.some((line) => line.includes('ready')), 'the log line of the request named ready');
      lines.length = 0;
      await ask();
      await until(() => lines.length >= count, 'the expected number of log lines');
      return [...lines];
    },
  };
}

/** The members of a JSON line, without those that differ from run to run. */
function said(line = ''): unknown {
  assert.match(line, /^\{[ -~]*\}\n$/);
  const { time, milliseconds, requestId, ...rest } = membersOf(JSON.parse(line));
  assert.ok(Math.abs(Number(time) - Date.now()) < 600_000 && Number(milliseconds) >= 0, line);
  assert.match(String(requestId), UUID);
  return rest;
}

describe('the JSON access log', () => {
  const { server, linesOf } = logged({ accessLog: 'json' });

  it('logs each request with route, status, bytes, representation and response cache hit or miss', async () => {
    let length = 0;
    const lines = await linesOf(async () => {
      for (const method of ['GET', 'GET', 'GET', 'HEAD']) {
        const { body } = await server.ask(SEARCH, { method, headers: { accept: 'application/hal+json' } });
        length = Math.max(length, body.length);
      }
    }, 4);
    const all = {
      log: 'access',
      method: 'GET',
      path: '/api/talks/search',
      query: 'from=2026-01-01',
      route: '/api/talks/search',
      status: 200,
      bytes: length,
      representation: 'application/hal+json',
    };
    assert.deepEqual(lines.map(said), [
      { ...all, cache: 'miss' },
      { ...all, cache: 'miss' },
      { ...all, cache: 'hit' },
      { ...all, method: 'HEAD', bytes: 0, cache: 'hit' },
    ]);
  });

  it('counts the bytes of the compressed body', async () => {
    let length = 0;
    const [line] = await linesOf(async () => {
      length = (await server.ask(`${SEARCH}&count=50`, { headers: { 'accept-encoding': 'gzip' } })).body.length;
    });
    assert.equal(membersOf(JSON.parse(line ?? '')).bytes, length);
  });

  it('logs responses with 204, 304, 400, 404 and 405 and data that is not HTTP', async () => {
    const { etag = '' } = (await server.ask('/api')).headers;
    const lines = await linesOf(async () => {
      await server.ask('/api', { headers: { 'if-none-match': etag } });
      await server.ask('/nowhere');
      await server.ask('/api/talks/search?from=never');
      await server.ask('/api/talks/id', { method: 'DELETE' });
      await server.ask('/api', { method: 'OPTIONS' });
      await exchange((await server.started()).port, 'nonsense\r\n\r\n');
    }, 6);
    assert.deepEqual(
      lines.map((line) => {
        const { method, path, status, route, bytes } = membersOf(said(line));
        return [method, path, status, route, Number(bytes) > 0];
      }),
      [
        ['GET', '/api', 304, '/api', false],
        ['GET', '/nowhere', 404, undefined, true],
        ['GET', '/api/talks/search', 400, '/api/talks/search', true],
        ['DELETE', '/api/talks/id', 405, '/api/talks/{id}', true],
        ['OPTIONS', '/api', 204, '/api', false],
        ['-', '-', 400, undefined, true],
      ],
    );
  });

  it('hides client address, user agent, referrer, search words, starred talks and unknown parameters', async () => {
    const query = 'from=2026-01-01&q=secret&talk=0db5ad8e-e48f-5d97-850b-2207e4ec6dc7&fbclid=secret&q';
    const headers = { 'user-agent': 'secret', referer: 'https://secret.example', 'x-forwarded-for': '203.0.113.7' };
    const [line = ''] = await linesOf(() => server.ask(`/search?${query}`, { headers }));
    assert.equal(membersOf(JSON.parse(line)).query, 'from=2026-01-01&q=*&talk=*&q=*');
    assert.doesNotMatch(line, /secret|203\.0\.113|fbclid|0db5/);
  });

  it('escapes and truncates long or malicious request paths', async () => {
    const target = `/"},\\{"x":"${'"'.repeat(20_000)}`;
    const [line = ''] = await linesOf(async () =>
      exchange((await server.started()).port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
    );
    assert.ok(line.length < 1_500, String(line.length));
    const { path, status } = membersOf(said(line));
    assert.equal(status, 404);
    assert.match(String(path), /^\/"\},\\\{"x":"{400,}\.\.\.$/);
  });

  it('takes a valid request ID from X-Request-Id or traceparent and returns it in error responses', async () => {
    const ids = async (headers: Readonly<Record<string, string | string[]>>): Promise<unknown[]> => {
      let told: string | undefined;
      const [line = ''] = await linesOf(async () => {
        told = (await server.ask('/nowhere', { headers })).headers['x-request-id'];
      });
      return [membersOf(JSON.parse(line)).requestId, told];
    };
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    assert.deepEqual(await ids({ 'x-request-id': 'ab/c+1=' }), ['ab/c+1=', 'ab/c+1=']);
    assert.deepEqual(await ids({ traceparent }), Array(2).fill('4bf92f3577b34da6a3ce929d0e0e4736'));
    assert.deepEqual(await ids({ traceparent, 'x-request-id': 'ab' }), ['ab', 'ab']);
    for (const id of ['a b', 'a"b', 'x'.repeat(129), ['a', 'b'], ''])
      for (const given of await ids({ 'x-request-id': id })) assert.match(String(given), UUID);
    assert.match(String((await ids({ traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }))[0]), UUID);
  });

  it('adds no X-Request-Id to cacheable responses', async () => {
    const { headers } = await server.ask('/api', { headers: { 'x-request-id': 'abc' } });
    assert.equal(headers['x-request-id'], undefined);
  });
});

describe('the access log with personal data', () => {
  const { server, linesOf } = logged({ accessLog: 'json', accessLogPersonal: 'on' });

  it('logs client address, user agent, referrer and the full query', async () => {
    const headers = {
      'user-agent': 'a "b"\x80',
      referer: 'https://a.example/',
      'x-forwarded-for': '2001:db8::7, 127.0.0.1',
    };
    const [line] = await linesOf(() => server.ask('/search?q=open%20science&x=1', { headers }));
    const { client, userAgent, referrer, query } = membersOf(said(line));
    assert.deepEqual(
      [client, userAgent, referrer, query],
      ['2001:db8::7', 'a "b"\x80', 'https://a.example/', 'q=open%20science&x=1'],
    );
  });

  it('has exactly the fields that the how-to explains', async () => {
    const text = readFileSync('docs/how-to/log-requests.md', 'utf8');
    const ofTable = [...text.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
    const [, ofWhoAsks = ''] = /This adds (.*?), and has the whole/s.exec(text) ?? [];
    const explained = [...ofTable, ...[...ofWhoAsks.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)];
    const headers = { 'user-agent': 'a', referer: 'b' };
    const [line = ''] = await linesOf(() => server.ask('/api/talks/search?from=today', { headers }));
    const [example = ''] = /^\{"log".*\}$/m.exec(text) ?? [];
    assert.deepEqual(explained.sort(), [...Object.keys(membersOf(JSON.parse(line))), 'aborted'].sort());
    const inExample = Object.keys(membersOf(JSON.parse(example)));
    assert.deepEqual(
      inExample,
      Object.keys(membersOf(JSON.parse(line))).filter((name) => inExample.includes(name)),
    );
  });
});

describe('the access log in common format', () => {
  const START = /^- - - \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000\] /;

  it('extends the Combined Log Format with more fields', async () => {
    const { server, linesOf } = logged({ accessLog: 'common' });
    const lines = await linesOf(async () => {
      await server.ask('/healthz?from=1', { headers: { 'x-request-id': 'abc', 'user-agent': 'a' } });
      await exchange((await server.started()).port, 'GET /a"b\\ HTTP/1.0\r\nX-Request-Id: abc\r\n\r\n');
    }, 2);
    const rest = lines.map((line) => line.replace(START, '').replace(/=\d+\.\d{3} /, '=N '));
    assert.deepEqual(rest, [
      '"GET /healthz?from=1 HTTP/1.1" 200 18 "-" "-" requestId=abc route="/healthz" milliseconds=N representation=application/json cache=miss\n',
      `"GET /a\\x22b\\x5c HTTP/1.0" 404 ${/ 404 (\d+)/.exec(rest[1] ?? '')?.[1] ?? ''} "-" "-" requestId=abc route="-" milliseconds=N representation=application/problem+json cache=miss\n`,
    ]);
  });

  it('logs client address, referrer, user agent and search words with accessLogPersonal on', async () => {
    const { server, linesOf } = logged({ accessLog: 'common', accessLogPersonal: 'on' });
    const headers = { 'user-agent': 'curl/8', referer: 'https://a.example/"', 'x-forwarded-for': '203.0.113.7' };
    const [line = ''] = await linesOf(() => server.ask('/healthz?q=a', { headers }));
    assert.match(line, /^203\.0\.113\.7 - - \[/);
    assert.ok(line.includes('"GET /healthz?q=a HTTP/1.1" 200 18 "https://a.example/\\x22" "curl/8" '), line);
  });
});
