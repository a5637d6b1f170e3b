import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { until } from '../support/until.ts';

it('a server removes the rendered talks of one that had other settings, and with them those that are gone', async (t) => {
  const database = await databaseOf(t);
  const talks = ['marmalade', 'kippers'].map((title, n) => talk(slugOf(n + 1), '2030-01-01T12:00:00Z', { title }));
  const serve = (baseUrl: string): Promise<TestServer> =>
    startTestServer(talks, { baseUrl }, { ...database, remove: async () => undefined });
  /** The rendered talks in the folder of the copy, of each service. */
  const rendered = (): readonly string[] =>
    readdirSync(database.folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /[0-9a-f]{16}-[-0-9a-f]+\.json$/.test(file))
      .map((file) => readFileSync(join(database.folder, file), 'utf8'));

  const before = await serve('https://before.example.org');
  await until(() => rendered().some((text) => text.includes('marmalade')), 'talks to be rendered');
  await before.close();
  await importRecords(database.address, talks.slice(1), { replace: true });

  talks.splice(0, 1);
  const now = await serve('https://now.example.org');
  t.after(() => now.close());
  await until(() => rendered().some((text) => text.includes('now.example.org')), 'talks to be rendered again');
  const [only = '', ...others] = rendered();
  assert.deepEqual(others, []);
  assert.ok(only.includes('kippers') && !only.includes('marmalade'));
});
