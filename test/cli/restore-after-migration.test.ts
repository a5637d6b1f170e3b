import assert from 'node:assert/strict';
import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { restoreBackup } from '#cli/backup/restore-backup.ts';
import { setNewerAside } from '#cli/verbs/restore.ts';
import { schemaAfter } from '#store/migration.ts';
import { migrateStore } from '#store/open.ts';
import { MIGRATIONS as POSTGRES_STEPS } from '#store/postgres/schema.ts';
import { MIGRATIONS as SQLITE_STEPS } from '#store/sqlite/schema.ts';
import { lectern, lecternProcess, type Finished } from '../support/process/command.ts';
import { NEXT_VERSION } from '../support/process/next-version.ts';
import { TestHost } from '../support/process/test-host.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { catalogueText, importSample, sampleText } from '../support/db/whole-catalogue.ts';
import { on, talkTable, damage } from './backed-up.ts';

describe('restoring a backup made before a migration', () => {
  it('replaces the newer schema by the previous catalogue, unless the backup is damaged', async (test) => {
    const database = await databaseOf(test);
    const before = await importSample(database.address);
    const steps = database.address.startsWith('sqlite:') ? SQLITE_STEPS : POSTGRES_STEPS;
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    const next = [...steps.map(() => 'SELECT 1'), `ALTER TABLE ${talkTable(database)} ADD COLUMN colour TEXT`];
    const written: number[] = [];
    const migration = await migrateStore(database.address, {
      steps: next,
      before: async (from) => void written.push(from),
      keepTables: true,
    });
    assert.deepEqual(written, [schemaAfter(steps)]);
    const { status, stderr } = await lectern(['export', ...on(database.address)]);
    assert.equal(status, 1);
    assert.match(stderr, /made by a newer version of Lectern/);

    const damaged = join(database.folder, 'damaged.db');
    copyFileSync(file, damaged);
    damage(damaged);
    const refused = await lectern(['restore', ...on(database.address), '--yes', damaged]);
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.match(refused.stderr, /^The backup is damaged: .*Nothing was changed\.\n$/s);
    assert.match((await lectern(['export', ...on(database.address)])).stderr, /made by a newer version of Lectern/);

    const done = await lectern(['restore', ...on(database.address), '--yes', file]);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.match(done.stdout, /: what the newer version of Lectern wrote\.\nRestored \d+ records\.\n$/);
    assert.equal(await catalogueText(database.address), before);

    // PostgreSQL can also go back to the schema that the migration kept, without a file.
    if (migration.kept === undefined) return;
    await database.execute('DROP SCHEMA lectern CASCADE');
    await database.execute(`ALTER SCHEMA ${migration.kept} RENAME TO lectern`);
    assert.equal(await catalogueText(database.address), before);
    const input = sampleText({ talks: 60 });
    const imported = await lectern(['import', ...on(database.address), '-'], { input });
    assert.deepEqual([imported.status, imported.stderr], [0, '']);
  });

  it('keeps the newer database if it is interrupted', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    const steps = database.address.startsWith('sqlite:') ? SQLITE_STEPS : POSTGRES_STEPS;
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    await migrateStore(database.address, { steps: [...steps.map(() => 'SELECT 1'), 'SELECT 1'] });
    const stop = new AbortController();
    const stopped = restoreBackup(file, database.address, {
      signal: stop.signal,
      onRecords: () => undefined,
      onWait: () => undefined,
      onImport: () => undefined,
      correct: () => Promise.resolve(undefined),
      onWhole: async () => {
        const undo = await setNewerAside(database.address, new TestHost());
        stop.abort();
        return undo;
      },
    });
    await assert.rejects(stopped, { name: 'AbortError' });
    assert.match((await lectern(['export', ...on(database.address)])).stderr, /made by a newer version of Lectern/);
  });

  it('accepts the backup with an older schema that lectern migrate writes for SQLite', async (test) => {
    const database = await databaseOf(test);
    if (!database.address.startsWith('sqlite:')) {
      test.skip('lectern migrate writes no file for PostgreSQL');
      return;
    }
    const before = await importSample(database.address);
    const migrated = await nextVersion('migrate', ...on(database.address));
    assert.equal(migrated.status, 0);
    const [, file = ''] = /\nBackup: (.*)\n$/.exec(migrated.stdout) ?? [];
    assert.match(file, /lectern-schema-100-[\dTZ-]+\.db$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { stderr } = await nextVersion('export', '--database', `sqlite:${file}`);
    assert.match(stderr, /was made by an older version of Lectern\. Run: lectern migrate\n$/);
    assert.equal((await nextVersion('import', ...on(database.address), '--replace', '-')).status, 0);
    assert.notEqual((await nextVersion('export', ...on(database.address))).stdout, before);
    assert.equal((await nextVersion('restore', ...on(database.address), '--yes', file)).status, 0);
    assert.equal((await nextVersion('export', ...on(database.address))).stdout, before);
  });
});

function nextVersion(...args: readonly string[]): Promise<Finished> {
  return lecternProcess(args, { variables: NEXT_VERSION, input: sampleText({ seed: 9 }) });
}
