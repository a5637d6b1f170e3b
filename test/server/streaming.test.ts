import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { type Answer, type AssembledBody, documentAnswer } from '#server/http/answer.ts';
import { portOf } from '#server/http/listener.ts';
import { ResponseCache } from '#server/http/response-cache.ts';
import { respond } from '#server/http/respond.ts';
import { targetOf } from '#server/http/application.ts';
import { askPort } from '../support/http/ask.ts';
import { decoded } from '../support/http/http-answer.ts';
import { opened } from '../support/http/raw-exchange.ts';

const MEBIBYTE = 1024 * 1024;

/** `count` mebibytes of numbered lines, and how many of them were read so far. */
function numbered(count: number, onChunk: (at: number) => void = () => undefined) {
  const line = (at: number): Buffer => Buffer.alloc(MEBIBYTE, `line ${String(at)}\n`);
  const body: AssembledBody & { read: number } = {
    length: count * MEBIBYTE,
    size: count * MEBIBYTE,
    whole: () => assert.fail('it is too large'),
    read: 0,
    *chunks() {
      for (let at = 0; at < count; at += 1) {
        onChunk(at);
        body.read += 1;
        yield line(at);
      }
    },
  };
  return { body, text: () => Buffer.concat(Array.from({ length: count }, (_, at) => line(at))) };
}

/** Serves one answer. `release` resolves the next time that the answer is released. */
async function served(context: TestContext, body: Answer['body']) {
  const released: (() => void)[] = [];
  const failures: unknown[] = [];
  const responses: ServerResponse[] = [];
  const state = { released: 0 };
  const service = {
    responses: new ResponseCache(8 * MEBIBYTE),
    languageKey: () => '',
    replica: { trouble: undefined, lastSeen: 0 } as const,
    now: () => new Date(),
  };
  const server = createServer((request, response) => {
    responses.push(response);
    const release = (): void => {
      state.released += 1;
      for (const wake of released.splice(0)) wake();
    };
    const answer = documentAnswer({ body, tag: 'tag', release }, 'application/json');
    const exchange = { request, response, target: targetOf(request, '/'), ofCatalogue: false, route: '/' };
    respond(service, exchange, answer, service.responses.epoch)?.catch((error: unknown) => failures.push(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const port = portOf(server);
  return {
    port,
    service,
    state,
    failures,
    responses,
    release: () => new Promise<void>((resolve) => released.push(resolve)),
    ask: (coding: string, more: { method?: string; etag?: string } = {}) =>
      askPort(port, '/', {
        method: more.method ?? 'GET',
        headers: { 'accept-encoding': coding, 'if-none-match': more.etag ?? '"another"' },
      }),
  };
}

for (const coding of ['identity', 'gzip', 'br'])
  test(`a large body in ${coding} is streamed and then released, also for HEAD and a 304`, async (context) => {
    const { body, text } = numbered(3);
    const server = await served(context, body);
    const whole = await server.ask(coding);
    assert.ok(decoded(whole).equals(text()));
    assert.equal(whole.headers['content-length'], coding === 'identity' ? String(3 * MEBIBYTE) : undefined);
    assert.equal(whole.headers['transfer-encoding'], coding === 'identity' ? undefined : 'chunked');
    const head = await server.ask(coding, { method: 'HEAD' });
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.body.length],
      [200, whole.headers['content-length'], 0],
    );
    const known = await server.ask(coding, { etag: whole.headers.etag ?? '' });
    assert.deepEqual([known.status, known.headers.etag], [304, whole.headers.etag]);
    assert.deepEqual([server.state.released, body.read, server.failures], [3, 3, []]);
  });

test('a large body whose length is not known is sent in pieces', async (context) => {
  const { body, text } = numbered(3);
  const server = await served(context, { ...body, length: undefined });
  const whole = await server.ask('identity');
  assert.ok(whole.body.equals(text()));
  assert.deepEqual([whole.headers['content-length'], whole.headers['transfer-encoding']], [undefined, 'chunked']);
  const head = await server.ask('identity', { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, undefined, 0]);
});

test('a body that is not large is assembled only for who does not have it', async (context) => {
  let assembled = 0;
  let lent = 0;
  const text = 'assembled '.repeat(300);
  const whole = (): ReturnType<AssembledBody['whole']> => {
    assembled += 1;
    lent += 1;
    return { body: Buffer.from(text), release: () => (lent -= 1) };
  };
  const chunks = (): never => assert.fail('it is not large');
  const server = await served(context, { length: undefined, size: 1, whole, chunks });
  for (const coding of ['identity', 'gzip']) {
    assembled = 0;
    const first = await server.ask(coding);
    assert.equal(decoded(first).toString(), text);
    assert.equal(first.headers['content-length'], String(first.body.length));
    assert.equal((await server.ask(coding, { etag: first.headers.etag ?? '' })).status, 304);
    assert.equal(assembled, 1);
  }
  assert.deepEqual([lent, server.state.released, server.failures], [0, 4, []]);
});

test('a large body is cached on the second request if it is compressed, otherwise never', async (context) => {
  const { body, text } = numbered(3);
  const server = await served(context, body);
  const key = (coding: string) => `\n${coding}\n\n/`;
  for (const coding of ['identity', 'gzip']) for (let time = 0; time < 2; time += 1) await server.ask(coding);
  assert.equal(server.service.responses.get(key('identity'), 0), undefined);
  const kept = server.service.responses.get(key('gzip'), 0);
  assert.ok(kept !== undefined);
  assert.ok(decoded({ status: 200, headers: { 'content-encoding': 'gzip' }, body: kept.body }).equals(text()));
  assert.ok(kept.headers.full.includes(String(kept.body.length)));
});

test('a client that does not read pauses its body, which is released on disconnect', async (context) => {
  for (const coding of ['identity', 'gzip']) {
    // More than sockets and the compressor buffer.
    const { body } = numbered(200);
    const server = await served(context, body);
    const client = await opened(server.port);
    client.pause();
    client.write(`GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${coding}\r\n\r\n`);
    const released = server.release();
    if (coding === 'identity') {
      while (server.responses[0]?.writableNeedDrain !== true) await new Promise((resolve) => setImmediate(resolve));
      assert.ok(body.read < 100, `${String(body.read)} chunks were read`);
    } else await once(client, 'readable');
    client.destroy();
    await released;
    assert.ok(body.read < 200);
    assert.deepEqual(server.failures, []);
  }
});

test('a body that fails midway aborts the response and is released', async (context) => {
  const { body } = numbered(20, (at) => {
    if (at === 10) throw new Error('it is gone');
  });
  const server = await served(context, body);
  await assert.rejects(server.ask('identity'));
  await assert.rejects(server.ask('br'));
  assert.equal(server.state.released, 2);
  assert.deepEqual(server.failures.map(String), ['Error: it is gone', 'Error: it is gone']);
});

test('a large body in one buffer is compressed as a stream too', async (context) => {
  const { text } = numbered(2);
  const server = await served(context, text());
  const answer = await server.ask('gzip');
  assert.equal(answer.headers['transfer-encoding'], 'chunked');
  assert.ok(decoded(answer).equals(text()));
  assert.equal((await server.ask('identity')).headers['content-length'], String(2 * MEBIBYTE));
});
