import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openStore } from '#store/open.ts';
import { StoreUnavailable } from '#store/store.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { NOW, importInto, recordsOf } from '../support/db/import-into.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { withStore } from '../support/db/open-stores.ts';

const TALK = aTalk(slugOf(1), { updated: '2015-10-06T10:00:00Z' });

/** The path of a catalogue with TALK and 200 other talks. */
async function catalogueFile(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), 'catalogue.db');
  const store = await openStore(`sqlite:${path}`, { mode: 'write' });
  const many = Array.from({ length: 200 }, (_, index) =>
    aTalk(slugOf(index + 2), { description: 'moss '.repeat(200) }),
  );
  assert.equal((await importInto(store, [TALK, ...many])).ok, true);
  await store.close();
  return path;
}

/** The messages of reading and importing, without the path, or `fine`. */
async function complaints(path: string): Promise<{ reading: string; importing: string }> {
  const said = async (act: () => Promise<unknown>): Promise<string> => {
    try {
      await act();
      return 'fine';
    } catch (error) {
      if (error instanceof StoreUnavailable) return error.message.replaceAll(path, 'FILE');
      throw error;
    }
  };
  const importing = () => withStore(path, 'write', (store) => importInto(store, [TALK]));
  return { reading: await said(() => openStore(`sqlite:${path}`, { mode: 'read' })), importing: await said(importing) };
}

const CORRUPT =
  'The catalogue at FILE is damaged: its file cannot be read, or was cut short (SQLITE_CORRUPT). List all damage with: lectern check; then import the records again from their source, or restore a backup: lectern restore --skip-backup BACKUP';
const NO_DATABASE =
  'The catalogue at FILE is not a database. Use the file of a Lectern catalogue. If it was one, it is damaged: move it away, and restore a backup: lectern restore BACKUP (SQLITE_NOTADB)';
const NONE_YET =
  'There is no catalogue at FILE yet. Import one with: lectern import FILE, or lectern sync --all; or serve an empty one: lectern serve --create';

test('a missing file is created by importing and not by reading', async (t) => {
  const path = join(await temporaryFolder(t), 'catalogue.db');
  await assert.rejects(openStore(`sqlite:${path}`, { mode: 'read' }), { message: NONE_YET.replace('FILE', path) });
  assert.equal(existsSync(path), false);
  assert.deepEqual(await complaints(path), { reading: NONE_YET, importing: 'fine' });
});

test('an empty file becomes a catalogue with the first import', async (t) => {
  const path = join(await temporaryFolder(t), 'catalogue.db');
  writeFileSync(path, '');
  assert.deepEqual(await complaints(path), { reading: NONE_YET, importing: 'fine' });
});

test('a folder and a file in a missing folder are reported with different messages', async (t) => {
  const folder = await temporaryFolder(t);
  const isFolder = 'FILE is a folder. Give a file for the catalogue.';
  assert.deepEqual(await complaints(folder), { reading: isFolder, importing: isFolder });
  const noFolder = `There is no folder ${join(folder, 'none')} for the catalogue. Create it, or use another.`;
  const inNone = await complaints(join(folder, 'none', 'catalogue.db'));
  assert.deepEqual(inNone, { reading: noFolder, importing: noFolder });
});

test('a file that is not a database is reported and left unchanged', async (t) => {
  const path = join(await temporaryFolder(t), 'notes.txt');
  for (const text of ['hello', 'hello '.repeat(10_000)]) {
    writeFileSync(path, text);
    assert.deepEqual(await complaints(path), { reading: NO_DATABASE, importing: NO_DATABASE });
    assert.equal(readFileSync(path, 'utf8'), text);
  }
});

test('the database of another program is reported and left unchanged', async (t) => {
  const path = join(await temporaryFolder(t), 'other.db');
  new Database(path).exec('CREATE TABLE a (b)').close();
  const before = readFileSync(path);
  const another = 'FILE is the database of another program. Use the file of a Lectern catalogue.';
  assert.deepEqual(await complaints(path), { reading: another, importing: another });
  assert.deepEqual(readFileSync(path), before);
});

test('a catalogue of a newer version is rejected', async (t) => {
  const path = await catalogueFile(t);
  new Database(path).exec('PRAGMA user_version = 999').close();
  const newer =
    'The catalogue at FILE was made by a newer version of Lectern. Install that version, or a later one; or restore an older backup: lectern restore BACKUP';
  assert.deepEqual(await complaints(path), { reading: newer, importing: newer });
});

test('a file truncated at any length is reported as damaged', async (t) => {
  const whole = await catalogueFile(t);
  const path = `${whole}-cut`;
  for (const length of [100, 1000, 8192, 20_000, statSync(whole).size - 8192]) {
    copyFileSync(whole, path);
    truncateSync(path, length);
    assert.deepEqual(await complaints(path), { reading: CORRUPT, importing: CORRUPT }, String(length));
  }
});

test('a locked file is reported as locked by another process', async (t) => {
  const path = await catalogueFile(t);
  const holder = new Database(path);
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM import');
  await assert.rejects(openStore(`sqlite:${path}`, { mode: 'read' }), /is locked by another process/);
  holder.exec('ROLLBACK');
  holder.close();
  await withStore(path, 'read', (store) => store.state());
});

