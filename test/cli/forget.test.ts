import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '#store/open.ts';
import { ADA, UNIVERSITY } from '../support/catalogue/university.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { startLectern } from '../support/process/command.ts';
import { until } from '../support/until.ts';

describe('lectern forget', () => {
  it('forgets nobody if it is stopped while it waits for another import', async (t) => {
    const { address } = await databaseOf(t);
    await importRecords(address, UNIVERSITY);
    const store = await openStore(address, { mode: 'write' });
    t.after(() => store.close());
    const other = await store.beginImport({ replace: false, now: new Date() });
    const running = startLectern(['forget', ADA, '--yes'], { variables: { DATABASE_URL: address } });
    t.after(() => running.process.kill('SIGKILL'));
    await until(() => running.said().stderr.includes('waiting'), 'it to wait');
    running.process.kill('SIGINT');
    const { status, stdout, stderr } = await running.finished;
    await other.abandon();
    assert.deepEqual([status, stdout], [130, '']);
    assert.match(stderr, /^Stopped\. Nothing was changed\.$/m);
    assert.equal((await store.record('person', ADA))?.slug, ADA);
  });
});
