import assert from 'node:assert/strict';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readText } from '#search/query/text-query.ts';
import { openStore } from '#store/open.ts';
import { openForReading } from '#store/sqlite/connection.ts';
import { TextCost } from '#store/sqlite/text-cost.ts';
import { OutOfTime, TextSearch } from '#store/sqlite/text-search.ts';
import { TextThread } from '#store/text-thread.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { importInto } from '../support/db/import-into.ts';
import { talksWithText } from '../support/find-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const MOSS = [{ words: ['moss'], isBeginning: true }];
const TIMED_OUT = 'The text search timed out. Try again.';

function countOfThreads(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;
}

async function importTo(path: string, title: string): Promise<void> {
  const store = await openStore(`sqlite:${path}`, { mode: 'write' });
  await importInto(store, [aTalk(slugOf(1), { title })]);
  await store.close();
}

test('a search follows a file that is replaced, and fails if the file is missing', async (t) => {
  const folder = await temporaryFolder(t);
  const [path, other, away] = ['talks.db', 'other.db', 'away.db'].map((name) => join(folder, name));
  assert.ok(path !== undefined && other !== undefined && away !== undefined);
  await importTo(path, 'Moss');
  await importTo(other, 'Peat');
  const store = await openStore(`sqlite:${path}`, { mode: 'read' });
  t.after(() => store.close());
  assert.deepEqual(await talksWithText(store, 'moss'), [1]);
  await rename(path, away);
  await assert.rejects(talksWithText(store, 'moss'), { name: 'StoreUnavailable' });
  await rename(other, path);
  assert.deepEqual([await talksWithText(store, 'moss'), await talksWithText(store, 'peat')], [[], [1]]);
  await copyFile(away, other);
  await rename(other, path);
  assert.deepEqual([await talksWithText(store, 'moss'), await talksWithText(store, 'peat')], [[1], []]);
});

test('a search that times out is stopped, and its thread answers the next one', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  await importTo(path, 'Moss');
  const thread = new TextThread(path);
  t.after(() => thread.close());
  const found = (await thread.find(MOSS, 60_000)).value;
  const began = countOfThreads();
  await assert.rejects(thread.find(MOSS, 0), { name: 'StoreUnavailable', message: TIMED_OUT });
  assert.deepEqual((await thread.find(MOSS, 60_000)).value, found);
  assert.equal(countOfThreads(), began);
});

test('a search stops at the first check of the clock after its time limit', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const store = await openStore(`sqlite:${path}`, { mode: 'write' });
  const talks = Array.from({ length: 3_000 }, (_talk, at) => aTalk(slugOf(at + 1), { title: 'Moss' }));
  await importInto(store, talks);
  await store.close();
  const db = openForReading(path);
  t.after(() => db.close());
  // Each check advances the clock by a millisecond: one before each of six searches, one at every 1024th talk or name.
  let looks = 0;
  const search = new TextSearch(db, () => ++looks);
  assert.equal(search.find(MOSS, Infinity)[0]?.text.whole.length, 3_000);
  assert.ok(looks > 6, `${looks} looks`);
  for (let end = 0; end < looks; end += 1) {
    const all = looks;
    looks = 0;
    assert.throws(() => search.find(MOSS, end), OutOfTime);
    assert.equal(looks, end + 1);
    looks = all;
  }
});

test('a search thread that does not stop in time is replaced, and the next search is answered', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  await importTo(path, 'Moss');
  // Without a grace period, no thread can start in time.
  const hasty = new TextThread(path, { grace: 0 });
  t.after(() => hasty.close());
  for (let time = 0; time < 3; time += 1)
    await assert.rejects(hasty.find(MOSS, 0), { name: 'StoreUnavailable', message: TIMED_OUT });
  assert.equal((await hasty.find(MOSS, 60_000)).value[0]?.title.whole.length, 1);
});

test('a pending search fails when the store is closed', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  await importTo(path, 'Moss');
  const thread = new TextThread(path);
  const told = assert.rejects(thread.find(MOSS, 60_000), { message: 'The store has been closed.' });
  thread.close();
  await told;
});

test('the estimated cost of a search grows with the talks that contain its words and beginnings', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  const store = await openStore(`sqlite:${path}`, { mode: 'write' });
  const talks = Array.from({ length: 6_000 }, (_talk, at) => {
    const letters = at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
    return aTalk(slugOf(at + 1), { title: `Moss ${letters}`, description: `${'moss '.repeat(50)}mosaic${letters}` });
  });
  await importInto(store, talks);
  await store.close();
  const db = openForReading(path);
  t.after(() => db.close());
  const costs = new TextCost(db);
  const of = (typed: string): number => {
    const text = readText(typed);
    assert.ok(typeof text === 'object');
    return costs.of(text.terms).reduce((sum, cost) => sum + cost, 0);
  };
  const all = of('"mos*"');
  const everywhere = of('"moss"');
  // 51 occurrences per talk, most of them stored in one byte.
  assert.ok(everywhere > 50_000 && everywhere < 500_000, `moss: ${everywhere}`);
  assert.ok(all > everywhere, `mos*: ${all}`);
  assert.equal(of('moss "mos*"'), of('moss') + all);
  // At most one page.
  assert.deepEqual(
    [of('"zebra"'), of('"mosaicb"'), of('日本')].map((cost) => cost <= 1_000),
    [true, true, true],
  );
});
