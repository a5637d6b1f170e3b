import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';

describe('lectern migrate', () => {
  it('creates the tables of an empty catalogue, and does nothing the second time', async (context) => {
    const database = await freshDatabase();
    const { address } = database;
    context.after(() => database.remove());
    const made = await lectern(['migrate', '--database', address]);
    assert.deepEqual([made.status, made.stderr], [0, '']);
    assert.match(made.stdout, /^Created the tables, schema \d+\. The catalogue is empty\.\n$/);
    assert.deepEqual(await lectern(['export', '--database', address]), {
      status: 0,
      stdout: '{"type":"catalogue"}\n',
      stderr: '',
    });
    const again = await lectern(['migrate', '--database', address]);
    assert.deepEqual([again.status, again.stderr], [0, '']);
    assert.match(again.stdout, /^Nothing to do: the database has schema \d+, the one this version uses\.\n$/);
  });

  it('leaves a catalogue unchanged', async (context) => {
    const database = await freshDatabase();
    const { address } = database;
    context.after(() => database.remove());
    const sample = await lectern(['sample', '--today', '2026-03-27', '--talks', '20']);
    await lectern(['import', '--database', address, '-'], { input: sample.stdout });
    const before = await lectern(['export', '--database', address]);
    assert.equal((await lectern(['migrate', '--database', address])).status, 0);
    assert.deepEqual(await lectern(['export', '--database', address]), before);
  });
});
