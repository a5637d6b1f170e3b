import assert from 'node:assert/strict';
import { it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { LARGE_ANSWER, NORMAL_TARGETS, WITH_LARGE_ANSWER } from '../torture/large-answer.ts';
import { askSlowly } from '../torture/slow-clients.ts';

it('a hundred slow clients are disconnected, and no other request fails', async (t) => {
  const { address } = await databaseOf(t);
  await importRecords(address, WITH_LARGE_ANSWER);
  const lectern = await serveLectern(address, ['--base-url', 'https://talks.university.test']);
  t.after(() => lectern.kill());
  const asked = { clients: 100, large: LARGE_ANSWER, targets: NORMAL_TARGETS, rate: 10, within: 300 };
  const { uncut, refused, failed, milliseconds } = await askSlowly(lectern.port, asked);
  assert.ok(milliseconds.length > 0);
  assert.deepEqual({ uncut, refused, failed }, { uncut: 0, refused: 0, failed: 0 });
});
