import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshDatabase, type DatabasePlace, type FreshDatabase } from '../support/db/fresh-database.ts';
import { jsonOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { until } from '../support/until.ts';
import { GARDEN, NOBODY, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

export const IN_MEMORY = [
  `/api/talks/${RICH}`,
  '/api/talks/search?from=2015-01-01',
  '/api/talks/search?from=2015-01-01&count=2&page=2',
  '/api',
  '/openapi.json',
  '/schema/catalogue.json',
  '/docs/api',
  '/healthz',
];

/** The number of paths at the beginning of IN_MEMORY that are catalogue data. */
const OF_CATALOGUE = 3;

/** Never requested before, so that nothing of them is in memory. */
export const FIRST_ASKED = [
  `/api/collections/id/${GARDEN}`,
  `/api/series/${PLANTS}`,
  `/api/talks/${RICH}.xml`,
  `/talks/id/${RICH}`,
  `/api/talks/${RICH}.ics`,
  '/search?from=2015-01-01&q=plants',
  '/api/talks/search?from=2015-01-01&q=pla',
  '/api/suggest?q=a',
];

/** Other requests, with their statuses. */
const OTHERS: readonly (readonly [string, number])[] = [
  ['/api/talks/search', 400],
  ['/api/talks/search?from=2100-01-01', 200],
  [`/api/talks/${NOBODY}`, 404],
  ['/nowhere', 404],
];

export interface Trouble<Database extends DatabasePlace = FreshDatabase> {
  readonly what: string;
  /** Breaks the store and returns a function that repairs it. */
  readonly breakIt: (database: Database) => Promise<() => Promise<void>>;
  /** Checks the database after the server has recovered. */
  readonly afterwards?: (database: Database) => Promise<void>;
}

/** Milliseconds. Every response comes long before, even if the store accepts a query and never answers. */
const ANSWERED_WITHIN = 30_000;

/** Loads IN_MEMORY into memory and returns the bodies. */
export async function remembered(server: TestServer): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  for (const path of IN_MEMORY) bodies.set(path, (await server.ask(path)).body.toString());
  const words = '/api/talks/search?from=2015-01-01&q=moss';
  await until(async () => (await server.ask(words)).status === 200, 'the words of the catalogue');
  await server.ask('/');
  return bodies;
}

export async function broken(server: TestServer): Promise<void> {
  await until(
    async () => valueAt(jsonOf(await server.ask('/readyz')), 'store_unavailable_since') !== undefined,
    'the server to notice that the store is unavailable',
  );
}

export async function healed(server: TestServer): Promise<void> {
  await until(async () => {
    const { status, body } = await server.ask('/readyz');
    return status === 200 && !body.includes('store_unavailable_since');
  }, 'the server to recover');
}

/** Sends all requests at once. Each must be answered in time. */
async function answersInTime(server: TestServer, paths: readonly string[]): Promise<readonly HttpAnswer[]> {
  return Promise.all(
    paths.map(async (path) => {
      const start = performance.now();
      const answer = await server.ask(path);
      const milliseconds = performance.now() - start;
      assert.ok(milliseconds < ANSWERED_WITHIN, `${path} was answered after ${milliseconds.toFixed(0)} ms`);
      return answer;
    }),
  );
}

/** Responses are unchanged, and what was never asked for before is answered from the copy. */
export async function assertServesOn(server: TestServer, before: ReadonlyMap<string, string>): Promise<void> {
  for (const [n, answer] of (await answersInTime(server, IN_MEMORY)).entries()) {
    const path = IN_MEMORY[n] ?? '';
    assert.deepEqual([answer.status, answer.body.toString()], [200, before.get(path)], path);
    // Only catalogue data has an Age header.
    assert.match(answer.headers.age ?? '', n < OF_CATALOGUE ? /^\d+$/ : /^$/, path);
  }
  const never = await answersInTime(
    server,
    OTHERS.map(([path]) => path),
  );
  assert.deepEqual(
    never.map(({ status }) => status),
    OTHERS.map(([, status]) => status),
  );
  for (const [n, { status, headers }] of (await answersInTime(server, ['/', ...FIRST_ASKED])).entries()) {
    const path = ['/', ...FIRST_ASKED][n] ?? '';
    assert.equal(status, 200, path);
    assert.match(headers.age ?? '', /^\d+$/, path);
  }
}

/** Tests what users see while the store is unavailable and after it is back. */
export function itServesOn(trouble: Trouble): void {
  itServesOnAt(freshDatabase, trouble);
}

/** The same for a store at the given place. */
export function itServesOnAt<Database extends DatabasePlace>(
  place: () => Promise<Database>,
  { what, breakIt, afterwards }: Trouble<Database>,
): void {
  it(`${what}, every request is answered from the copy, and changes are followed again afterwards`, async (t) => {
    const database = await place();
    const server = await startTestServer(UNIVERSITY, {}, database);
    t.after(() => server.close());
    const before = await remembered(server);

    const mend = await breakIt(database);
    // Others use the same database server, even if this fails.
    let isMended = false;
    t.after(() => (isMended ? undefined : mend()));
    await broken(server);
    for (let time = 0; time < 3; time += 1) await assertServesOn(server, before);
    const ready = await server.ask('/readyz');
    assert.deepEqual([ready.status, valueAt(jsonOf(ready), 'status')], [200, 'ready']);

    await mend();
    isMended = true;
    await healed(server);
    for (const path of IN_MEMORY.slice(0, 3)) assert.equal((await server.ask(path)).body.toString(), before.get(path));
    await server.import([talk(slugOf(900), '2030-01-01T12:00:00Z')]);
    assert.equal((await server.ask(`/api/talks/${slugOf(900)}`)).status, 200);
    await afterwards?.(database);
  });
}
