/** Also brings about beside other tests what `test/alone/expensive-searches.test.ts` needs and finds here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { TALKS } from '../../bench/fairness/benchmark.ts';
import { importedCatalogue } from '../../bench/harness/catalogue.ts';

test('250,000 talks are imported at once, each of them', async () => {
  const { database } = await importedCatalogue(TALKS);
  const db = new Database(database, { readonly: true });
  try {
    assert.deepEqual(db.prepare('SELECT count(*) AS talks FROM talk').get(), { talks: TALKS });
  } finally {
    db.close();
  }
});
