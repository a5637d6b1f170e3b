import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { freePort } from '../support/http/free-port.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { lecternProcess } from '../support/process/command.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { NO_TRACES } from '../support/traces/traces-installed.ts';
import { startCollector, type Collector, type ReceivedSpan } from '../support/traces/collector.ts';
import { temporaryFolder } from '../support/folder.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { until } from '../support/until.ts';
import { withoutPackages } from '../support/process/without-packages.ts';

const folder = temporaryFolder();
const database = importedDatabase(UNIVERSITY);
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

interface Traced {
  readonly collector: Collector;
  readonly serving: ServingProcess;
  /** Waits for the span of a request to this path. */
  readonly spanOf: (path: string) => Promise<ReceivedSpan>;
}

async function traced(t: TestContext, variables: Record<string, string> = {}, args: string[] = []): Promise<Traced> {
  const collector = await startCollector();
  t.after(() => collector.close());
  const serving = await serveLectern(await database(), args, { variables: { ...collector.variables, ...variables } });
  t.after(() => serving.kill());
  const spanOf = async (path: string): Promise<ReceivedSpan> => {
    const find = (): ReceivedSpan | undefined =>
      collector.spans.find(({ attributes }) => attributes['url.path'] === path);
    await until(() => find() !== undefined, `the span of ${path}`);
    return find() ?? assert.fail();
  };
  return { collector, serving, spanOf };
}

describe('traces', { skip: NO_TRACES }, () => {
  it('have a span for each request, with a child span for its search', async (t) => {
    const { collector, serving, spanOf } = await traced(t, {
      OTEL_SERVICE_NAME: 'talks',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc',
    });
    await serving.ask('/api/talks/search?from=2015-01-01&q=plants&fbclid=secret', {
      headers: { 'user-agent': 'secret', 'x-forwarded-for': '203.0.113.7' },
    });
    const request = await spanOf('/api/talks/search');
    const { 'lectern.request_id': id, 'http.response.body.size': bytes, ...attributes } = request.attributes;
    assert.deepEqual(attributes, {
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'url.path': '/api/talks/search',
      'url.query': 'from=2015-01-01&q=*',
      'network.protocol.version': '1.1',
      'http.route': '/api/talks/search',
      'http.response.status_code': 200,
      'lectern.cache': 'miss',
    });
    assert.deepEqual(
      [request.name, request.kind, request.parentSpanId, request.status, id],
      ['GET /api/talks/search', 'SPAN_KIND_SERVER', '', undefined, request.traceId],
    );
    const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    assert.ok(Number(bytes) > 0 && request.milliseconds > 0);
    assert.deepEqual(
      below.map(({ name }) => name),
      ['search'],
    );
    assert.ok(below.every(({ traceId, kind }) => traceId === request.traceId && kind === 'SPAN_KIND_INTERNAL'));
    const [found] = below;
    assert.deepEqual(found?.attributes, {
      'lectern.search.order': 'date',
      'lectern.search.has_text': true,
      'lectern.search.total': found?.attributes['lectern.search.total'],
    });
    const { 'service.name': service, 'deployment.environment.name': environment } = request.resource;
    assert.deepEqual([service, environment, collector.headers[0]?.['x-key']], ['talks', 'test', 'abc']);
    assert.doesNotMatch(JSON.stringify(collector.spans), /secret|203\.0\.113|plants/);
  });

  it('continue the trace of a trusted proxy, whose id becomes the request id', async (t) => {
    const { serving, spanOf } = await traced(t);
    const answer = await serving.ask('/nowhere', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    const { traceId, parentSpanId, name, attributes } = await spanOf('/nowhere');
    assert.deepEqual([traceId, parentSpanId, name], [TRACE, PARENT, 'GET']);
    assert.deepEqual([attributes['lectern.request_id'], answer.headers['x-request-id']], [TRACE, TRACE]);
    assert.equal(attributes['http.response.status_code'], 404);
  });

  it('are sampled as OTEL_TRACES_SAMPLER says', async (t) => {
    const { serving, spanOf, collector } = await traced(t, {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    await serving.ask('/healthz');
    await serving.ask('/readyz', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    await spanOf('/readyz');
    assert.deepEqual(new Set(collector.spans.map(({ traceId }) => traceId)), new Set([TRACE]));
  });

  it('are all sent by every worker when the server stops', async (t) => {
    const { serving, collector } = await traced(t, { OTEL_BSP_SCHEDULE_DELAY: '600000' }, ['--workers', '2']);
    for (let n = 0; n < 10; n += 1) await serving.ask('/healthz');
    serving.process.kill('SIGTERM');
    assert.equal((await serving.finished).status, 0);
    assert.equal(collector.spans.length, 10);
    assert.ok(collector.spans.every(({ resource }) => [1, 2].includes(Number(resource['lectern.worker']))));
  });

  it('do not delay requests if the collector is unreachable, which is logged', async (t) => {
    const { serving } = await traced(t, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(await freePort())}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    });
    assert.equal((await serving.ask('/healthz')).status, 200);
    await until(() => serving.said().stderr.includes('cannot send traces'), 'the error in the log');
    serving.process.kill('SIGTERM');
    assert.equal((await serving.finished).status, 0);
  });

  it('have a span with the outcome for each synced source', async (t) => {
    const collector = await startCollector();
    t.after(() => collector.close());
    writeFileSync(join(folder, 'a.csv'), 'id,title,start\n1,A talk,2026-02-03T10:00:00Z\n');
    writeFileSync(
      join(folder, 'sources.yaml'),
      'sources:\n  - name: good\n    file: a.csv\n  - name: bad\n    file: missing.csv\n',
    );
    const args = ['sync', '--all', '--database', `sqlite:${join(folder, 'synced.db')}`, '--sources', 'sources.yaml'];
    const { stderr } = await lecternProcess(args, { folder, variables: collector.variables });
    const spans = collector.spans.map(({ name, attributes, parentSpanId }) => [name, attributes, parentSpanId]);
    assert.deepEqual(
      spans.sort(),
      [
        ['sync bad', { 'lectern.source': 'bad', 'lectern.sync.outcome': 'failed' }, ''],
        ['sync good', { 'lectern.source': 'good', 'lectern.sync.outcome': 'read' }, ''],
      ],
      stderr,
    );
  });
});

describe('lectern without the OpenTelemetry packages', () => {
  it('reports what is missing, once for all workers', async () => {
    const args = ['serve', '--database', await database(), '--workers', '2', '--port', '0', '--traces'];
    const { status, stderr } = await lecternProcess(args, { variables: withoutPackages('@opentelemetry/') });
    assert.equal(status, 1);
    assert.deepEqual(
      stderr.split('\n').filter((line) => line.startsWith('lectern:')),
      [
        'lectern: Traces cannot be sent, because the optional OpenTelemetry packages are not installed. Reinstall Lectern with Node.js 22.18 or newer and without --omit=optional, or leave out --traces.',
      ],
    );
  });
});

describe('invalid OTEL_ variables', () => {
  it('are all reported before the server starts', async () => {
    const { status, stderr } = await lecternProcess(
      ['serve', '--database', await database(), '--workers', '1', '--port', '0', '--traces'],
      { variables: { OTEL_TRACES_SAMPLER: 'some', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' } },
    );
    assert.equal(status, 1);
    assert.match(
      stderr,
      /lectern: OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" is not supported; use http\/protobuf\. OTEL_TRACES_SAMPLER: "some" is not one of always_on, /,
    );
  });
});
