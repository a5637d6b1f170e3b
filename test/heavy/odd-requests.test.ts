import assert from 'node:assert/strict';
import { it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { askOddly, SMALL_CACHES, SMALL_HEAP } from '../torture/odd-requests.ts';

const REQUESTS = 5_000;
/** MiB that the process may grow by. Its caches are limited to 8 + 8. */
const GROWTH_AT_MOST = 48;

it(`any request gets a documented status and a well-formed body without leaking memory`, async (t) => {
  const { address, folder } = await databaseOf(t);
  await importRecords(address, UNIVERSITY);
  const settings = ['--base-url', 'https://talks.university.test', ...SMALL_CACHES];
  const lectern = await serveLectern(address, settings, { variables: SMALL_HEAP });
  t.after(() => lectern.kill());
  const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`seed ${String(seed)}: FC_SEED=${String(seed)} repeats the same requests`);

  const secrets = [folder, process.cwd()];
  const { answered, statuses, grown } = await askOddly(lectern, { requests: REQUESTS, seed, secrets });

  t.diagnostic(`${String(answered)} answers: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assert.ok(answered >= REQUESTS, `only ${String(answered)} answers`);
  assert.equal(statuses.get(500), undefined);
  assert.equal((await lectern.ask('/healthz')).status, 200);
  assert.equal((await lectern.ask('/readyz')).status, 200);
  t.diagnostic(`${grown.toFixed(0)} MiB more than before`);
  assert.ok(grown < GROWTH_AT_MOST, `the process has grown by ${grown.toFixed(0)} MiB`);
  lectern.process.kill('SIGTERM');
  const { status, stderr } = await lectern.finished;
  assert.deepEqual([status, stderr], [0, '']);
});
