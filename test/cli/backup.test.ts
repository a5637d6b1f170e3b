import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { backupPath, writeWhole } from '#cli/backup/backup-file.ts';
import { restoreBackup } from '#cli/backup/restore-backup.ts';
import { setNewerAside } from '#cli/verbs/restore.ts';
import { runningProcesses } from '#cli/sync/running-processes.ts';
import { isAbandoned } from '#harvest/sync/claim-holder.ts';
import { migrateStore, openStore } from '#store/open.ts';
import { APPLICATION_ID } from '#store/sqlite/location.ts';
import { STEPS as POSTGRES_STEPS } from '#store/postgres/schema.ts';
import { STEPS as SQLITE_STEPS, takeSteps } from '#store/sqlite/schema.ts';
import { NEVER_RUN, type SeenContent } from '#store/source-state.ts';
import type { ListedSource } from '#store/source-states.ts';
import { lectern } from '../support/process/command.ts';
import { databaseOf, type FreshDatabase } from '../support/db/fresh-database.ts';
import { catalogueText, importSample, sampleText } from '../support/db/whole-catalogue.ts';

const on = (address: string): string[] => ['--database', address];

describe('lectern backup', () => {
  it('writes a file that can be served and restored, for this user only', async (test) => {
    const database = await databaseOf(test);
    const before = await importSample(database.address);
    const file = join(database.folder, 'kept.db');
    const { status, stdout, stderr } = await lectern(['backup', ...on(database.address), file]);
    assert.deepEqual([status, stdout, stderr], [0, `${file}: backup written and verified.\n`, '']);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(await catalogueText(`sqlite:${file}`), before);
    assert.deepEqual(
      readdirSync(database.folder).filter((name) => name.includes('kept')),
      ['kept.db'],
    );
  });

  it('keeps as many as it is told in a folder, and leaves other files alone', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    const folder = join(database.folder, 'backups');
    mkdirSync(folder);
    for (const name of ['lectern-2020-01-01T000000Z.db', 'lectern-2021-01-01T000000Z.db', 'mine.db', 'lectern-x.db'])
      writeFileSync(join(folder, name), '');
    const { status, stdout } = await lectern(['backup', ...on(database.address), '--keep', '2', folder]);
    assert.equal(status, 0);
    assert.match(stdout, /: backup written and verified\.\nRemoved 1 older backup\.\n$/);
    const names = readdirSync(folder);
    assert.equal(names.length, 4);
    for (const name of ['lectern-2021-01-01T000000Z.db', 'mine.db', 'lectern-x.db'])
      assert.ok(names.includes(name), name);
  });

  it('keeps the new one, even if the clock was ahead when others were written', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    const folder = join(database.folder, 'backups');
    mkdirSync(folder);
    writeFileSync(join(folder, 'lectern-9999-01-01T000000Z.db'), '');
    const { status, stdout } = await lectern(['backup', ...on(database.address), '--keep', '1', folder]);
    const [, file = ''] = /^(.*): backup written and verified\.\nRemoved 1 older backup\.\n$/.exec(stdout) ?? [];
    assert.deepEqual([status, readdirSync(folder)], [0, [basename(file)]]);
  });

  it('of one second get different names', async (test) => {
    const { folder } = await databaseOf(test);
    const now = new Date('2027-01-31T03:09:59.900Z');
    writeFileSync(join(folder, 'lectern-2027-01-31T030959Z.db'), '');
    assert.equal(await backupPath(folder, now), join(folder, 'lectern-2027-01-31T031000Z.db'));
    writeFileSync(join(folder, 'lectern-2027-01-31T031000Z.db'), '');
    assert.equal(await backupPath(folder, now), join(folder, 'lectern-2027-01-31T031001Z.db'));
  });

  it('are not hindered by what an earlier one left behind that was killed, whose number it has', async (test) => {
    const { folder } = await databaseOf(test);
    const left = join(folder, `.kept.db.${String(process.pid)}.part`);
    writeFileSync(left, 'part');
    await writeWhole(join(folder, 'kept.db'), (temporary) => writeFile(temporary, 'whole'));
    assert.deepEqual([readFileSync(join(folder, 'kept.db'), 'utf8'), readFileSync(left, 'utf8')], ['whole', 'part']);
  });

  it('writes over nothing', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    const file = join(database.folder, 'mine.txt');
    await writeFile(file, 'mine');
    const { status, stderr } = await lectern(['backup', ...on(database.address), file]);
    assert.equal(status, 2);
    assert.equal(
      stderr,
      `${file} already exists. Name a folder, or a file that does not exist.\nNothing was changed.\n`,
    );
    assert.equal(await readFile(file, 'utf8'), 'mine');
    const kept = await lectern(['backup', ...on(database.address), '--keep', '3', join(database.folder, 'new.db')]);
    assert.equal(kept.status, 2);
    assert.match(kept.stderr, /--keep needs a folder/);
    const nowhere = await lectern(['backup', ...on(database.address), join(database.folder, 'no', 'new.db')]);
    assert.deepEqual(
      [nowhere.status, nowhere.stderr],
      [1, `lectern: ${join(database.folder, 'no')} does not exist.\n`],
    );
  });

  it('writes none, and removes none, of a database that is damaged', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    await database.execute('UPDATE TALK_TABLE SET updated = updated + 1'.replace('TALK_TABLE', talkTable(database)));
    const folder = join(database.folder, 'backups');
    mkdirSync(folder);
    writeFileSync(join(folder, 'lectern-2020-01-01T000000Z.db'), '');
    const { status, stdout, stderr } = await lectern(['backup', ...on(database.address), '--keep', '1', folder]);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /damaged/);
    assert.deepEqual(readdirSync(folder), ['lectern-2020-01-01T000000Z.db']);
  });
});

