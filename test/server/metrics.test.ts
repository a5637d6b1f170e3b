import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import {
  countedIn,
  FAMILIES,
  familyOf,
  metricsText,
  sample,
  type Samples,
  sumOf,
} from '#server/ops/metric-families.ts';
import { MetricsServer } from '#server/ops/metrics-server.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { askPort } from '../support/http/ask.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { until } from '../support/until.ts';

const server = testServer([talk(slugOf(1), '2041-03-01T10:00:00Z', { title: 'Moss' })]);

function lines(text: string, begin: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith(begin));
}

describe('the metrics of a server', () => {
  it('count requests by route, status and representation, never by request path', async () => {
    const slug = slugOf(1);
    for (const path of [`/api/talks/${slug}`, `/api/talks/${slug}`, `/api/talks/${slugOf(2)}`, '/nowhere/at/all'])
      await server.ask(path);
    await server.ask(`/api/talks/${slug}`, { headers: { accept: 'application/xml' } });
    await server.ask('/api/talks/search?from=x');
    const told = async (): Promise<readonly string[]> => lines(await server.metrics(), 'lectern_http_requests_total');
    const one = (route: string, status: number, representation: string, count: number): string =>
      `${sample('lectern_http_requests_total', { route, status: String(status), representation })} ${String(count)}`;
    const expected = [
      one('/api/talks/{id}', 200, 'application/json', 2),
      one('/api/talks/{id}', 200, 'application/xml', 1),
      one('/api/talks/{id}', 404, 'application/problem+json', 1),
      one('/api/talks/search', 400, 'application/problem+json', 1),
      one('none', 404, 'application/problem+json', 1),
    ];
    // A request is counted after its response is sent.
    await until(async () => {
      const lines = await told();
      return expected.every((line) => lines.includes(line));
    }, 'the requests to be counted');
    assert.doesNotMatch(await server.metrics(), /nowhere/);
  });

  it('have a cumulative histogram whose last bucket equals its count', async () => {
    await server.ask('/healthz');
    const text = await server.metrics();
    const buckets = lines(text, 'lectern_http_request_duration_seconds_bucket{route="/healthz"');
    const counts = buckets.map((line) => Number(line.split(' ').at(-1)));
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    assert.match(buckets.at(-1) ?? '', /le="\+Inf"/);
    const [total = ''] = lines(text, 'lectern_http_request_duration_seconds_count{route="/healthz"}');
    assert.equal(counts.at(-1), Number(total.split(' ').at(-1)));
  });

  it('count response cache hits', async () => {
    const hits = async (): Promise<number> =>
      Number(
        lines(await server.metrics(), 'lectern_response_cache_requests_total{result="hit"}')[0]
          ?.split(' ')
          .at(-1),
      );
    const before = await hits();
    for (let n = 0; n < 4; n += 1)
      await server.ask('/api/talks/search?from=2041-01-01', { headers: { 'Accept-Encoding': 'gzip' } });
    await until(async () => (await hits()) >= before + 2, 'two more response cache hits');
  });

  it('are a 404 on the public port, with a hint at --metrics', async () => {
    const answer = await server.ask('/metrics');
    assert.equal(answer.status, 404);
    assert.match(textOf(answer), /--metrics/);
  });
});

describe('metrics of several processes', () => {
  const one = { 'lectern_http_requests_total{route="/"}': 2, lectern_ready: 1, lectern_source_failures: 3 };
  const other = { 'lectern_http_requests_total{route="/"}': 5, lectern_ready: 0, 'of_another_version{a="b"}': 1 };

  it('are summed, listed per worker or reported once, depending on the metric', () => {
    const text = metricsText({
      workers: new Map<number, Samples>([
        [2, other],
        [1, one],
      ]),
      retired: countedIn(one),
    });
    assert.deepEqual(
      text.split('\n').filter((line) => !line.startsWith('#')),
      [
        'lectern_http_requests_total{route="/"} 9',
        'lectern_ready{worker="1"} 1',
        'lectern_ready{worker="2"} 0',
        'lectern_source_failures 3',
        '',
      ],
    );
    assert.deepEqual(sumOf(countedIn(one), countedIn(other)), { 'lectern_http_requests_total{route="/"}': 7 });
    assert.equal(
      familyOf('lectern_http_request_duration_seconds_bucket{le="1"}'),
      'lectern_http_request_duration_seconds',
    );
    assert.equal(familyOf('lectern_ready_bucket'), undefined);
  });
});

describe('the metrics listener', () => {
  const quiet = pino({ level: 'silent' });

  it('answers on /metrics only and rejects POST with 405', async () => {
    const metrics = await MetricsServer.open(
      { host: '127.0.0.1', port: 0 },
      { metrics: () => 'lectern_ready 1\n' },
      quiet,
    );
    assert.ok(metrics !== undefined);
    try {
      const found = await askPort(metrics.port, '/metrics');
      assert.deepEqual([found.status, textOf(found)], [200, 'lectern_ready 1\n']);
      assert.equal(found.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      assert.equal((await askPort(metrics.port, '/')).status, 404);
      const posted = await askPort(metrics.port, '/metrics', { method: 'POST' });
      assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD']);
    } finally {
      metrics.close();
    }
  });

  it('answers HEAD like GET without a body, OPTIONS with 405, and all methods on unknown paths with 404', async () => {
    const metrics = await MetricsServer.open({ host: '127.0.0.1', port: 0 }, { metrics: () => 'a 1\n' }, quiet);
    assert.ok(metrics !== undefined);
    const { port } = metrics;
    const told = async (method: string, path: string): Promise<unknown> => {
      const { status, headers, body } = await askPort(port, path, { method });
      return [status, headers['content-type'], headers['cache-control'], headers.allow, body.toString()];
    };
    const [format, plain] = ['text/plain; version=0.0.4; charset=utf-8', 'text/plain; charset=utf-8'];
    try {
      assert.deepEqual(await told('GET', '/metrics?x'), [200, format, 'no-store', undefined, 'a 1\n']);
      assert.deepEqual(await told('HEAD', '/metrics'), [200, format, 'no-store', undefined, '']);
      const refused = [405, plain, 'no-store', 'GET, HEAD', 'Only GET is allowed.\n'];
      assert.deepEqual(await told('OPTIONS', '/metrics'), refused);
      const unknown = [404, plain, 'no-store', undefined, 'Metrics are at /metrics.\n'];
      for (const method of ['GET', 'OPTIONS', 'POST']) assert.deepEqual(await told(method, '/metric'), unknown);
      assert.deepEqual(await told('HEAD', '/metrics/'), [...unknown.slice(0, 4), '']);
      // Without a status page.
      assert.deepEqual(await told('GET', '/status'), unknown);
    } finally {
      metrics.close();
    }
  });

  it('logs a warning instead of failing if its port is in use', async () => {
    const said: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
    const first = await MetricsServer.open({ host: '127.0.0.1', port: 0 }, { metrics: () => '' }, quiet);
    assert.ok(first !== undefined);
    const second = await MetricsServer.open({ host: '127.0.0.1', port: first.port }, { metrics: () => '' }, log);
    first.close();
    assert.equal(second, undefined);
    assert.match(said.join(''), /cannot listen for metrics; set another address with --metrics/);
  });

  it('has exactly the metrics that the reference documents', () => {
    const page = readFileSync('docs/reference/metrics.md', 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (\w+) +\| (.*?) +\|$/gm)].map(([, name, type, help]) => [
      name,
      type,
      help,
    ]);
    assert.deepEqual(
      rows,
      Object.entries(FAMILIES).map(([name, { type, help }]) => [name, type, help]),
    );
  });
});
