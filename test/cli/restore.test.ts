import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { restoreBackup } from '#cli/backup/restore-backup.ts';
import { runningProcesses } from '#cli/sync/running-processes.ts';
import { isAbandoned } from '#harvest/sync/claim-holder.ts';
import { openStore } from '#store/open.ts';
import type { ListedSource } from '#store/source-states.ts';
import { lectern } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { catalogueText, importSample } from '../support/db/whole-catalogue.ts';
import { on, talkTable, setSource, sourceKinds, SEEN } from './backed-up.ts';

describe('lectern restore', () => {
  it('replaces the catalogue with --yes, backs it up first, and restores the states of sources', async (test) => {
    const database = await databaseOf(test);
    const before = await importSample(database.address);
    await setSource(database.address, 'a', 'of then');
    const file = join(database.folder, 'kept.db');
    assert.equal((await lectern(['backup', ...on(database.address), file])).status, 0);
    const after = await importSample(database.address, 7);
    assert.notEqual(after, before);
    await setSource(database.address, 'a', 'of now');
    await setSource(database.address, 'b', 'new');

    const asked = await lectern(['restore', ...on(database.address), file]);
    assert.equal(asked.status, 2);
    assert.match(asked.stderr, /no terminal to ask .* Give --yes to replace it\.\nNothing was changed\.\n$/);
    assert.equal(await catalogueText(database.address), after);

    const done = await lectern(['restore', ...on(database.address), '--yes', file]);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.match(done.stdout, /: backup of the previous catalogue\.\nRestored \d+ records\.\n$/);
    assert.equal(await catalogueText(database.address), before);
    assert.deepEqual(await sourceKinds(database.address), [
      ['a', 'of then'],
      ['b', null],
    ]);
    const saved = readdirSync(database.folder).find((name) => name.startsWith('lectern-before-restore-'));
    assert.ok(saved !== undefined);
    assert.equal(await catalogueText(`sqlite:${join(database.folder, saved)}`), after);
  });

  it('repairs a damaged database with the command that lectern check suggests', async (test) => {
    const database = await databaseOf(test);
    const before = await importSample(database.address);
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    await database.execute(`UPDATE ${talkTable(database)} SET updated = updated + 1`);
    const { stderr } = await lectern(['check', ...on(database.address)]);
    const [, advice = ''] = /or restore a backup: lectern (.* BACKUP)\n$/.exec(stderr) ?? [];
    const mended = await lectern([...advice.replace('BACKUP', file).split(' '), ...on(database.address), '--yes']);
    assert.deepEqual([mended.status, mended.stderr], [0, '']);
    assert.equal(await catalogueText(database.address), before);
  });

  it('undoes corrections made since the backup', async (test) => {
    const database = await databaseOf(test);
    const before = await importSample(database.address);
    const [file, corrections] = [join(database.folder, 'kept.db'), join(database.folder, 'corrections.yaml')];
    await lectern(['backup', ...on(database.address), file]);
    const [, slug = ''] = /"type":"talk","slug":"([^"]+)"/.exec(before) ?? [];
    const hidden = await lectern(['hide', slug, ...on(database.address), '--corrections', corrections]);
    assert.deepEqual([hidden.status, hidden.stderr], [0, '']);
    assert.equal((await catalogueText(database.address)).includes(`"type":"talk","slug":"${slug}"`), false);
    assert.equal((await lectern(['restore', ...on(database.address), '--yes', file])).status, 0);
    assert.equal(await catalogueText(database.address), before);
    const store = await openStore(database.address, { mode: 'read' });
    assert.deepEqual(await store.corrections.all(), []);
    await store.close();
  });

  it('applies the --corrections file, so that hidden talks stay hidden', async (test) => {
    const database = await databaseOf(test);
    const before = await importSample(database.address);
    const [file, path] = [join(database.folder, 'kept.db'), join(database.folder, 'corrections.yaml')];
    const corrections = ['--corrections', path];
    await lectern(['backup', ...on(database.address), file]);
    const [, slug = ''] = /"type":"talk","slug":"([^"]+)"/.exec(before) ?? [];
    await lectern(['hide', slug, ...on(database.address), ...corrections]);
    const restored = async (...more: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await lectern([
        ...['restore', ...on(database.address), '--yes', '--skip-backup', ...more, file],
      ]);
      assert.deepEqual([status, stderr], [0, '']);
      return stdout.replace(path, 'FILE').replace(/^Restored .*\n/, '');
    };
    const isShown = async (): Promise<boolean> =>
      (await catalogueText(database.address)).includes(`"type":"talk","slug":"${slug}"`);
    assert.equal(await restored(...corrections), 'FILE applied: 1 talk corrected.\n');
    assert.equal(await isShown(), false);
    assert.equal(
      await restored(),
      '1 talk was corrected before, and is now as in the backup. To apply a corrections file again, save it while lectern serve runs, or import something.\n',
    );
    assert.equal(await isShown(), true);
    assert.equal(await restored(), '');
  });

  it('claims sources while it runs, so that a sync can tell if it was killed', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    await setSource(database.address, 'a', 'of then');
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    const store = await openStore(database.address, { mode: 'read' });
    test.after(() => store.close());
    let claims: Promise<readonly ListedSource[]> | undefined;
    const report = await restoreBackup(file, database.address, {
      signal: new AbortController().signal,
      onRecords: () => {
        claims ??= store.sources.list();
      },
      onWait: () => undefined,
      onImport: () => undefined,
      correct: () => Promise.resolve(undefined),
    });
    assert.equal(report.outcome, 'restored');
    const { own } = runningProcesses();
    const holders = { own, isGone: (holder: string) => holder === own };
    const abandoned = (await claims)?.map(({ claim }) => claim !== undefined && isAbandoned(claim, holders));
    assert.deepEqual([abandoned, await sourceKinds(database.address)], [[true], [['a', 'of then']]]);
  });

  it('does not wait for a source claimed by a process that has ended, such as a killed restore', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    await setSource(database.address, 'a', 'of then');
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    const store = await openStore(database.address, { mode: 'write' });
    test.after(() => store.close());
    const gone = runningProcesses().own.replace(/\d+ \d+$/, '4194305 1');
    const claim = { token: `${gone} 1`, by: 'lectern restore', until: new Date(Date.now() + 3_600_000) };
    assert.ok((await store.sources.claim('a', claim, new Date())) !== undefined);
    const said: string[] = [];
    const report = await restoreBackup(file, database.address, {
      signal: AbortSignal.timeout(20_000),
      onRecords: () => undefined,
      onWait: (source) => said.push(source),
      onImport: () => undefined,
      correct: () => Promise.resolve(undefined),
    });
    assert.deepEqual([report.outcome, said, await sourceKinds(database.address)], ['restored', [], [['a', 'of then']]]);
  });

  it('releases the sources it claimed, even if their states cannot be written', async (test) => {
    const [database, other] = [await databaseOf(test), await databaseOf(test)];
    if (!other.address.startsWith('sqlite:')) {
      test.skip('the failing database is one of SQLite');
      return;
    }
    await importSample(database.address);
    await setSource(database.address, 'a', 'of then');
    await setSource(database.address, 'b', 'of then');
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    await importSample(other.address);
    await other.execute(
      `CREATE TRIGGER full BEFORE UPDATE OF state ON source WHEN NEW.state IS NOT NULL BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    const { status } = await lectern(['restore', ...on(other.address), '--yes', '--skip-backup', file]);
    assert.deepEqual(
      [status, await sourceKinds(other.address)],
      [
        1,
        [
          ['a', null],
          ['b', null],
        ],
      ],
    );
  });

  it('lets the next sync read sources again if their states could not be restored', async (test) => {
    const database = await databaseOf(test);
    if (!database.address.startsWith('sqlite:')) {
      test.skip('the failing database is one of SQLite');
      return;
    }
    await importSample(database.address);
    await setSource(database.address, 'a', 'of then');
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    await setSource(database.address, 'a', 'of now', SEEN);
    await database.execute(
      `CREATE TRIGGER full BEFORE UPDATE OF state ON source WHEN NEW.state LIKE '%of then%' BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    const { status } = await lectern(['restore', ...on(database.address), '--yes', '--skip-backup', file]);
    const store = await openStore(database.address, { mode: 'read' });
    const states = (await store.sources.list()).map(({ name, state }) => [name, state?.kind, state?.seen]);
    await store.close();
    assert.deepEqual([status, states], [1, [['a', 'of now', null]]]);
  });

  it('restores into an empty database without asking for confirmation', async (test) => {
    const [database, other] = [await databaseOf(test), await databaseOf(test)];
    const before = await importSample(database.address);
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    const done = await lectern(['restore', ...on(other.address), file]);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.equal(await catalogueText(other.address), before);
  });

  it('changes nothing if the backup is damaged, missing or not a database', async (test) => {
    const database = await databaseOf(test);
    const before = await importSample(database.address);
    const [file, text] = [join(database.folder, 'kept.db'), join(database.folder, 'text.db')];
    await lectern(['backup', ...on(database.address), file]);
    chmodSync(file, 0o600);
    truncateSync(file, statSync(file).size - 4096);
    await writeFile(text, 'not a database'.repeat(500));
    for (const [path, message] of [
      [file, /damaged/],
      [text, /is not a database/],
      [join(database.folder, 'no.db'), /no\.db does not exist/],
    ] as const) {
      const { status, stderr } = await lectern(['restore', ...on(database.address), '--yes', '--skip-backup', path]);
      assert.equal(status, 1, path);
      assert.match(stderr, message);
    }
    assert.equal(await catalogueText(database.address), before);
    assert.ok(!existsSync(join(database.folder, 'no.db')));
  });
});