test('an open store notices when its file is deleted, restored, truncated or replaced', async (t) => {
  const path = await catalogueFile(t);
  const good = `${path}-good`;
  copyFileSync(path, good);
  await withStore(path, 'read', async (store) => {
    const before = await store.state();

    rmSync(path);
    await assert.rejects(store.state(), { name: 'StoreUnavailable', message: NONE_YET.replace('FILE', path) });
    await assert.rejects(store.talks([1]), { name: 'StoreUnavailable' });

    copyFileSync(good, path);
    assert.deepEqual(await store.state(), before);

    truncateSync(path, 16_384);
    await assert.rejects(store.talks([1]), {
      name: 'CatalogueDamaged',
      message: CORRUPT.replace('at FILE', `at ${path}`),
    });
    await assert.rejects(store.changes(null), { name: 'CatalogueDamaged' });

    copyFileSync(good, `${path}-new`);
    renameSync(`${path}-new`, path);
    const { history: _, ...fields } = TALK;
    assert.deepEqual((await store.talks([1]))[0]?.talk, fields);
  });
});

test('an open store immediately reads another catalogue that replaces its file', async (t) => {
  const path = await catalogueFile(t);
  const other = `${path}-other`;
  await withStore(other, 'write', (store) => importInto(store, [aTalk(slugOf(9))]));
  await withStore(path, 'read', async (store) => {
    assert.equal((await store.talks([1]))[0]?.talk.slug, TALK.slug);
    renameSync(other, path);
    assert.equal((await store.talks([1]))[0]?.talk.slug, slugOf(9));
    const changes = await store.changes({ version: 1, token: 'of the first' });
    assert.equal(changes.complete, true);
    changes.close();
  });
});

test('a first import that waits for another creates the file if the other is abandoned', async (t) => {
  const path = join(await temporaryFolder(t), 'catalogue.db');
  await withStore(path, 'write', async (store) => {
    const first = await store.beginImport({ replace: false, now: NOW });
    let announce = (): void => undefined;
    const waits = new Promise<void>((resolve) => (announce = resolve));
    const second = store.beginImport({
      replace: false,
      now: NOW,
      onWait: () => {
        announce();
      },
    });
    await waits;
    await first.abandon();
    const begun = await second;
    await begun.put([{ record: TALK, file: 'given', line: 1 }]);
    assert.equal((await begun.finish()).ok, true);
    const history = { created: TALK.updated, sequence: 0, previousStart: null };
    assert.deepEqual(await recordsOf(store), [{ ...TALK, history }]);
  });
});

test('a first import that has problems leaves no file behind', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'catalogue.db');
  const outcome = await withStore(path, 'write', (store) =>
    importInto(store, [aTalk(slugOf(1), { series: slugOf(5) })]),
  );
  assert.equal(outcome.ok, false);
  assert.deepEqual(readdirSync(folder), []);
});

test('an import without records creates an empty catalogue', async (t) => {
  const path = join(await temporaryFolder(t), 'catalogue.db');
  await withStore(path, 'write', (store) => importInto(store, []));
  await withStore(path, 'read', async (store) => {
    assert.deepEqual(await store.state(), { version: 0, token: '', isReplica: false });
    assert.deepEqual(await recordsOf(store), []);
  });
});

test('an import leaves no files beside the catalogue', async (t) => {
  const path = await catalogueFile(t);
  await withStore(path, 'write', (store) => importInto(store, [aTalk(slugOf(999))]));
  assert.deepEqual(readdirSync(join(path, '..')), ['catalogue.db']);
});

test('a full disk stops the import with a message and leaves the catalogue unchanged', async (t) => {
  const path = await catalogueFile(t);
  const before = await withStore(path, 'read', recordsOf);
  // A file size limit of 2 MB simulates a full disk. The log of this import needs more.
  const limit = `trap '' XFSZ; ulimit -f 2000; exec "$@"`;
  const script = fileURLToPath(new URL('../failure/importing-process.mjs', import.meta.url));
  const command = [process.execPath, script, `sqlite:${path}`, 'New', '20000'];
  const { status, stderr } = spawnSync('bash', ['-c', limit, 'bash', ...command], { encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(
    stderr,
    /StoreUnavailable: (The catalogue at \S+ cannot be read or written: disk error|The disk is full)/,
  );
  assert.deepEqual(await withStore(path, 'read', recordsOf), before);
  assert.equal((await withStore(path, 'write', (store) => importInto(store, [TALK]))).ok, true);
});

test('a read-only folder stops the import with a message', { skip: process.getuid?.() === 0 }, async (t) => {
  const folder = join(await temporaryFolder(t), 'fixed');
  mkdirSync(folder, { mode: 0o555 });
  const { importing } = await complaints(join(folder, 'catalogue.db'));
  assert.match(importing, /cannot be opened\. Check that the file and its folder may be read and written/);
});

test('an import sets the updated time of talks to the given time', async (t) => {
  const path = await catalogueFile(t);
  const talk = await withStore(path, 'read', async (store) => (await recordsOf(store))[1]);
  assert.equal(talk?.type === 'talk' && talk.updated, `${NOW.toISOString().slice(0, 19)}Z`);
});