function talkTable({ address }: FreshDatabase): string {
  return address.startsWith('sqlite:') ? 'talk' : 'lectern.talk';
}

describe('lectern restore', () => {
  it('replaces what is there when it is told to, keeps it in another backup, and takes the state of sources back', async (test) => {
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

  it('mends a damaged database as lectern check says', async (test) => {
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

  it('takes corrections back that were made since', async (test) => {
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

  it('keeps to the corrections file, if it is told which: nothing that was hidden is shown again', async (test) => {
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
      '1 talk was corrected before, and is now as in the backup. To apply a corrections file again, save it while lectern serve runs, or import something with --corrections.\n',
    );
    assert.equal(await isShown(), true);
    assert.equal(await restored(), '');
  });

  it('holds sources while it is at it, so that a sync knows when it has been killed', async (test) => {
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

  it('does not wait for a source whose process has ended, such as an earlier restore that was killed', async (test) => {
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

  it('gives sources back that it held, even if their states cannot be written', async (test) => {
    const [database, other] = [await databaseOf(test), await databaseOf(test)];
    await importSample(database.address);
    await setSource(database.address, 'a', 'of then');
    await setSource(database.address, 'b', 'of then');
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    await importSample(other.address);
    if (!other.address.startsWith('sqlite:')) return;
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

  it('has sources read again that it could not take back', async (test) => {
    const database = await databaseOf(test);
    if (!database.address.startsWith('sqlite:')) return;
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

  it('fills a database that has no catalogue, without a question', async (test) => {
    const [database, other] = [await databaseOf(test), await databaseOf(test)];
    const before = await importSample(database.address);
    const file = join(database.folder, 'kept.db');
    await lectern(['backup', ...on(database.address), file]);
    const done = await lectern(['restore', ...on(other.address), file]);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.equal(await catalogueText(other.address), before);
  });

  it('changes nothing if the backup is damaged, is none, or is not there', async (test) => {
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

describe('going back to the version before a migration', () => {
  it('is restoring the backup that the migration wrote', async (test) => {
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
    assert.deepEqual(written, [steps.length]);
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

    // What PostgreSQL keeps itself needs no file.
    if (migration.kept === undefined) return;
    await database.execute('DROP SCHEMA lectern CASCADE');
    await database.execute(`ALTER SCHEMA ${migration.kept} RENAME TO lectern`);
    assert.equal(await catalogueText(database.address), before);
    const input = sampleText({ talks: 60 });
    const imported = await lectern(['import', ...on(database.address), '-'], { input });
    assert.deepEqual([imported.status, imported.stderr], [0, '']);
  });

  it('leaves what the newer version wrote where it is, if it is stopped', async (test) => {
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
        const undo = await setNewerAside(database.address);
        stop.abort();
        return undo;
      },
    });
    await assert.rejects(stopped, { name: 'AbortError' });
    assert.match((await lectern(['export', ...on(database.address)])).stderr, /made by a newer version of Lectern/);
  });

  it('needs no thought for SQLite: migrate writes the file beside the database, and a later version restores it, too', async (test) => {
    const database = await databaseOf(test);
    if (!database.address.startsWith('sqlite:')) return;
    const db = new Database(database.address.replace('sqlite:', ''));
    db.pragma(`application_id = ${String(APPLICATION_ID)}`);
    takeSteps(db, SQLITE_STEPS.slice(0, 1), 0);
    db.close();
    const migrated = await lectern(['migrate', ...on(database.address)]);
    assert.equal(migrated.status, 0);
    const [, file = ''] = /\nBackup: (.*)\n$/.exec(migrated.stdout) ?? [];
    assert.match(file, /lectern-schema-\d+-[\dTZ-]+\.db$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match((await lectern(['export', '--database', `sqlite:${file}`])).stderr, /Bring it up to date/);
    await importSample(database.address, 9);
    assert.equal((await lectern(['restore', ...on(database.address), '--yes', file])).status, 0);
    assert.equal((await lectern(['export', ...on(database.address)])).stdout, '{"type":"catalogue"}\n');
  });
});

/** A record that no longer matches its checksum. */
function damage(file: string): void {
  const db = new Database(file);
  db.exec('UPDATE talk SET updated = updated + 1');
  db.close();
}

/** That a source has been read, and need not be read again as long as it says the same. */
const SEEN: SeenContent = {
  ...{ at: '2026-11-24T10:00:00Z', settings: '0'.repeat(64), content: '1'.repeat(64) },
  ...{ etag: '"2"', lastModified: null },
};

async function setSource(address: string, name: string, kind: string, seen: SeenContent | null = null): Promise<void> {
  const store = await openStore(address, { mode: 'write' });
  const claim = { token: 't', by: 'test', until: new Date(Date.now() + 60_000) };
  await store.sources.claim(name, claim, new Date());
  await store.sources.settle(name, 't', { ...NEVER_RUN, kind, seen });
  await store.close();
}

async function sourceKinds(address: string): Promise<unknown> {
  const store = await openStore(address, { mode: 'read' });
  const sources = await store.sources.list();
  await store.close();
  return sources.map(({ name, state, claim }) => [name, claim === undefined ? (state?.kind ?? null) : 'claimed']);
}
