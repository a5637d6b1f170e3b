import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { migrateStore, openStore } from '#store/open.ts';
import { migrateSqlite } from '#store/sqlite/migrate.ts';
import { STEPS } from '#store/sqlite/schema.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { talksWithText } from '../support/find-text.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { noteSlug } from '../support/db/old-notes.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { makeEarlierSqlite } from './earlier-schema.ts';
import { assertMigrated, importBefore } from './migrated-catalogue.ts';
import { assertNotesMigrated, importNotes } from './old-provenance.ts';

const TALK = aTalk(slugOf(1), { title: 'Οδός', description: 'हिन्दी', updated: '2015-10-06T10:00:00Z' });

test('migrating a catalogue that has an index of words removes it and keeps the records', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'talks.db');
  const store = await openStore(`sqlite:${path}`, { mode: 'write' });
  await importInto(store, [TALK]);
  await importInto(store, [aTalk(slugOf(2), { title: 'Οδός' })]);
  await importInto(store, [TALK], { replace: true });
  await store.close();
  const earlier = join(folder, 'earlier.db');
  makeEarlierSqlite(earlier, path, 1);
  const db = new Database(earlier);
  db.exec("CREATE VIRTUAL TABLE talk_text USING fts5 (title, description, content = '', contentless_delete = 1)");
  db.exec("INSERT INTO talk_text (rowid, title, description) VALUES (1, 'Οδός', 'हिन्दी')");
  db.close();
  const address = `sqlite:${earlier}`;

  await assert.rejects(
    openStore(address, { mode: 'read' }),
    /made by an older version of Lectern\. Run: lectern migrate$/,
  );
  assert.deepEqual(await migrateStore(address), { from: 1, to: STEPS.length });
  assert.deepEqual(await migrateStore(address), { from: STEPS.length, to: STEPS.length });
  const migrated = await openStore(address, { mode: 'read' });
  const talks = (await recordsOf(migrated)).filter(({ type }) => type === 'talk');
  assert.deepEqual(talks, [{ ...TALK, history: { created: TALK.updated, sequence: 0, previousStart: null } }]);
  for (const words of ['ΟΔΟΣ', 'हिन्दी']) assert.deepEqual(await talksWithText(migrated, words), [1]);
  const after = new Database(earlier, { readonly: true });
  t.after(() => after.close());
  assert.deepEqual(after.prepare("SELECT name FROM sqlite_master WHERE name LIKE '%text%'").all(), []);
  await migrated.close();
});

for (const steps of [1, 2, 3]) {
  test(`migrating a catalogue of schema ${steps} keeps every record and adds histories`, async (t) => {
    const folder = await temporaryFolder(t);
    const [made, earlier] = [join(folder, 'made.db'), join(folder, 'earlier.db')];
    await importBefore(`sqlite:${made}`);
    makeEarlierSqlite(earlier, made, steps);
    await assert.rejects(
      openStore(`sqlite:${earlier}`, { mode: 'read' }),
      /made by an older version of Lectern\. Run: lectern migrate$/,
    );
    assert.deepEqual(await migrateStore(`sqlite:${earlier}`), { from: steps, to: STEPS.length });
    await assertMigrated(`sqlite:${earlier}`);
  });
}

test('private collections that keep provenance become rows in one transaction', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const address = `sqlite:${path}`;
  await importNotes(address);
  const db = new Database(path);
  db.exec('DROP TABLE provenance; DROP TABLE correction; DROP TABLE forgotten; ALTER TABLE talk DROP COLUMN length');
  db.pragma('user_version = 6');
  await assert.rejects(
    openStore(address, { mode: 'read' }),
    /made by an older version of Lectern\. Run: lectern migrate$/,
  );
  const damage = `UPDATE collection SET sum = sum + 1 WHERE key = '${noteSlug('lost', 'brought')}'`;
  await assert.rejects(migrateSqlite({ engine: 'sqlite', path }, { steps: [...STEPS, 'NONSENSE'] }), {
    name: 'CatalogueDamaged',
  });
  assert.equal(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'provenance'").pluck().get(), 0);
  db.close();
  const damaged = `${path}.damaged`;
  copyFileSync(path, damaged);
  assert.deepEqual(await migrateStore(address), { from: 6, to: STEPS.length });
  await assertNotesMigrated(address);

  const other = new Database(damaged);
  other.exec(damage);
  other.close();
  await migrateStore(`sqlite:${damaged}`);
  const store = await openStore(`sqlite:${damaged}`, { mode: 'read' });
  const found: string[] = [];
  for await (const { what } of store.findDamage()) found.push(what);
  assert.deepEqual(found, [`the collection ${noteSlug('lost', 'brought')} is corrupt.`]);
  await store.close();
});

test('provenance with slugs as bytes gets them as text', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const address = `sqlite:${path}`;
  const row = { type: 'provenance', source: 'optics', relation: 'owns', cancelled: true, key: 'k' } as const;
  const rows = [
    { ...row, of: 'collection', slug: slugOf(3) },
    { ...row, of: 'talk', slug: TALK.slug },
  ] as const;
  const store = await openStore(address, { mode: 'write' });
  await importInto(store, [TALK], { provenance: { put: rows } });
  await store.close();
  const db = new Database(path);
  const columns = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'provenance'").pluck().get();
  db.exec(`
    ALTER TABLE provenance RENAME TO text_provenance;
    ${String(columns).replace('slug TEXT', 'slug BLOB')};
    INSERT INTO provenance SELECT source, type, unhex(slug, '-'), relation, cancelled, key, sum FROM text_provenance;
    DROP TABLE text_provenance;
    CREATE INDEX provenance_slug ON provenance (slug)`);
  db.pragma(`user_version = ${STEPS.length - 2}`);
  db.close();
  await migrateStore(address);
  const migrated = await openStore(address, { mode: 'read' });
  t.after(() => migrated.close());
  assert.deepEqual(await migrated.provenance.ofSource('optics'), rows);
});

test('a migration is one transaction, and two at the same time do not collide', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const address = `sqlite:${path}`;
  const store = await openStore(address, { mode: 'write' });
  await importInto(store, [TALK]);
  await store.close();
  const had = STEPS.map(() => 'SELECT 1');
  const next = [...had, 'CREATE TABLE more (number INTEGER)', 'INSERT INTO more VALUES (1)'];
  await assert.rejects(migrateStore(address, { steps: [...next, 'NONSENSE'] }), { name: 'CatalogueDamaged' });
  await assert.rejects(migrateStore(address, { steps: ['SELECT 1'] }), /made by a newer version/);
  const done = await Promise.all([migrateStore(address, { steps: next }), migrateStore(address, { steps: next })]);
  assert.deepEqual(
    done.sort((a, b) => a.from - b.from),
    [
      { from: STEPS.length, to: STEPS.length + 2 },
      { from: STEPS.length + 2, to: STEPS.length + 2 },
    ],
  );
  const db = new Database(path, { readonly: true });
  assert.deepEqual(db.prepare('SELECT number FROM more').pluck().all(), [1]);
  db.close();
});
