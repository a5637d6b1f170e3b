import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAddress } from '#store/address.ts';
import { openStore } from '#store/open.ts';
import { Connection } from '#store/postgres/connection.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { importInto } from '../support/db/import-into.ts';
import { withPatience } from '../support/postgres/reached-server.ts';
import { NO_POSTGRES, sharedPostgres } from '../support/postgres/shared.ts';

test('an import waits longer for an overloaded server than a reader does', { skip: NO_POSTGRES }, async (t) => {
  const server = await sharedPostgres(18);
  const database = await server.database();
  t.after(() => database.drop());
  const address = withPatience(database.address);
  const importing = await openStore(address, { mode: 'write' });
  t.after(() => importing.close());
  await importInto(importing, [aTalk(slugOf(1), { title: 'Moss' })]);
  const reading = await openStore(address, { mode: 'read' });
  t.after(() => reading.close());
  const before = await importing.state();
  await server.session(async (client) => {
    await client.query('BEGIN; LOCK TABLE lectern.import IN ACCESS EXCLUSIVE MODE');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const answers = Promise.allSettled([importing.state(), reading.state()]);
    const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = '${database.name}' AND application_name = 'lectern' AND wait_event_type = 'Lock'`;
    // `until` would pause by the mocked clock.
    const end = performance.now() + 60_000;
    while ((await server.query(waiting)).length < 2) assert.ok(performance.now() < end, 'both reads must wait');
    t.mock.timers.tick(3_000);
    t.mock.timers.reset();
    // An answer in the same turn of the event loop would still count.
    await nextTurn();
    await client.query('COMMIT');
    const [imported, read] = await answers;
    assert.deepEqual(imported, { status: 'fulfilled', value: before });
    assert.ok(read.status === 'rejected');
    assert.match(String(read.reason), /did not answer in time\. Check that it is running and not overloaded/);
  }, database.name);
});

test(
  'a server that answered is not given up when it is found out of reach after that',
  { skip: NO_POSTGRES },
  async (t) => {
    const server = await sharedPostgres(18);
    const database = await server.database();
    t.after(() => database.drop());
    const read = readAddress(database.address);
    assert.ok(read.ok && read.address.engine === 'postgres');
    const connection = await Connection.open(read.address, 0);
    t.after(() => connection.close());
    const probes = [Promise.withResolvers<Connection>(), Promise.withResolvers<Connection>()];
    let probed = 0;
    t.mock.method(Connection, 'open', () => probes[probed++]?.promise);
    await server.session(async (client) => {
      await client.query('SELECT pg_advisory_lock(1)');
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const answer = connection.queryWithoutLimit('SELECT pg_advisory_lock(1)');
      t.mock.timers.tick(5_000);
      probes[0]?.reject(new Error('out of reach'));
      await nextTurn();
      t.mock.timers.tick(5_000);
      assert.equal(probed, 2);
      await client.query('SELECT pg_advisory_unlock(1)');
      await answer;
      probes[1]?.reject(new Error('out of reach'));
      await nextTurn();
      t.mock.timers.reset();
      assert.deepEqual(await connection.query('SELECT 1 AS one', [], 30_000), [{ one: 1 }]);
    }, database.name);
  },
);
