import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readText } from '#search/query/text-query.ts';
import { readAddress, type PostgresAddress } from '#store/address.ts';
import { openStore } from '#store/open.ts';
import { beginSearch } from '#store/postgres/catalogue.ts';
import { Connection } from '#store/postgres/connection.ts';
import { PostgresStore } from '#store/postgres/store.ts';
import { textCosts } from '#store/postgres/text-cost.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { matchesOf, talksWithText } from '../support/find-text.ts';
import { importInto } from '../support/db/import-into.ts';
import { withPatience } from '../support/postgres/reached-server.ts';
import { NO_POSTGRES, sharedPostgres } from '../support/postgres/shared.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

test(
  'a search for the beginning of thousands of words finds them all on both engines',
  { skip: NO_POSTGRES },
  async (t) => {
    const database = await (await sharedPostgres(18)).database();
    t.after(() => database.drop());
    const file = join(await temporaryFolder(t), 'talks.db');
    const word = (index: number): string => `mos${index.toString(36)}`;
    const talks = Array.from({ length: 500 }, (_talk, index) => {
      const words = Array.from({ length: 10 }, (_word, at) => word(index * 10 + at));
      return aTalk(slugOf(index + 1), { title: words.slice(0, 2).join(' '), description: `peat ${words.join(' ')}` });
    });
    for (const address of [`sqlite:${file}`, withPatience(database.address)]) {
      const store = await openStore(address, { mode: 'write' });
      t.after(() => store.close());
      await importInto(store, [...talks, aTalk(slugOf(1000), { title: 'mo peat', description: 'mot' })]);
      const counts = async (typed: string): Promise<number[]> => {
        const [{ title, text } = assert.fail()] = await matchesOf(store, typed);
        return [title.whole, title.begun, text.whole, text.begun].map(({ length }) => length);
      };
      assert.deepEqual(await counts('mos'), [0, 500, 0, 500]);
      assert.deepEqual(await counts('"peat mos*"'), [0, 0, 0, 500]);
      assert.deepEqual(await counts(`"${word(4325)}"`), [0, 0, 1, 1]);
    }
  },
);

/** Creates a database with talks of these titles, which is dropped after the test. */
async function databaseWith(t: TestContext, titles: readonly string[]) {
  const server = await sharedPostgres(18);
  const database = await server.database();
  t.after(() => database.drop());
  const store = await openStore(withPatience(database.address), { mode: 'write' });
  await importInto(
    store,
    titles.map((title, at) => aTalk(slugOf(at + 1), { title })),
  );
  await store.close();
  const read = readAddress(withPatience(database.address));
  assert.ok(read.ok && read.address.engine === 'postgres');
  return { server, name: database.name, address: read.address satisfies PostgresAddress };
}

test(
  'a search that times out ends on the server, keeps its connection and does not affect other reads',
  { skip: NO_POSTGRES },
  async (t) => {
    const { server, name, address } = await databaseWith(t, ['Moss']);
    const store = new PostgresStore(address, { read: 3_000, textSearch: 2_000 });
    t.after(() => store.close());
    assert.deepEqual(await talksWithText(store, 'moss'), [1]);
    const ours = `FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'lectern'`;
    const processes = await server.query(`SELECT pid ${ours}`);
    await server.session(async (client) => {
      await client.query('BEGIN; LOCK TABLE lectern.wording IN ACCESS EXCLUSIVE MODE');
      const message = 'The text search timed out. Try again.';
      const searches = ['moss', 'mos', 'peat'].map((typed) =>
        assert.rejects(talksWithText(store, typed), { name: 'StoreUnavailable', message }),
      );
      await Promise.all(searches);
      assert.deepEqual(await server.query(`SELECT query ${ours} AND wait_event_type = 'Lock'`), []);
      assert.equal((await store.talks([1])).value[0]?.talk.title, 'Moss');
      await client.query('COMMIT');
    }, name);
    assert.deepEqual(await talksWithText(store, 'moss'), [1]);
    const pids = (await server.query(`SELECT pid ${ours}`)).map(({ pid }) => String(pid));
    assert.deepEqual(
      processes.map(({ pid }) => String(pid)).filter((pid) => !pids.includes(pid)),
      [],
    );
  },
);

test('a search that the server does not end in time is cancelled there', { skip: NO_POSTGRES }, async (t) => {
  const { server, address, name } = await databaseWith(t, []);
  const connection = await Connection.open(address, 0);
  const search = await beginSearch(connection, 600_000);
  await assert.rejects(connection.search(search, 'SELECT pg_sleep(600)', [], 1), { code: '57014' });
  await connection.ended;
  assert.equal(connection.isUsable, false);
  const ours = `FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'lectern'`;
  await until(async () => (await server.query(`SELECT pid ${ours}`)).length === 0, 'the session to end');
});

test(
  'the estimated cost of a search grows with the talks that contain its words and beginnings',
  { skip: NO_POSTGRES },
  async (t) => {
    const titles = Array.from({ length: 2_000 }, (_title, at) => `Moss ${at % 2 === 0 ? 'most' : 'peat'} rare${at}`);
    const { address } = await databaseWith(t, titles);
    const connection = await Connection.open(address, 0);
    t.after(() => connection.close());
    const of = async (typed: string): Promise<number[]> => {
      const text = readText(typed);
      assert.ok(typeof text === 'object');
      const costs = await textCosts((asked, values = []) => connection.query(asked, values, 60_000), text.terms);
      return costs.map((cost) => Math.round(cost / 100) * 100);
    };
    assert.deepEqual(await of('"moss" "peat" "moss peat" "mos*" nowhere "rare7"'), [2000, 1000, 3000, 3000, 0, 0]);
  },
);
