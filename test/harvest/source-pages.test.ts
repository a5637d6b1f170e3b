import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourcePages } from '#harvest/reading/source-reading.ts';

function missing(...pages: readonly (readonly [number: number, count: number])[]): number {
  const given = new SourcePages();
  for (const [number, count] of pages) given.add({ number, count });
  return given.missing;
}

test('pages are missing until every response is complete', () => {
  assert.equal(missing(), 0);
  assert.equal(missing([1, 1]), 0);
  assert.equal(missing([2, 3]), 2);
  assert.equal(missing([3, 3], [1, 3], [2, 3]), 0);
});

test('a page of one response does not replace a page of another', () => {
  assert.equal(missing([1, 2], [2, 2], [1, 3], [3, 3]), 1);
  assert.equal(missing([1, 2], [1, 2], [2, 2]), 1);
  assert.equal(missing([1, 2], [1, 2], [2, 2], [2, 2]), 0);
});
