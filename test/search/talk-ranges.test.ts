import assert from 'node:assert/strict';
import { it } from 'node:test';
import { secondsOf } from '#catalogue/timestamp.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';

/** Talk n changed on day n of May. Talks with higher numbers start earlier. */
function talk(number: number) {
  const [start, updated] = [31 - number, number].map((day) => `2015-05-${String(day).padStart(2, '0')}T10:00:00Z`);
  return aTalk(slugOf(number), { start: start ?? '', end: start ?? '', updated: updated ?? '' });
}

async function indexOf(...histories: readonly (readonly number[])[]): Promise<TalkIndex> {
  const catalogue = new MemoryCatalogue();
  for (const numbers of histories) catalogue.replace(numbers.map(talk));
  return new TalkIndex(await applyChanges(undefined, catalogue.everything()));
}

it('talkRanges lists all talks in ranges of numbers, each with its last change', async () => {
  const index = await indexOf([1, 2, 3, 4, 5]);
  const changed = (day: number): number => secondsOf(`2015-05-0${day}T10:00:00Z`);
  assert.deepEqual(index.talkRanges(2), [
    { first: 1, count: 2, updated: changed(2) },
    { first: 3, count: 2, updated: changed(4) },
    { first: 5, count: 2, updated: changed(5) },
  ]);
  assert.deepEqual(index.talksInRange({ first: 3, count: 2 }), [
    { slug: slugOf(3), updated: changed(3) },
    { slug: slugOf(4), updated: changed(4) },
  ]);
  assert.deepEqual(index.talksInRange({ first: 99, count: 2 }), []);
});

it('removing a talk leaves the others in their ranges', async () => {
  const index = await indexOf([1, 2, 3, 4, 5], [1, 2, 5]);
  assert.deepEqual(
    index.talkRanges(2).map(({ first }) => first),
    [1, 5],
  );
  assert.deepEqual(
    index.talksInRange({ first: 5, count: 2 }).map(({ slug }) => slug),
    [slugOf(5)],
  );
});

it('an empty index has no ranges', async () => {
  assert.deepEqual((await indexOf([])).talkRanges(5000), []);
});
