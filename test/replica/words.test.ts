import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { CopyReader } from '#replica/copy-reader.ts';
import { CopyWriter } from '#replica/copy-writer.ts';
import { openCopy, type CopyPoint } from '#replica/copy-file.ts';
import { OutOfTime, TextCost, TextSearch } from '#replica/text-search.ts';
import { CopyGone, TextThread, Words } from '#replica/word-lookup.ts';
import { readText } from '#search/query/text-query.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { openStore } from '#store/open.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { importInto } from '../support/db/import-into.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = 'test';
const MOSS = [{ words: ['moss'], isBeginning: true }];
const TIMED_OUT = 'The text search timed out. Try again.';

interface Copied {
  readonly point: CopyPoint;
  /** Replaces the talks of the copy's next state. */
  readonly change: (...talks: readonly TalkRecord[]) => Promise<CopyPoint>;
}

/** A copy of a catalogue of these talks. */
async function copyOf(t: Parameters<typeof temporaryFolder>[0], ...talks: readonly TalkRecord[]): Promise<Copied> {
  const folder = await temporaryFolder(t);
  const store = await openStore(`sqlite:${join(folder, 'talks.db')}`, { mode: 'write' });
  const file = join(folder, 'copy.db');
  await writeFile(file, '');
  const first = CopyWriter.create(file, PROGRAM);
  const change = async (writer: CopyWriter, given: readonly TalkRecord[], since = false): Promise<CopyPoint> => {
    await importInto(store, [...given]);
    const changes = await store.changes(since ? writer.state : null, undefined, true);
    await writer.apply(changes, []);
    while (!(await writer.addWords()));
    return { file, serial: writer.state.serial };
  };
  const point = await change(first, talks);
  first.finish();
  const writer = CopyWriter.open(file, PROGRAM);
  t.after(async () => {
    writer.close();
    await store.close();
  });
  return { point, change: (...given) => change(writer, given, true) };
}

function countOfThreads(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;
}

const aMoss = aTalk(slugOf(1), { title: 'Moss' });

test('a search that times out is stopped, and its thread answers the next one', async (t) => {
  const { point } = await copyOf(t, aMoss);
  const thread = new TextThread(PROGRAM);
  t.after(() => thread.close());
  const found = await thread.find(point, MOSS, 60_000);
  const began = countOfThreads();
  await assert.rejects(thread.find(point, MOSS, 0), { name: 'StoreUnavailable', message: TIMED_OUT });
  assert.deepEqual(await thread.find(point, MOSS, 60_000), found);
  assert.equal(countOfThreads(), began);
});

test('a thread keeps the state that it has opened, and cannot open one that is past', async (t) => {
  const { point, change } = await copyOf(t, aMoss);
  const [early, late] = [new TextThread(PROGRAM), new TextThread(PROGRAM)];
  t.after(() => {
    early.close();
    late.close();
  });
  assert.equal((await early.find(point, MOSS, 60_000))[0]?.title.whole.length, 1);
  const next = await change(aTalk(slugOf(1), { title: 'Peat' }));
  assert.equal((await early.find(point, MOSS, 60_000))[0]?.title.whole.length, 1);
  await assert.rejects(late.find(point, MOSS, 60_000), CopyGone);
  early.open(next);
  assert.equal((await early.find(next, MOSS, 60_000))[0]?.title.whole.length, 0);
  await assert.rejects(early.find(point, MOSS, 60_000), CopyGone);
});

test('words that few talks have are found in the reader’s own state, whatever is written meanwhile', async (t) => {
  const { point, change } = await copyOf(t, aMoss);
  const reader = CopyReader.open(point.file, PROGRAM, point.serial) ?? assert.fail();
  const words = new Words(PROGRAM);
  t.after(() => {
    words.close();
    reader.close();
  });
  await change(aTalk(slugOf(1), { title: 'Peat' }));
  const threads = countOfThreads();
  for await (const found of words.find(() => reader, MOSS)) assert.equal(found.title.whole.length, 1);
  assert.equal(countOfThreads(), threads);
});

test('a search stops at the first check of the clock after its time limit', async (t) => {
  const talks = Array.from({ length: 3_000 }, (_talk, at) => aTalk(slugOf(at + 1), { title: 'Moss' }));
  const { point } = await copyOf(t, ...talks);
  const db = openCopy(point.file, PROGRAM);
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
  const { point } = await copyOf(t, aMoss);
  // Without a grace period, no thread can start in time.
  const hasty = new TextThread(PROGRAM, { grace: 0 });
  t.after(() => hasty.close());
  for (let time = 0; time < 3; time += 1)
    await assert.rejects(hasty.find(point, MOSS, 0), { name: 'StoreUnavailable', message: TIMED_OUT });
  assert.equal((await hasty.find(point, MOSS, 60_000))[0]?.title.whole.length, 1);
});

test('a pending search fails when the copy is closed', async (t) => {
  const { point } = await copyOf(t, aMoss);
  const thread = new TextThread(PROGRAM);
  const told = assert.rejects(thread.find(point, MOSS, 60_000), { message: 'The copy has been closed.' });
  thread.close();
  await told;
});

test('the estimated cost of a search grows with the talks that contain its words and beginnings', async (t) => {
  const talks = Array.from({ length: 6_000 }, (_talk, at) => {
    const letters = at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
    return aTalk(slugOf(at + 1), { title: `Moss ${letters}`, description: `${'moss '.repeat(50)}mosaic${letters}` });
  });
  const { point } = await copyOf(t, ...talks);
  const db = openCopy(point.file, PROGRAM);
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
  // At most one page of each of the index's parts.
  for (const rare of ['"zebra"', '"mosaicb"', '日本']) assert.ok(of(rare) < everywhere / 5, rare);
});
