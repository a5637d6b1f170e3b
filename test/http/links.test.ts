import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonOf, lastingHeaders } from '../support/http/http-answer.ts';
import { isMembers, textAt, valueAt } from '../support/json-value.ts';
import { answersIn, exchange } from '../support/http/raw-exchange.ts';
import { startTestServer, type TestServer, universityServer, testServer } from '../support/http/server.ts';
import { GARDEN, MOSS_TOPIC, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';

const server = universityServer();

const PATHS = [
  '/api',
  '/api/talks/search?from=2015-01-01&count=2&page=2',
  `/api/talks/${RICH}`,
  `/api/series/${PLANTS}`,
  `/api/collections/id/${GARDEN}`,
  '/api/departments/place:2000',
  `/api/topics?uri=${encodeURIComponent(MOSS_TOPIC)}`,
  `/api/talks/${RICH}.ics`,
  `/api/series/${PLANTS}.atom`,
  '/api/talks/search.schedule.xml',
  `/talks/id/${RICH}`,
  '/',
  '/openapi.json',
  '/api/talks/search',
  '/nowhere',
];

/** Every `href` in a document, with the names of the members above it. */
function hrefsIn(value: unknown, name = ''): (readonly [string, string])[] {
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([member, one]): (readonly [string, string])[] =>
    member === 'href' && typeof one === 'string'
      ? [[name, one]]
      : hrefsIn(one, Array.isArray(value) ? name : `${name}.${member}`),
  );
}

async function raw(path: string, lines: readonly string[], version = '1.1') {
  const request = [`GET ${path} HTTP/${version}`, ...lines, 'Connection: close', '', ''].join('\r\n');
  const [answer] = answersIn(await exchange((await server.started()).port, request), ['GET']);
  assert.ok(answer !== undefined);
  (await server.started()).contract.check({ method: 'GET', target: path }, answer);
  return answer;
}

describe('a response', () => {
  it('never depends on the Host or forwarding headers of the request', async () => {
    for (const path of PATHS) {
      const plain = await raw(path, ['Host: talks.example.org']);
      for (const lines of [
        ['Host: evil.example.com'],
        ['Host: evil.example.com:1234'],
        ['Host:'],
        ['Host: <script>'],
        ['Host: x', 'X-Forwarded-Host: evil.example.com', 'X-Forwarded-Proto: gopher', 'X-Forwarded-Prefix: /evil'],
        ['Host: x', 'Forwarded: host=evil.example.com;proto=gopher', 'X-Original-URL: /evil', 'X-Rewrite-URL: /evil'],
      ]) {
        const answer = await raw(path, lines);
        assert.ok(!answer.body.includes('evil'), `${path} with ${lines.join(', ')}`);
        assert.deepEqual([answer.status, answer.body.toString()], [plain.status, plain.body.toString()]);
      }
    }
  });

  it('never depends on the host in an absolute-form request target', async () => {
    for (const path of PATHS) {
      const plain = await raw(path, ['Host: x']);
      for (const origin of [
        'http://evil.example.com',
        'HTTPS://evil.example.com:99',
        'http://user:pass@evil.example.com',
      ]) {
        const answer = await raw(origin + path, ['Host: evil.example.com']);
        assert.deepEqual([answer.status, answer.body.toString()], [plain.status, plain.body.toString()], origin + path);
      }
    }
    const home = await raw('http://evil.example.com', ['Host: x']);
    assert.equal(home.body.toString(), (await raw('/', ['Host: x'])).body.toString());
  });

  it('is the same for HTTP/1.0 with or without a Host header', async () => {
    for (const path of PATHS) {
      const plain = await raw(path, ['Host: x']);
      for (const lines of [[], ['Host: y']]) {
        const answer = await raw(path, lines, '1.0');
        assert.deepEqual([answer.status, answer.body.toString()], [plain.status, plain.body.toString()], path);
      }
    }
  });
});

describe('a request with an ambiguous host', () => {
  for (const [what, lines] of [
    ['two Host lines', ['Host: a.example.org', 'Host: b.example.org']],
    ['two equal Host lines', ['Host: a.example.org', 'Host: a.example.org']],
    ['no Host line in HTTP/1.1', []],
  ] as const) {
    it(`is a 400: ${what}`, async () => {
      for (const path of ['/api', '/api/talks/search?from=today', '/nowhere']) {
        for (let time = 0; time < 3; time += 1) {
          const answer = await raw(path, lines);
          assert.equal(answer.status, 400);
          assert.equal(valueAt(jsonOf(answer), 'type'), 'https://talks.example.org/docs/api#bad-request');
        }
      }
    });
  }
});

