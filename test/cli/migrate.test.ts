import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lectern, lecternProcess } from '../support/process/command.ts';
import { NEXT_VERSION } from '../support/process/next-version.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { importSample } from '../support/db/whole-catalogue.ts';

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

  it('adds what a later version has, keeps every record, and says where the tables before are', async (context) => {
    const database = await freshDatabase();
    const { address } = database;
    context.after(() => database.remove());
    const before = await importSample(address);
    const nextVersion = (...args: readonly string[]) =>
      lecternProcess([...args, '--database', address], { variables: NEXT_VERSION });
    for (const verb of ['export', 'sources', 'check'])
      assert.match((await nextVersion(verb)).stderr, /made by an older version of Lectern\. Run: lectern migrate\n$/);
    const migrated = await nextVersion('migrate');
    assert.deepEqual([migrated.status, migrated.stderr], [0, '']);
    assert.match(
      migrated.stdout,
      /^Migrated the database from schema 100 to schema 101\.\nBackup: .*lectern[-_]schema[-_]100\b.*\n$/,
    );
    await database.execute('UPDATE talk SET colour = uid');
    assert.equal((await nextVersion('export')).stdout, before);
    assert.equal((await nextVersion('check')).status, 0);
    assert.match((await lectern(['export', '--database', address])).stderr, /made by a newer version of Lectern/);
  });

  it('refuses the database of a build before the first release', async (context) => {
    const database = await freshDatabase();
    const { address } = database;
    context.after(() => database.remove());
    await importSample(address);
    await database.execute(
      address.startsWith('sqlite:') ? 'PRAGMA user_version = 15' : 'UPDATE lectern.schema SET steps = 14',
    );
    for (const verb of ['migrate', 'export', 'check', 'sources']) {
      const { status, stderr } = await lectern([verb, '--database', address]);
      assert.equal(status, 1);
      assert.match(stderr, /was made by a build before the first release\. Export it with that build: lectern export/);
    }
  });
});
