import assert from 'node:assert/strict';
import { it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { SMALL_CACHES, SMALL_HEAP } from '../torture/odd-requests.ts';
import { soak } from '../torture/soak.ts';

/** MiB that the process may grow by after the first two thousand requests. */
const GROWTH_AT_MOST = 64;

const NOT_LINUX = process.platform === 'linux' ? false : 'only Linux reports the memory and open files of a process';

it('requests during imports all succeed without leaking memory or open files', { skip: NOT_LINUX }, async (t) => {
  const { address } = await databaseOf(t);
  await importRecords(address, UNIVERSITY);
  const settings = ['--base-url', 'https://talks.university.test', ...SMALL_CACHES];
  const lectern = await serveLectern(address, settings, { variables: SMALL_HEAP });
  t.after(() => lectern.kill());
  const { answered, failed, blocks } = await soak(lectern, {
    records: UNIVERSITY,
    publish: async (records) => void (await importRecords(address, records)),
    blocks: 4,
    importsInBlock: 4,
    requestsOfImport: 500,
    seed: 1,
  });
  t.diagnostic(JSON.stringify(blocks));
  assert.deepEqual([answered, failed], [8_000, 0]);
  const [first, last] = [blocks[0] ?? assert.fail(), blocks.at(-1) ?? assert.fail()];
  assert.ok(last.openFiles <= first.openFiles * 1.1, `${String(last.openFiles)} open files`);
  const grown = last.mebibytes - first.mebibytes;
  assert.ok(grown < GROWTH_AT_MOST, `the process has grown by ${grown.toFixed(0)} MiB`);
});
