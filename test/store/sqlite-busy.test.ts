import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { openStore } from '#store/open.ts';
import { SqliteWriter } from '#store/sqlite/sqlite-writer.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { freshSqlite } from '../support/db/fresh-database.ts';
import { importInto } from '../support/db/import-into.ts';

const COUNTS = '/proc/self/io';
const NO_COUNTS = existsSync(COUNTS) ? false : 'this system does not count the bytes that a process reads';

const bytesRead = (): number => Number(/^rchar: (\d+)$/m.exec(readFileSync(COUNTS, 'latin1'))?.[1]);

/** A catalogue in a file, and an import that holds its write lock until it is abandoned. */
async function busyCatalogue(t: TestContext) {
  const database = await freshSqlite();
  t.after(() => database.remove());
  const store = await openStore(database.address, { mode: 'write' });
  t.after(() => store.close());
  const description = 'Mosses and ferns. '.repeat(50);
  await importInto(
    store,
    Array.from({ length: 500 }, (_, i) => aTalk(slugOf(i + 1), { description })),
  );
  const other = await store.beginImport({ replace: false, now: new Date() });
  t.after(() => other.abandon());
  return { path: join(database.folder, 'talks.db'), other };
}

describe('an import that replaces a catalogue while another import runs', () => {
  it('checks the file for damage once, however often it tries to begin', { skip: NO_COUNTS }, async (t) => {
    const { path } = await busyCatalogue(t);
    const writer = new SqliteWriter({ engine: 'sqlite', path });
    const before = bytesRead();
    for (let tries = 0; tries < 10; tries++) assert.deepEqual(await writer.begin(true), { outcome: 'busy' });
    const read = bytesRead() - before;
    assert.ok(read < 3 * statSync(path).size, `${String(read)} bytes of ${String(statSync(path).size)}`);
  });

  it('checks it again once it has changed', async (t) => {
    const { path, other } = await busyCatalogue(t);
    const writer = new SqliteWriter({ engine: 'sqlite', path });
    assert.deepEqual(await writer.begin(true), { outcome: 'busy' });
    await other.abandon();
    truncateSync(path, statSync(path).size / 2);
    assert.deepEqual(await writer.begin(true), { outcome: 'begun', isNew: true, place: 0 });
    await writer.abandon();
  });
});
