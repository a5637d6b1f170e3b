import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { forgetPerson } from '#harvest/forget/forget-person.ts';
import { openStore } from '#store/open.ts';
import { aPerson, aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { freshSqlite } from '../support/db/fresh-database.ts';
import { importInto } from '../support/db/import-into.ts';

const NAME = 'Xanthippe Quillfeather';
const PERSON = aPerson(slugOf(1), { name: NAME, bio: 'Zygomorphic studies', emailAddress: 'xq@example.org' });
const OTHERS = Array.from({ length: 400 }, (_, i) => aPerson(slugOf(100 + i), { name: `Person ${i}` }));
const TALKS = OTHERS.map(({ slug }, i) => {
  return aTalk(slugOf(1000 + i), { title: `Talk ${i}`, speakers: [slug, PERSON.slug], description: 'word '.repeat(i) });
});

test('no text of a forgotten person is left in the file or its log, even while a reader is open', async (t) => {
  const database = await freshSqlite();
  const { address, folder } = database;
  const store = await openStore(address, { mode: 'write' });
  await importInto(store, [PERSON, ...OTHERS, ...TALKS]);
  const reader = await openStore(address, { mode: 'read' });
  t.after(async () => {
    await store.close();
    await reader.close();
    await database.remove();
  });
  // Earlier text of the record is in pages that are free by now.
  await importInto(store, [{ ...PERSON, bio: 'Zygomorphic studies of old '.repeat(2000) }]);
  await importInto(store, [PERSON]);
  await reader.record('person', PERSON.slug);
  const held = (): string[] => {
    const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file)).toString('latin1').toLowerCase());
    const traces = ['xanthippe', 'quillfeather', 'zygomorphic', 'xq@example.org', PERSON.slug];
    return traces.filter((trace) => bytes.some((text) => text.includes(trace)));
  };
  assert.equal(held().length, 5);
  const { isScrubbed, talks } = await forgetPerson(store, PERSON, { now: new Date('2026-11-20T18:00:00Z') });
  assert.deepEqual([isScrubbed, talks, held()], [true, 400, []]);
  assert.equal(await reader.record('person', PERSON.slug), undefined);
});
