import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { backupPath, writeBackupFile } from '#cli/backup/backup-file.ts';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { lectern } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { catalogueText, importSample } from '../support/db/whole-catalogue.ts';
import { on, talkTable } from './backed-up.ts';

/** Without it, a killed process cannot be told from a running one. */
const NO_PROC = existsSync('/proc/self/stat') ? false : 'there is no /proc';

describe('lectern backup', () => {
  it('writes a database with the same catalogue, which only its owner can read', async (test) => {
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

  it('keeps as many backups in a folder as --keep says, and leaves other files alone', async (test) => {
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

  it('keeps the new backup with --keep, even if an older one has a future date in its name', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    const folder = join(database.folder, 'backups');
    mkdirSync(folder);
    writeFileSync(join(folder, 'lectern-9999-01-01T000000Z.db'), '');
    const { status, stdout } = await lectern(['backup', ...on(database.address), '--keep', '1', folder]);
    const [, file = ''] = /^(.*): backup written and verified\.\nRemoved 1 older backup\.\n$/.exec(stdout) ?? [];
    assert.deepEqual([status, readdirSync(folder)], [0, [basename(file)]]);
  });

  it('gives different names to backups made in the same second', async (test) => {
    const { folder } = await databaseOf(test);
    const now = new Date('2027-01-31T03:09:59.900Z');
    writeFileSync(join(folder, 'lectern-2027-01-31T030959Z.db'), '');
    assert.equal(await backupPath(folder, now), join(folder, 'lectern-2027-01-31T031000Z.db'));
    writeFileSync(join(folder, 'lectern-2027-01-31T031000Z.db'), '');
    assert.equal(await backupPath(folder, now), join(folder, 'lectern-2027-01-31T031001Z.db'));
  });

  it('ignores and keeps the unfinished file of a killed backup with the same process id', async (test) => {
    const { folder } = await databaseOf(test);
    const file = join(folder, 'kept.db');
    // A backup in progress has the same files as a killed one.
    await writeBackupFile(file, async (left) => {
      await writeFile(left, 'part');
      await writeBackupFile(file, (temporary) => writeFile(temporary, 'whole'));
      assert.deepEqual([readFileSync(file, 'utf8'), readFileSync(left, 'utf8')], ['whole', 'part']);
    });
  });

  it('removes what a killed process left in the folder, and nothing of a running one', { skip: NO_PROC }, async () => {
    const folder = temporaryFolder();
    const database = `sqlite:${join(folder, 'talks.db')}`;
    await lectern(['import', '--database', database, '-'], {
      input: (await lectern(['sample', '--talks', '20'])).stdout,
    });
    const hidden = () => readdirSync(folder).filter((name) => name.endsWith('.part'));
    const script = `const { writeWhole } = await import(process.argv[1]);
      await writeWhole(process.argv[2], () => new Promise((done) => setTimeout(done, 60_000)));`;
    const module = pathToFileURL(resolve('src/cli/whole-file.ts')).href;
    const writing = spawn(process.execPath, ['--input-type=module', '--eval', script, module, join(folder, 'a.db')]);
    const ended = once(writing, 'exit');
    await until(() => hidden().length === 1, 'a temporary file');
    const exported = () => lectern(['export', '--database', database, '--output', join(folder, 'talks.ndjson')]);
    assert.equal((await exported()).status, 0);
    assert.equal(hidden().length, 1);
    writing.kill('SIGKILL');
    await ended;
    assert.equal((await exported()).status, 0);
    assert.deepEqual(hidden(), []);
  });

  it('removes what a killed backup left in the folder, once that is a day old', async (test) => {
    const database = await databaseOf(test);
    await importSample(database.address);
    const folder = join(database.folder, 'backups');
    mkdirSync(folder);
    const left = `.lectern-2020-01-01T000000Z.db.${randomUUID()}.part`;
    const beforeRestore = `.lectern-before-restore-2020-01-01T000000Z.db.${randomUUID()}.part`;
    const young = `.lectern-2020-01-02T000000Z.db.${randomUUID()}.part`;
    for (const name of [left, `${left}-wal`, `${left}-shm`, beforeRestore, young, '.mine.part']) {
      writeFileSync(join(folder, name), '');
      if (name !== young) utimesSync(join(folder, name), 0, 0);
    }
    const { status } = await lectern(['backup', ...on(database.address), folder]);
    const hidden = readdirSync(folder)
      .filter((name) => name.startsWith('.'))
      .sort();
    assert.deepEqual([status, hidden], [0, [young, '.mine.part']]);
  });

  it('overwrites no file, rejects --keep with a file name, and reports a missing folder', async (test) => {
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

  it('fails on a damaged database without writing or removing a backup', async (test) => {
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