async function assertLinksAnswer(asked: TestServer, base: string, paths: readonly string[]): Promise<void> {
  const seen = new Set<string>();
  for (const path of paths) {
    for (const [name, href] of hrefsIn(await asked.read(path))) {
      if (href.startsWith('//') || href.includes('{') || seen.has(href)) continue;
      seen.add(href);
      const target = href.startsWith(base) ? href.slice(base.length) || '/' : href;
      assert.ok(target.startsWith('/'), `${name}: ${href} points to another host`);
      const answer = await asked.ask(target);
      assert.equal(answer.status, 200, `${path} ${name}: ${href}`);
    }
  }
}

describe('the links of every resource', () => {
  it('resolve to addresses that return 200', async (t) => {
    const local = await startTestServer(UNIVERSITY, { baseUrl: null });
    t.after(() => local.close());
    const base = `http://127.0.0.1:${String(local.port)}`;
    const linked = PATHS.slice(0, 7);
    await assertLinksAnswer(local, base, linked);
    assert.equal(textAt(await local.read(`/api/talks/${RICH}`), 'url'), `${base}/talks/id/${RICH}/`);
  });

  const elsewhere = testServer(UNIVERSITY, {
    ...{ links: 'absolute', placesUrl: '//places.test/p?id=', mapsUrl: '//maps.test/#' },
  });

  it('of places and maps are protocol-relative and use placesUrl and mapsUrl', async () => {
    const talk = await elsewhere.read(`/api/talks/${RICH}`);
    assert.deepEqual(
      ['venue', 'organising_department'].map((name) => [
        textAt(talk, '_embedded', name, '_links', 'self', 'href'),
        textAt(talk, '_embedded', name, 'map_link'),
      ]),
      [
        ['//places.test/p?id=place:1001', '//maps.test/#place:1001'],
        ['//places.test/p?id=place:2001', '//maps.test/#place:2001'],
      ],
    );
  });

  it('of places and maps default to our own API and OpenStreetMap', async (t) => {
    const alone = await startTestServer(UNIVERSITY, { baseUrl: 'https://www.example.org/lectures', placesUrl: null });
    t.after(() => alone.close());
    const talk = await alone.read(`/api/talks/${RICH}`);
    const places = ['venue', 'organising_department'].map((name) => [
      textAt(talk, '_embedded', name, '_links', 'self', 'href'),
      textAt(talk, '_embedded', name, 'map_link'),
    ]);
    assert.deepEqual(places, [
      ['//www.example.org/lectures/api/venues/place:1001', '//www.openstreetmap.org/search?query=1%20Garden%20Lane'],
      [
        '//www.example.org/lectures/api/departments/place:2001',
        '//www.openstreetmap.org/search?query=2%20Garden%20Lane',
      ],
    ]);
    for (const [href = ''] of places) {
      const { status } = await alone.ask(href.replace('//www.example.org/lectures', ''));
      assert.equal(status, 200, href);
    }
  });

  it('are absolute if the links setting is absolute', async () => {
    for (const path of PATHS.slice(0, 7))
      for (const [name, href] of hrefsIn(await elsewhere.read(path)))
        assert.match(href, /^(https:\/\/talks\.example\.org\/|\/\/places\.test\/|\/\/maps\.test\/)/, `${path} ${name}`);
  });

  it('keep the path of the base URL', async (t) => {
    const below = await startTestServer(UNIVERSITY, { baseUrl: 'https://www.example.org/lectures' });
    t.after(() => below.close());
    for (const path of PATHS.slice(0, 7))
      for (const [name, href] of hrefsIn(await below.read(path)))
        assert.match(
          href,
          /^((https:\/\/www\.example\.org)?\/lectures(\/|$)|\/\/(places|www\.openstreetmap)\.)/,
          `${path} ${name}`,
        );
    const talk = await below.read(`/api/talks/${RICH}`);
    assert.equal(textAt(talk, '_links', 'self', 'href'), `/lectures/api/talks/${RICH}`);
    assert.equal(textAt(talk, 'url'), `https://www.example.org/lectures/talks/id/${RICH}/`);
  });
});

describe('the headers of every response', () => {
  it('allow any origin to read it and forbid sniffing, scripts and framing', async () => {
    const headers = lastingHeaders(await server.ask(`/api/talks/${RICH}`));
    assert.deepEqual(Object.keys(headers).toSorted(), [
      ...['access-control-allow-origin', 'access-control-expose-headers', 'cache-control', 'connection'],
      ...[
        'content-length',
        'content-security-policy',
        'content-type',
        'etag',
        'keep-alive',
        'link',
        'vary',
        'x-content-type-options',
      ],
    ]);
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
  });
});
