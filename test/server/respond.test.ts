import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { BodyBuffers, documentAnswer } from '#server/http/answer.ts';
import { portOf } from '#server/http/listener.ts';
import { ResponseCache } from '#server/http/response-cache.ts';
import { respond } from '#server/http/respond.ts';
import { targetOf } from '#server/http/application.ts';
import { askPort } from '../support/http/ask.ts';

const LENGTH = 2_000;

for (const coding of ['identity', 'gzip', 'br'])
  test(`the buffer of a body in ${coding} is reused after a 200 and after a 304`, async (t) => {
    const bodies = new BodyBuffers();
    const used: ArrayBufferLike[] = [];
    const service = {
      responses: new ResponseCache(0),
      languageKey: () => '',
      replica: { trouble: undefined, lastSeen: 0 } as const,
      now: () => new Date(),
    };
    const server = createServer((request, response) => {
      const target = targetOf(request, '/');
      const lent = bodies.lend(LENGTH);
      used.push(lent.body.fill('x').buffer);
      const answer = documentAnswer({ ...lent, tag: 'tag' }, 'application/json');
      void respond(service, { request, response, target, ofCatalogue: false, route: '/' }, answer, 0);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const ask = (etag: string) =>
      askPort(portOf(server), '/', { headers: { 'accept-encoding': coding, 'if-none-match': etag } });
    const first = await ask('"another"');
    const statuses = [first.status];
    for (const etag of [first.headers.etag ?? '', '"another"']) statuses.push((await ask(etag)).status);
    assert.deepEqual(statuses, [200, 304, 200]);
    assert.deepEqual(
      used.map((buffer) => buffer === used[0]),
      [true, true, true],
    );
  });
