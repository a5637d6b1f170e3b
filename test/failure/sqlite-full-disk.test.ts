import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import { SmallDisk, withoutSmallDisk } from '../support/postgres/small-disk.ts';
import { until } from '../support/until.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const LONG = 'moss and lichen '.repeat(400);
const FEW = [aTalk(slugOf(1))];
/** Far more than the disk has room for. */
const TOO_MANY = Array.from({ length: 3_000 }, (_, index) => aTalk(slugOf(index + 1), { description: LONG }));

describe('a full disk', { skip: withoutSmallDisk(), concurrency: false }, () => {
  let disk: SmallDisk;
  let path = '';
  before(() => {
    disk = new SmallDisk(12);
    path = join(disk.folder, 'talks.db');
  });
  after(() => disk.remove());
  beforeEach(() => disk.free());

  const logSize = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const full = () => ({
    name: 'StoreUnavailable',
    message: `The disk is full: the catalogue at ${path} cannot be written. Free up space, then try again.`,
  });

  it('gets its space back from a failed import even while a server has the catalogue open', async () => {
    const store = await openStore(`sqlite:${path}`, { mode: 'write' });
    assert.equal((await importInto(store, FEW)).ok, true);
    const records = await recordsOf(store);
    const serving = await openStore(`sqlite:${path}`, { mode: 'read' });
    await serving.talks([1]);
    await assert.rejects(importInto(store, TOO_MANY), full());
    assert.equal(logSize(), 0);
    assert.deepEqual(await recordsOf(serving), records);
    await store.close();
    await serving.close();
  });

  for (const [when, act] of [
    ['a server starts', async () => (await openStore(`sqlite:${path}`, { mode: 'read' })).close()],
    ['a server stops', undefined],
  ] as const) {
    it(`gets its space back from a killed import when ${when}`, async () => {
      const serving = await openStore(`sqlite:${path}`, { mode: 'read' });
      await serving.talks([1]);
      await killedImport();
      assert.ok(logSize() > 1024 * 1024, String(logSize()));
      if (act === undefined) await serving.close();
      else await act();
      assert.equal(logSize(), 0);
      await serving.close();
    });
  }

  it('is reported even if the -shm file does not fit on it', async () => {
    disk.fill();
    await assert.rejects(openStore(`sqlite:${path}`, { mode: 'read' }), full());
    disk.free();
    await (await openStore(`sqlite:${path}`, { mode: 'read' })).close();
  });

  async function killedImport(): Promise<void> {
    const script = fileURLToPath(new URL('./importing-process.mjs', import.meta.url));
    const importing = fork(script, [`sqlite:${path}`, 'New', '100000'], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = once(importing, 'exit');
    await until(() => importing.exitCode !== null || logSize() >= 2 * 1024 * 1024, 'the import to write');
    importing.kill('SIGKILL');
    await ended;
  }
});
