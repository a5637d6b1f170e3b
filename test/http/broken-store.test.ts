import assert from 'node:assert/strict';
import { copyFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { jsonOf } from '../support/http-answer.js';
import { importRecords } from '../support/import-records.js';
import { valueAt } from '../support/json-value.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { GARDEN, NOBODY, PLANTS, RICH, UNIVERSITY } from '../support/university.js';
import { slugOf, talk } from '../support/wire-records.js';

/** Seconds within which all is well again once the store is. */
const HEALED_WITHIN = 5;

const IN_MEMORY = [
  `/api/talks/${RICH}`,
  '/api/talks/search?from=2015-01-01',
  '/api/talks/search?from=2015-01-01&count=2&page=2',
  '/api',
  '/openapi.json',
  '/docs/api',
  '/healthz',
];

/** Was never asked before, so that the store has to be. */
const NEEDS_STORE = [`/api/collections/id/${GARDEN}`, `/api/series/${PLANTS}`, `/talks/id/${RICH}`];

/** Needs no store, however broken it is. */
const NEVER_NEEDS_STORE: readonly (readonly [string, number])[] = [
  ['/api/talks/search', 400],
  ['/api/talks/search?from=2100-01-01', 200],
  [`/api/talks/${NOBODY}`, 404],
  ['/nowhere', 404],
];

interface Trouble {
  readonly what: string;
  /** Breaks the store and returns what mends it. */
  readonly breakIt: (path: string) => Promise<() => Promise<void>>;
}

async function filesOf(path: string): Promise<readonly string[]> {
  const folder = join(path, '..');
  return (await readdir(folder)).filter((name) => name.startsWith('talks.db')).map((name) => join(folder, name));
}

/** Puts the store's files aside, so that they can be put back as they were. */
async function putAside(path: string): Promise<() => Promise<void>> {
  const files = await filesOf(path);
  for (const file of files) await copyFile(file, join(path, '..', `aside-${file.slice(file.lastIndexOf('/') + 1)}`));
  return async () => {
    for (const file of await filesOf(path)) await rm(file, { force: true });
    for (const file of files) await rename(join(path, '..', `aside-${file.slice(file.lastIndexOf('/') + 1)}`), file);
  };
}

const TROUBLES: readonly Trouble[] = [
  {
    what: 'deleted',
    breakIt: async (path) => {
      const mend = await putAside(path);
      for (const file of await filesOf(path)) await rm(file);
      return mend;
    },
  },
  {
    what: 'replaced by garbage',
    breakIt: async (path) => {
      const mend = await putAside(path);
      for (const file of await filesOf(path)) await rm(file);
      await writeFile(path, Buffer.alloc(100_000, 'garbage '));
      return mend;
    },
  },
  {
    what: 'overwritten with garbage',
    breakIt: async (path) => {
      const mend = await putAside(path);
      await writeFile(path, Buffer.alloc(100_000, 'garbage '));
      return mend;
    },
  },
  {
    what: 'cut to nothing',
    breakIt: async (path) => {
      const mend = await putAside(path);
      for (const file of await filesOf(path)) await truncate(file, 0);
      return mend;
    },
  },
  {
    what: 'cut short',
    breakIt: async (path) => {
      const mend = await putAside(path);
      await truncate(path, 8192);
      for (const file of await filesOf(path)) if (file.endsWith('-wal')) await truncate(file, 0);
      return mend;
    },
  },
];

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

describe('while the store is', { concurrency: false }, () => {
  for (const { what, breakIt } of TROUBLES) {
    it(`${what}, what is in memory is answered, the rest put off, and all is well again by itself`, async (t) => {
      const server = await startTestServer(UNIVERSITY);
      t.after(() => server.close());
      const before = new Map<string, string>();
      for (const path of IN_MEMORY) before.set(path, (await server.ask(path)).body.toString());

      const mend = await breakIt(join(server.folder, 'talks.db'));
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
      for (const path of IN_MEMORY.slice(0, 3))
        assert.equal((await server.ask(path)).body.toString(), before.get(path));
      await server.import([talk(slugOf(900), '2030-01-01T12:00:00Z')]);
      assert.equal((await server.ask(`/api/talks/${slugOf(900)}`)).status, 200);
    });
  }

  it('replaced by another one, the other one is served', async (t) => {
    const server = await startTestServer(UNIVERSITY);
    t.after(() => server.close());
    await server.read(`/api/talks/${RICH}`);
    const other = join(server.folder, 'other.db');
    await importRecords(`sqlite:${other}`, [talk(slugOf(900), '2030-01-01T12:00:00Z', { title: 'In another store' })]);
    for (const file of await filesOf(join(server.folder, 'talks.db'))) await rm(file);
    await rename(other, join(server.folder, 'talks.db'));
    await until(
      async () => (await server.ask(`/api/talks/${slugOf(900)}`)).status === 200,
      'the other store to be seen',
      10_000,
    );
    assert.equal((await server.ask(`/api/talks/${RICH}`)).status, 404);
    assert.equal(valueAt(await server.read('/api/talks/search?from=1970-01-01'), 'total'), 1);
    assert.equal((await server.ask('/readyz')).status, 200);
  });

  it('locked by somebody who writes, everything is answered', async (t) => {
    const server = await startTestServer(UNIVERSITY);
    t.after(() => server.close());
    const writer = new Database(join(server.folder, 'talks.db'));
    t.after(() => writer.close());
    // In this journal mode nobody can keep readers out while they are connected.
    for (const begin of ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE']) {
      writer.exec(begin);
      for (const path of [...IN_MEMORY, ...NEEDS_STORE]) assert.equal((await server.ask(path)).status, 200, path);
      writer.exec('ROLLBACK');
    }
  });
});
