import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/http/server.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

const TALKS = Array.from({ length: 400 }, (_, n) =>
  talk(slugOf(n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'ä δ '.repeat(500)}` }),
);

test('a client stays connected while its answer takes longer than the stall timeout', async (t) => {
  // Compression takes longer than the stall timeout.
  const server = await startTestServer(TALKS, {}, undefined, { timeouts: { request: 10_000, stall: 1 } });
  t.after(() => server.close());
  for (let n = 0; n < 3; n += 1) {
    const path = `/api/talks/search?from=2026-01-01&count=400&x=${String(n)}`;
    const answer = await server.ask(path, { headers: { 'accept-encoding': 'br' } });
    assert.deepEqual([answer.status, answer.headers['content-encoding']], [200, 'br']);
  }
});
