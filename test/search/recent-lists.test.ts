import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentLists } from '#search/index/recent-lists.ts';
import { SparseList } from '#search/index/sparse-list.ts';

/** A list of a hundred positions: 400 bytes. */
function list(): SparseList {
  return new SparseList(new Uint32Array(100), 0, 100);
}

test('what was asked for last is kept, as far as there is room', () => {
  const recent = new RecentLists<SparseList>(1000);
  const lists = { a: list(), b: list(), c: list() };
  recent.set('a', lists.a);
  recent.set('b', lists.b);
  assert.equal(recent.get('a'), lists.a);
  recent.set('c', lists.c);
  const kept = Object.entries(lists).filter(([key, each]) => recent.get(key) === each);
  assert.deepEqual(
    kept.map(([key]) => key),
    ['a', 'c'],
  );
});

test('a list that is larger than all the room is not kept, and drives nothing else out', () => {
  const recent = new RecentLists<SparseList>(500);
  const small = list();
  recent.set('small', small);
  recent.set('large', new SparseList(new Uint32Array(200), 0, 200));
  assert.equal(recent.get('small'), small);
  assert.equal(recent.get('large'), undefined);
});

test('a list set again takes the room of one', () => {
  const recent = new RecentLists<SparseList>(1000);
  const [first, second] = [list(), list()];
  recent.set('first', first);
  for (let again = 0; again < 5; again += 1) recent.set('second', second);
  assert.equal(recent.get('first'), first);
  assert.equal(recent.get('second'), second);
});
