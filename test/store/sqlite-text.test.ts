import assert from 'node:assert/strict';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '#store/open.ts';
import { TextThread } from '#store/text-thread.ts';
import { aTalk } from '../support/catalogue-records.ts';
import { importInto } from '../support/import-into.ts';
import { talksWithText } from '../support/find-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slugOf } from '../support/wire-records.ts';

const MOSS = [{ words: ['moss'], isBeginning: true }];

async function importTo(path: string, title: string): Promise<void> {
  const store = await openStore(`sqlite:${path}`, { mode: 'write' });
  await importInto(store, [aTalk(slugOf(1), { title })]);
  await store.close();
}

test('a search follows the file, and says when there is none', async (t) => {
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

test('a search that takes too long is given up, and so are those that wait for it; the next ones are begun anew', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  await importTo(path, 'Moss');
  // No thread is there within a millisecond.
  const hasty = new TextThread(path, 1);
  for (let time = 0; time < 3; time += 1) {
    const searches = await Promise.allSettled([hasty.find(MOSS), hasty.find(MOSS)]);
    const reasons = searches.map((search) => search.status === 'rejected' && String(search.reason));
    const reason = 'StoreUnavailable: The catalogue has more to search through than it can in time. Try again.';
    assert.deepEqual(reasons, [reason, reason]);
  }
  hasty.close();
});

test('more searches than can be answered in time are turned away, and the others answered', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  await importTo(path, 'Moss');
  const thread = new TextThread(path, 60_000);
  const searches = await Promise.allSettled(Array.from({ length: 250 }, () => thread.find(MOSS)));
  const found = searches.filter(({ status }) => status === 'fulfilled');
  assert.equal(found.length, 200);
  assert.equal((await thread.find(MOSS)).value[0]?.title.whole.length, 1);
  thread.close();
  await assert.rejects(thread.find(MOSS), { name: 'StoreUnavailable', message: 'The store has been closed.' });
});

test('a search that is waited for when the store is closed is told so', async (t) => {
  const path = join(await temporaryFolder(t), 'talks.db');
  await importTo(path, 'Moss');
  const thread = new TextThread(path);
  const search = thread.find(MOSS);
  const told = assert.rejects(search, { message: 'The store has been closed.' });
  thread.close();
  await told;
});
