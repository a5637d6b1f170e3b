import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { elementOf } from '../support/sources/xml-element.ts';
import { jsonOf, textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { BASE_URL, testServer } from '../support/http/server.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const MOST = 5;
/** Exceeds the limit even if the requests fall into two windows. */
const MANY = 2 * MOST + 1;

describe('a client that sends too many requests', () => {
  const server = testServer(UNIVERSITY, { rateLimit: MOST, trustedProxies: [] });
  let clients = 0;

  /** Sends requests as a new client until one is refused. */
  async function refused(
    target: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<HttpAnswer> {
    const client = { 'x-forwarded-for': `198.51.100.${String((clients += 1))}` };
    for (let sent = 0; ; sent += 1) {
      const answer = await server.ask(target, { method, headers: { ...client, ...headers } });
      if (answer.status === 429) return answer;
      assert.ok(sent < 100 * MANY, 'no request is refused');
    }
  }

  it('gets a 429 problem document with Retry-After and RateLimit headers', async () => {
    const answer = await refused('/api');
    const { 'content-type': type, 'retry-after': after, ratelimit, 'ratelimit-policy': policy } = answer.headers;
    assert.deepEqual(
      [type, after, ratelimit, policy, answer.headers['cache-control']],
      ['application/problem+json', '1', '"client";r=0;t=1', '"client";q=5;w=1', 'no-store'],
    );
    assert.deepEqual(jsonOf(answer), {
      type: `${BASE_URL}/docs/api#too-many-requests`,
      title: 'Too many requests',
      status: 429,
      detail: 'At most 5 requests a second are answered',
    });
  });

  it('gets the 429 in XML or as a page in its language', async () => {
    const xml = await refused('/api', { accept: 'application/xml' });
    assert.match(xml.headers['content-type'] ?? '', /^application\/problem\+xml/);
    assert.equal(elementOf(xml.body).name, 'problem');
    const page = await refused('/search', { accept: 'text/html', 'accept-language': 'de' });
    assert.match(textOf(page), /<h1[^>]*>Zu viele Anfragen<\/h1>/);
  });

  it('gets a 429 for every path and method', async () => {
    for (const target of ['/api/talks/search?from=today', '/nowhere', '/healthz', '/api/talks/search?from=x'])
      assert.equal((await refused(target)).headers['retry-after'], '1', target);
    for (const method of ['HEAD', 'OPTIONS', 'POST']) await refused('/api', {}, method);
  });

  it('is counted in the metrics', async () => {
    const rejected = async (): Promise<number> => {
      const lines = await server.metrics();
      return Number(/^lectern_rate_limited_requests_total (\d+)$/m.exec(lines)?.[1]);
    };
    const before = await rejected();
    await refused('/api');
    assert.equal(await rejected(), before + 1);
  });

  it('does not affect other clients', async () => {
    const client = { 'x-forwarded-for': '203.0.113.1' };
    const statuses: number[] = [];
    for (let sent = 0; sent < MANY; sent += 1) statuses.push((await server.ask('/api', { headers: client })).status);
    const other = await server.ask('/api', { headers: { 'x-forwarded-for': '203.0.113.2' } });
    assert.equal(other.status, 200, statuses.join(' '));
  });
});

it('a program on the same machine has no rate limit', async () => {
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await alone.ask('/api')).status));
  assert.deepEqual(new Set(statuses), new Set([200]));
});
const alone = testServer(UNIVERSITY, { rateLimit: 1, trustedProxies: [] });
