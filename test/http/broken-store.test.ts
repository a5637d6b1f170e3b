import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { valueAt } from '../support/json-value.ts';
import { startTestServer } from '../support/http/server.ts';
import { until } from '../support/until.ts';
import { RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { itServesOn } from './broken-store.ts';

describe('while the store is', { concurrency: false }, () => {
  itServesOn({
    what: 'out of reach',
    breakIt: async (database) => {
      await database.hide();
      return () => database.show();
    },
  });

  it('replaced by another store, that store is served', async (t) => {
    const database = await freshDatabase();
    const server = await startTestServer(UNIVERSITY, {}, database);
    t.after(() => server.close());
    await server.read(`/api/talks/${RICH}`);
    const other = await freshDatabase();
    t.after(() => other.remove());
    await importRecords(other.address, [talk(slugOf(900), '2030-01-01T12:00:00Z', { title: 'In another store' })]);
    await database.replaceBy(other);
    await until(
      async () => (await server.ask(`/api/talks/${slugOf(900)}`)).status === 200,
      'the other store to be served',
    );
    assert.equal((await server.ask(`/api/talks/${RICH}`)).status, 404);
    assert.equal(valueAt(await server.read('/api/talks/search?from=1970-01-01'), 'total'), 1);
    assert.equal((await server.ask('/readyz')).status, 200);
  });
});
