import assert from 'node:assert/strict';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { broken, healed, remembered, assertServesOn, NEEDS_STORE } from '../http/broken-store.ts';
import { lecternProcess } from '../support/process/command.ts';
import { handOver } from '../support/postgres/owned-folder.ts';
import { SmallDisk, withoutSmallDisk } from '../support/postgres/small-disk.ts';
import { startTestServer } from '../support/http/server.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { catalogueFile, edition, exported } from './catalogues.ts';
import { assertFewConnections, ownServer, type OwnServer } from './places.ts';

const skip = withoutSmallDisk();
/** Talks. More than fit on the disk. */
const COUNT = 40_000;

describe('a full disk of the PostgreSQL server', { skip, concurrency: false }, () => {
  let place: OwnServer;
  let disk: SmallDisk;
  before(async () => {
    place = await ownServer({ wal_keep_size: '0', min_wal_size: '32MB', max_wal_size: '32MB' });
    disk = new SmallDisk(128);
  });
  after(async () => {
    await place.remove();
    await disk.remove();
  });

  it('that holds the tables fails an import with a clear message and does not affect readers', async () => {
    const { server, name, address } = place;
    await server.query(`CREATE TABLESPACE small LOCATION '${disk.folder}'`);
    await server.query(`ALTER DATABASE ${name} SET TABLESPACE small`);
    const serving = await startTestServer(UNIVERSITY, {}, { ...place, remove: () => Promise.resolve() });
    try {
      const before = await exported(address);
      disk.fill();
      const large = await catalogueFile(place.folder, 'large.ndjson', edition('Large', COUNT));
      const { status, stdout, stderr } = await lecternProcess(['import', '--database', address, large]);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^lectern: [^\n]*(disk|space)[^\n]*\n$/);
      assert.equal(await exported(address), before);
      for (const path of NEEDS_STORE) assert.equal((await serving.ask(path)).status, 200, path);

      disk.free();
      await serving.import(edition('Small', 20));
      await assertFewConnections(place);
    } finally {
      await serving.close();
    }
  });

  it('that holds the WAL fails an import, and Lectern answers from memory until the server is back', async () => {
    const { server, address } = place;
    await server.stop('fast');
    const log = join(server.data, 'pg_wal');
    const moved = join(disk.folder, 'pg_wal');
    cpSync(log, moved, { recursive: true, preserveTimestamps: true });
    rmSync(log, { recursive: true });
    symlinkSync(moved, log);
    handOver(moved);
    await server.start();

    const serving = await startTestServer(UNIVERSITY, {}, { ...place, remove: () => Promise.resolve() });
    try {
      const before = await remembered(serving);
      disk.fill();
      const large = await catalogueFile(place.folder, 'large.ndjson', edition('Large', COUNT));
      const { status, stdout, stderr } = await lecternProcess(['import', '--database', address, large]);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^lectern: [^\n]+\n$/);
      await server.kill();
      await broken(serving);
      await assertServesOn(serving, before);

      disk.free();
      await server.start();
      await healed(serving);
      await assertFewConnections(place);
    } finally {
      await serving.close();
    }
  });
});
