import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemaAfter } from '#store/migration.ts';
import { migrateStore, openStore } from '#store/open.ts';
import { MIGRATIONS } from '#store/postgres/schema.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import { aTalk, aTopic } from '../support/catalogue/catalogue-records.ts';
import { talksWithText } from '../support/find-text.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import type { ReachedServer, TestDatabase } from '../support/postgres/reached-server.ts';
import { NO_POSTGRES, sharedPostgres } from '../support/postgres/shared.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const HISTORY = { created: '2015-09-09T09:09:09Z', sequence: 3, previousStart: null };
const TALK = aTalk(slugOf(1), { updated: '2015-10-06T10:00:00Z', history: HISTORY });

interface Scene extends TestDatabase {
  readonly server: ReachedServer;
  /** The database as messages name it. */
  readonly where: string;
  readonly sql: (text: string) => Promise<readonly Record<string, unknown>[]>;
}

async function withDatabase(use: (scene: Scene) => Promise<void>): Promise<void> {
  const server = await sharedPostgres(18);
  const database = await server.database();
  const where = `postgres://${server.user}@${server.host}:${server.port}/${database.name}`;
  try {
    await use({ ...database, server, where, sql: (text) => server.query(text, database.name) });
  } finally {
    await database.drop();
  }
}

async function withStore<T>(address: string, mode: 'read' | 'write', use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(address, { mode });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** The messages of reading, importing and migrating, or `fine`. */
async function complaints(address: string): Promise<string[]> {
  const said = async (act: () => Promise<unknown>): Promise<string> => {
    try {
      await act();
      return 'fine';
    } catch (error) {
      if (error instanceof StoreUnavailable) return error.message;
      throw error;
    }
  };
  return [
    await said(() => withStore(address, 'read', recordsOf)),
    await said(() => withStore(address, 'write', (store) => importInto(store, [TALK]))),
    await said(() => migrateStore(address)),
  ];
}

function three(message: string): string[] {
  return [message, message, message];
}

describe('the PostgreSQL schema', { skip: NO_POSTGRES }, () => {
  it('is created by the first import', () =>
    withDatabase(async ({ address, where }) => {
      const advice =
        'Import one with: lectern import FILE, or lectern sync --all; or serve an empty one: lectern serve --create';
      const none = `There is no catalogue at ${where} yet. ${advice}`;
      assert.deepEqual(await complaints(address), [none, 'fine', 'fine']);
    }));

  it('is not created if the first import has problems', () =>
    withDatabase(async ({ address, sql }) => {
      const dangling = aTalk(slugOf(1), { series: slugOf(5) });
      const outcome = await withStore(address, 'write', (store) => importInto(store, [dangling]));
      assert.equal(outcome.ok, false);
      assert.deepEqual(await sql("SELECT 1 FROM pg_namespace WHERE nspname = 'lectern'"), []);
    }));

  it('is created in an existing empty schema named lectern', () =>
    withDatabase(async ({ address, server, sql }) => {
      await sql(`CREATE SCHEMA lectern AUTHORIZATION ${server.user}`);
      const [, importing] = await complaints(address);
      assert.equal(importing, 'fine');
    }));

  it('of another program is reported and left unchanged', () =>
    withDatabase(async ({ address, where, server, sql }) => {
      await sql(`CREATE SCHEMA lectern AUTHORIZATION ${server.user}`);
      await sql('CREATE TABLE lectern.lessons (number integer)');
      const [, ...writing] = await complaints(address);
      const anothers = `The schema lectern at ${where} is another program's. Name another database for the catalogue.`;
      assert.deepEqual(writing, [anothers, anothers]);
      assert.equal((await sql("SELECT 1 FROM pg_tables WHERE schemaname = 'lectern'")).length, 1);
    }));

  it('of a newer version, or of a build before the first release, is rejected', () =>
    withDatabase(async ({ address, where, sql }) => {
      await withStore(address, 'write', (store) => importInto(store, [TALK]));
      await sql('UPDATE lectern.schema SET steps = 999');
      const newer = `The catalogue at ${where} was made by a newer version of Lectern. Install that version, or a later one; or restore an older backup: lectern restore BACKUP`;
      assert.deepEqual(await complaints(address), three(newer));
      for (const schema of [1, 14]) {
        await sql(`UPDATE lectern.schema SET steps = ${schema}`);
        const before = `The catalogue at ${where} was made by a build before the first release. Export it with that build: lectern export --output FILE; then import the file into another database: lectern import FILE`;
        assert.deepEqual(await complaints(address), three(before));
        assert.deepEqual(await sql('SELECT steps FROM lectern.schema'), [{ steps: schema }]);
      }
    }));

  it('is migrated once in one transaction, even by two migrations at the same time', () =>
    withDatabase(async ({ address, sql }) => {
      await withStore(address, 'write', (store) => importInto(store, [TALK]));
      const [from, steps] = [schemaAfter(MIGRATIONS), MIGRATIONS.map(() => 'SELECT 1 / 0')];
      const next = [...steps, 'CREATE TABLE lectern.more (number integer)', 'INSERT INTO lectern.more VALUES (1)'];
      await assert.rejects(migrateStore(address, { steps: [...next, 'SELECT 1 / 0'] }), { name: 'StoreUnavailable' });
      assert.deepEqual(await sql("SELECT to_regclass('lectern.more') AS more"), [{ more: null }]);
      const done = await Promise.all([migrateStore(address, { steps: next }), migrateStore(address, { steps: next })]);
      assert.deepEqual(
        done.sort((a, b) => a.from - b.from),
        [
          { from, to: from + 2 },
          { from: from + 2, to: from + 2 },
        ],
      );
      assert.deepEqual(await sql('SELECT number FROM lectern.more'), [{ number: 1 }]);
    }));

  it('can be read by a user who has only SELECT permission', () =>
    withDatabase(async ({ address, name, server, sql }) => {
      await withStore(address, 'write', (store) => importInto(store, [TALK]));
      const role = `${name}_reader`;
      await sql(`CREATE ROLE ${role} LOGIN PASSWORD 'moss'`);
      try {
        const reading = `postgres://${role}:moss@${server.host}:${server.port}/${name}`;
        const [unreadable] = await complaints(reading);
        assert.match(unreadable ?? '', /denies permission to this user\. Grant it .* \(42501\)$/);
        await sql(`GRANT USAGE ON SCHEMA lectern TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA lectern TO ${role}`);
        await withStore(reading, 'read', async (store) => {
          assert.deepEqual(await recordsOf(store), [TALK]);
          assert.deepEqual((await store.talks([1]))[0]?.history, HISTORY);
          const changes = await store.changes(null);
          changes.close();
          await assert.rejects(importInto(store, [aTalk(slugOf(2))]), /denies permission to this user/);
        });
      } finally {
        await sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      }
    }));

  it('is not created in a database with the encoding LATIN1', () =>
    withDatabase(async ({ server, name }) => {
      const latin = `${name}_latin`;
      const options = "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0";
      await server.query(`CREATE DATABASE ${latin} OWNER ${server.user} ${options}`);
      try {
        const [, importing] = await complaints(server.address(latin));
        assert.match(importing ?? '', /stores text as LATIN1, which lacks many characters\. Create one with: createdb/);
      } finally {
        await server.query(`DROP DATABASE ${latin} WITH (FORCE)`);
      }
    }));

  it('stores very long identifiers and texts', () =>
    withDatabase(async ({ address }) => {
      const words = Array.from({ length: 120_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
      const topic = aTopic(`http://topics.example.org/${'é%27'.repeat(3000)}`, { label: 'x' });
      const other = aTopic(`${topic.uri}x`);
      const talk = { ...TALK, topics: [other.uri, topic.uri], description: words.slice(0, 1_000_000) };
      await withStore(address, 'write', async (store) => {
        assert.equal((await importInto(store, [topic, other, talk])).ok, true);
        assert.deepEqual(await recordsOf(store), [topic, other, talk]);
        assert.deepEqual(await talksWithText(store, '"w2a" "w10"'), [1]);
        assert.deepEqual((await importInto(store, [topic, other, talk])).ok, true);
      });
    }));
});
