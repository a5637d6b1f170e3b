import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StoreUnavailable } from '#store/store.ts';
import { openStore } from '#store/open.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { freshPostgres, freshSqlite, type FreshDatabase } from '../support/db/fresh-database.ts';
import { importInto } from '../support/db/import-into.ts';
import { NO_POSTGRES } from '../support/postgres/shared.ts';

const PROCESS = fileURLToPath(new URL('./importing-process.mjs', import.meta.url));
const COUNT = 600;

/** Starts an import in its own process, and kills it `wait` milliseconds after the message `after`. */
async function killedImport(
  database: string,
  title: string,
  { after, wait }: { after: string; wait: number },
): Promise<void> {
  const child = fork(PROCESS, [database, title, String(COUNT)]);
  const exit = once(child, 'exit');
  child.on('message', (said) => {
    if (said === after) void sleep(wait).then(() => child.kill('SIGKILL'));
  });
  await exit;
}

/** Number of talks by title; undefined without a catalogue. */
async function titles(database: string): Promise<Record<string, number> | undefined> {
  const counts: Record<string, number> = {};
  try {
    const store = await openStore(database, { mode: 'read' });
    for await (const record of store.records()) {
      const title = record.type === 'talk' ? record.title : record.type;
      counts[title] = (counts[title] ?? 0) + 1;
    }
    await store.close();
    return counts;
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/** When to kill an import. How far it has come by then differs from run to run. */
const MOMENTS = [
  { after: 'begun', wait: 20 },
  { after: 'finishing', wait: 0 },
  { after: 'finishing', wait: 10 },
];

const ENGINES = [
  { name: 'SQLite', skip: false, make: freshSqlite },
  { name: 'PostgreSQL', skip: NO_POSTGRES, make: () => freshPostgres(18) },
] as const;

for (const { name, skip, make } of ENGINES)
  describe(`an import into ${name} that is killed`, { skip }, () => {
    const databaseOf = async (t: TestContext): Promise<string> => {
      const database: FreshDatabase = await make();
      t.after(() => database.remove());
      return database.address;
    };

    it('leaves either the old catalogue or the complete new one', async (t) => {
      const database = await databaseOf(t);
      let title = 'Old';
      await importWhole(database, title);
      for (const [index, moment] of MOMENTS.entries()) {
        await killedImport(database, `New ${index}`, moment);
        const now = await titles(database);
        const isDone = now?.[`New ${index}`] === COUNT;
        if (isDone) title = `New ${index}`;
        assert.deepEqual(now, { [title]: COUNT }, JSON.stringify(moment));
      }
      await importWhole(database, 'Last');
      assert.deepEqual(await titles(database), { Last: COUNT });
    });

    it('leaves either no catalogue or a complete one if it is the first, and does not block the next', async (t) => {
      for (const moment of MOMENTS) {
        const database = await databaseOf(t);
        await killedImport(database, 'First', moment);
        const now = await titles(database);
        if (now !== undefined) assert.deepEqual(now, { First: COUNT }, JSON.stringify(moment));
        await importWhole(database, 'Last');
        assert.deepEqual(await titles(database), { Last: COUNT });
      }
    });
  });

/** Imports in this process. */
async function importWhole(database: string, title: string): Promise<void> {
  const store = await openStore(database, { mode: 'write' });
  const talks = Array.from({ length: COUNT }, (_, n) => aTalk(slugOf(n + 1), { title }));
  assert.equal((await importInto(store, talks, { replace: true })).ok, true);
  await store.close();
}
