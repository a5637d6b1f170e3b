import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { failedStart } from '../support/process/failed-start.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

describe('lectern serve', () => {
  it('fails with one line if the database has no catalogue, like lectern export', async (t) => {
    const { address } = await databaseOf(t);
    for (const verb of [['serve', '--port', '0'], ['export']]) {
      const { status, stdout, stderr } = await failedStart([...verb, '--database', address]);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^lectern: [^\n]*no catalogue[^\n]*\n$/);
    }
  });

  it('fails and names the port if another program uses it', async (t) => {
    const { address: good } = await databaseOf(t);
    await importRecords(good, UNIVERSITY);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(address !== null && typeof address === 'object' ? address.port : 0);
    const { status, stderr } = await failedStart(['serve', '--database', good, '--port', port]);
    other.close();
    assert.deepEqual(
      [status, stderr],
      [1, `lectern: Port ${port} on 127.0.0.1 is in use by another program. Stop it, or choose another with --port.\n`],
    );
  });
});
