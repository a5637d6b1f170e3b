import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { migrateStore, openStore } from '#store/open.js';
import { aTalk } from '../support/catalogue-records.js';
import { importInto, recordsOf } from '../support/import-into.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { slugOf } from '../support/wire-records.js';

const TALK = aTalk(slugOf(1), { title: 'Οδός', description: 'हिन्दी', updated: '2015-10-06T10:00:00Z' });

test('a catalogue whose index of words is of the first kind gets a new one, and keeps all else', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const address = `sqlite:${path}`;
  const store = await openStore(address, { mode: 'write' });
  await importInto(store, [TALK]);
  await importInto(store, [aTalk(slugOf(2), { title: 'Οδός' })]);
  await importInto(store, [TALK], { replace: true });
  await store.close();
  const db = new Database(path);
  db.exec(`
    DELETE FROM talk_text;
    INSERT INTO talk_text (rowid, title, description) VALUES (1, 'Οδός', 'हिन्दी');
    PRAGMA user_version = 1`);
  db.close();

  await assert.rejects(openStore(address, { mode: 'read' }), /Bring it up to date with: lectern migrate$/);
  assert.deepEqual(await migrateStore(address), { from: 1, to: 2 });
  assert.deepEqual(await migrateStore(address), { from: 2, to: 2 });
  const migrated = await openStore(address, { mode: 'read' });
  assert.deepEqual(await recordsOf(migrated), [TALK]);
  for (const words of ['ΟΔΟΣ', 'हिन्दी']) assert.deepEqual((await migrated.talksWithText(words, 10)).value, [1]);
  await migrated.close();
});

test('a migration is one transaction, and two at once do not collide', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const address = `sqlite:${path}`;
  const store = await openStore(address, { mode: 'write' });
  await importInto(store, [TALK]);
  await store.close();
  const had = ['SELECT 1', 'SELECT 1'];
  const next = [...had, 'CREATE TABLE more (number INTEGER)', 'INSERT INTO more VALUES (1)'];
  await assert.rejects(migrateStore(address, { steps: [...next, 'NONSENSE'] }), { name: 'StoreUnavailable' });
  await assert.rejects(migrateStore(address, { steps: ['SELECT 1'] }), /made by a newer version/);
  const done = await Promise.all([migrateStore(address, { steps: next }), migrateStore(address, { steps: next })]);
  assert.deepEqual(
    done.sort((a, b) => a.from - b.from),
    [
      { from: 2, to: 4 },
      { from: 4, to: 4 },
    ],
  );
  const db = new Database(path, { readonly: true });
  assert.deepEqual(db.prepare('SELECT number FROM more').pluck().all(), [1]);
  db.close();
});
