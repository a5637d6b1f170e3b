import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { importRecords } from '../support/db/import-records.ts';
import { failedStart } from '../support/process/failed-start.ts';
import { temporaryFolder } from '../support/folder.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const folder = temporaryFolder();
const good = join(folder, 'good.db');
before(() => importRecords(`sqlite:${good}`, UNIVERSITY));

async function copied(name: string): Promise<string> {
  const path = join(folder, name);
  await copyFile(good, path);
  return path;
}

/** The file's content, and the names of all files, without those that SQLite makes to read a catalogue. */
async function filesBeside(path: string): Promise<readonly unknown[]> {
  const names = (await readdir(folder)).filter((name) => !/^(?:short|newer)\.db-(?:wal|shm)$/.test(name));
  return [await readFile(path).catch(() => 'nothing'), names];
}

/** The exit status and message of `lectern serve` with this database. */
async function tried(path: string): Promise<{ status: number | null; line: string }> {
  const { status, stdout, stderr } = await failedStart(['serve', '--database', `sqlite:${path}`, '--port', '0']);
  assert.equal(stdout, '');
  assert.ok(!/\n {4}at |SqliteError|node_modules/.test(stderr), `no stack trace: ${stderr}`);
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
  assert.equal(lines.length, 1, `one line: ${stderr}`);
  return { status, line: lines[0] ?? '' };
}

describe('lectern serve', () => {
  for (const [what, name, make] of [
    ['is missing', 'missing.db', async () => undefined],
    ['is an empty file', 'empty.db', (path: string) => writeFile(path, '')],
    ['is a folder', 'folder.db', (path: string) => mkdir(path).then(() => undefined)],
    ['is not a database', 'garbage.db', (path: string) => writeFile(path, 'garbage '.repeat(10_000))],
    [
      'belongs to another program',
      'other.db',
      async (path: string) => {
        const other = new Database(path);
        other.exec('CREATE TABLE talk (id INTEGER)');
        other.close();
      },
    ],
    [
      'is truncated',
      'short.db',
      async (path: string) => {
        await copyFile(good, path);
        await truncate(path, 8192);
      },
    ],
    [
      'has a newer schema',
      'newer.db',
      async (path: string) => {
        await copyFile(good, path);
        const newer = new Database(path);
        newer.pragma('user_version = 9999');
        newer.close();
      },
    ],
  ] as const) {
    it(`fails with one line that names the database if it ${what}`, async () => {
      const path = join(folder, name);
      await make(path);
      const before = await filesBeside(path);
      const { status, line } = await tried(path);
      assert.equal(status, 1);
      assert.ok(line.startsWith('lectern: ') && line.includes(name), line);
      assert.deepEqual(await filesBeside(path), before, 'a file was changed or created');
    });
  }

  it('fails with one line that names the database if it is locked', async () => {
    const path = await copied('locked.db');
    const locker = new Database(path);
    locker.pragma('locking_mode = EXCLUSIVE');
    locker.exec('BEGIN EXCLUSIVE');
    const { status, line } = await tried(path);
    locker.exec('ROLLBACK');
    locker.close();
    assert.equal(status, 1);
    assert.ok(line.startsWith('lectern: ') && line.includes('locked.db'), line);
  });
});
