import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { openStore } from '#store/open.ts';
import { askPort } from '../support/http/ask.ts';
import { everyAnswer } from '../support/http/every-read.ts';
import { databaseOf, type FreshDatabase } from '../support/db/fresh-database.ts';
import { HAS_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { startTestServer } from '../support/http/server.ts';
import { sampleRecords } from '../support/catalogue/sample-records.ts';

/**
 * Makes every read of the store in this process throw, except those that look for damage in the background. Threads
 * that follow the store have their own modules, and go on. Returns the names of the methods that are called.
 */
async function refuseReads(t: TestContext, { address }: FreshDatabase): Promise<readonly string[]> {
  const store = await openStore(address, { mode: 'read' });
  await store.close();
  const called: string[] = [];
  for (const part of [store, store.sources, store.corrections, store.provenance, store.forgotten]) {
    const prototype = Object.getPrototypeOf(part) as Record<string, () => unknown>;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const isRead = !['constructor', 'close', 'watch', 'findDamage'].includes(name);
      if (!isRead || typeof Object.getOwnPropertyDescriptor(prototype, name)?.value !== 'function') continue;
      t.mock.method(prototype, name, () => {
        called.push(name);
        throw new Error(`a request asked the store: ${name}`);
      });
    }
  }
  return called;
}

it('no request asks the store, whatever its route, format and parameters', async (t) => {
  const records = sampleRecords({ talks: 150 });
  const database = await databaseOf(t);
  const server = await startTestServer(
    records,
    { mcp: HAS_ASSISTANTS ? 'on' : 'off' },
    { ...database, remove: async () => undefined },
  );
  t.after(() => server.close());
  const called = await refuseReads(t, database);
  const answers = await everyAnswer(records, (path, options) => askPort(server.port, path, options));
  const failed = [...answers].filter(([, { status }]) => status === 0 || status >= 500).map(([{ path }]) => path);
  assert.deepEqual([[...new Set(called)], failed], [[], []]);
  assert.ok([...answers.values()].filter(({ status }) => status === 200).length > 800);
});
