import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StoreUnavailable } from '#store/store.ts';
import { openStore } from '#store/open.ts';
import { freshPostgres, freshSqlite, type FreshDatabase } from '../support/db/fresh-database.ts';
import { NO_POSTGRES } from '../support/postgres/shared.ts';

const PROCESS = fileURLToPath(new URL('./importing-process.mjs', import.meta.url));
const COUNT = 600;

/** Begins an import in a process of its own, and kills that so many milliseconds after it has said so. */
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

/** How many talks there are of each title; undefined when there is no catalogue. */
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

/** Milliseconds; what is random about them is how far the process has come by then. */
const MOMENTS = [
  { after: 'begun', wait: 0 },
  { after: 'begun', wait: 40 },
  { after: 'finishing', wait: 0 },
  { after: 'finishing', wait: 4 },
  { after: 'finishing', wait: 15 },
  { after: 'finishing', wait: 40 },
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

    it('leaves the catalogue as it was, or is done, whenever it is killed', async (t) => {
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

    it('and is the first leaves no catalogue, or is done, and does not hinder the next', async (t) => {
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

async function importWhole(database: string, title: string): Promise<void> {
  const child = fork(PROCESS, [database, title, String(COUNT)]);
  await once(child, 'exit');
  assert.equal(child.exitCode, 0);
}
