import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FreshDatabase } from '../support/fresh-database.js';
import { jsonOf } from '../support/http-answer.js';
import { valueAt } from '../support/json-value.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { GARDEN, NOBODY, PLANTS, RICH, UNIVERSITY } from '../support/university.js';
import { slugOf, talk } from '../support/wire-records.js';

/** Seconds within which all is well again once the store is. */
const HEALED_WITHIN = 5;

export const IN_MEMORY = [
  `/api/talks/${RICH}`,
  '/api/talks/search?from=2015-01-01',
  '/api/talks/search?from=2015-01-01&count=2&page=2',
  '/api',
  '/openapi.json',
  '/docs/api',
  '/healthz',
];

/** Was never asked before, so that the store has to be. */
export const NEEDS_STORE = [`/api/collections/id/${GARDEN}`, `/api/series/${PLANTS}`, `/talks/id/${RICH}`];

/** Needs no store, however broken it is. */
const NEVER_NEEDS_STORE: readonly (readonly [string, number])[] = [
  ['/api/talks/search', 400],
  ['/api/talks/search?from=2100-01-01', 200],
  [`/api/talks/${NOBODY}`, 404],
  ['/nowhere', 404],
];

export interface Trouble {
  readonly what: string;
  /** Breaks the store and returns what mends it. */
  readonly breakIt: (database: FreshDatabase) => Promise<() => Promise<void>>;
}

async function broken(server: TestServer): Promise<void> {
  await until(async () => (await server.ask('/readyz')).status === 503, 'the server to notice', 10_000);
}

async function healed(server: TestServer): Promise<void> {
  await until(
    async () => {
      const statuses = await Promise.all(NEEDS_STORE.map(async (path) => (await server.ask(path)).status));
      return (await server.ask('/readyz')).status === 200 && statuses.every((status) => status === 200);
    },
    'the server to recover',
    HEALED_WITHIN * 1000,
  );
}

/** Tests what users see of a store that goes and comes back. */
export function itServesOn({ what, breakIt }: Trouble): void {
  it(`${what}, what is in memory is answered, the rest put off, and all is well again by itself`, async (t) => {
    const server = await startTestServer(UNIVERSITY);
    t.after(() => server.close());
    const before = new Map<string, string>();
    for (const path of IN_MEMORY) before.set(path, (await server.ask(path)).body.toString());

    const mend = await breakIt(server.database);
    await broken(server);
    for (let time = 0; time < 3; time += 1) {
      for (const path of IN_MEMORY) {
        const answer = await server.ask(path);
        assert.deepEqual([answer.status, answer.body.toString()], [200, before.get(path)], path);
      }
      for (const [path, status] of NEVER_NEEDS_STORE) assert.equal((await server.ask(path)).status, status, path);
      for (const path of NEEDS_STORE) {
        const answer = await server.ask(path);
        assert.deepEqual(
          [answer.status, valueAt(jsonOf(answer), 'type')],
          [503, 'https://talks.example.org/docs/api#unavailable'],
          path,
        );
      }
    }
    assert.equal(valueAt(jsonOf(await server.ask('/readyz')), 'status'), 'store unavailable');

    await mend();
    await healed(server);
    for (const path of IN_MEMORY.slice(0, 3)) assert.equal((await server.ask(path)).body.toString(), before.get(path));
    await server.import([talk(slugOf(900), '2030-01-01T12:00:00Z')]);
    assert.equal((await server.ask(`/api/talks/${slugOf(900)}`)).status, 200);
  });
}
