import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStore } from '#store/open.ts';
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
