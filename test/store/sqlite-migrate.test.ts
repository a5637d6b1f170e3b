import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { schemaAfter } from '#store/migration.ts';
import { migrateStore, openStore } from '#store/open.ts';
import { MIGRATIONS } from '#store/sqlite/schema.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { importInto } from '../support/db/import-into.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const TALK = aTalk(slugOf(1), { title: 'Οδός', description: 'हिन्दी', updated: '2015-10-06T10:00:00Z' });

test('a catalogue of a build before the first release is refused with advice, and left unchanged', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const address = `sqlite:${path}`;
  const store = await openStore(address, { mode: 'write' });
  t.after(() => store.close());
  await importInto(store, [TALK]);
  const refusal = {
    name: 'StoreUnavailable',
    message: `The catalogue at ${path} was made by a build before the first release. Export it with that build: lectern export --output FILE; then import the file into another database: lectern import FILE`,
  };
  for (const schema of [1, 15]) {
    new Database(path).exec(`PRAGMA user_version = ${schema}`).close();
    const before = readFileSync(path);
    await assert.rejects(openStore(address, { mode: 'read' }), refusal);
    await assert.rejects(importInto(store, [TALK]), refusal);
    await assert.rejects(importInto(store, [TALK], { replace: true }), refusal);
    await assert.rejects(migrateStore(address), refusal);
    assert.deepEqual(readFileSync(path), before);
  }
});

test('a migration is one transaction, and two at the same time do not collide', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const address = `sqlite:${path}`;
  const store = await openStore(address, { mode: 'write' });
  await importInto(store, [TALK]);
  await store.close();
  const had = MIGRATIONS.map(() => 'SELECT 1');
  const next = [...had, 'CREATE TABLE more (number INTEGER)', 'INSERT INTO more VALUES (1)'];
  await assert.rejects(migrateStore(address, { steps: [...next, 'NONSENSE'] }), { name: 'CatalogueDamaged' });
  await assert.rejects(migrateStore(address, { steps: [] }), /made by a newer version/);
  const done = await Promise.all([migrateStore(address, { steps: next }), migrateStore(address, { steps: next })]);
  assert.deepEqual(
    done.sort((a, b) => a.from - b.from),
    [
      { from: schemaAfter(MIGRATIONS), to: schemaAfter(next) },
      { from: schemaAfter(next), to: schemaAfter(next) },
    ],
  );
  const db = new Database(path, { readonly: true });
  assert.deepEqual(db.prepare('SELECT number FROM more').pluck().all(), [1]);
  db.close();
});
