import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { PageLink } from '#sources/source-format.ts';
import { SourcePages } from '#harvest/reading/source-pages.ts';

function missing(...pages: readonly (readonly [number: number, count: number])[]): number {
  const given = new SourcePages();
  for (const [number, count] of pages) given.take({ page: { number, count } });
  const [[, count] = ['', 0]] = given.notes;
  assert.equal(given.isPartial, count > 0);
  return count;
}

test('pages are missing until each answer is whole', () => {
  assert.equal(missing(), 0);
  assert.equal(missing([1, 1]), 0);
  assert.equal(missing([2, 3]), 2);
  assert.equal(missing([3, 3], [1, 3], [2, 3]), 0);
});

test('pages of several answers do not stand in for each other', () => {
  assert.equal(missing([1, 2], [2, 2], [1, 3], [3, 3]), 1);
  assert.equal(missing([1, 2], [1, 2], [2, 2]), 1);
  assert.equal(missing([1, 2], [1, 2], [2, 2], [2, 2]), 0);
});

describe('pages that do not say their number', () => {
  const isPartial = (...links: readonly PageLink[]): boolean => {
    const given = new SourcePages();
    for (const link of links) given.take({ link });
    return given.isPartial;
  };
  const page = (next?: string, upTo?: number): PageLink => ({ next, upTo, entries: 10 });

  it('are whole if all but one have a next page', () => {
    assert.ok(!isPartial(page()));
    assert.ok(!isPartial(page(), page('b'), page('a')));
    assert.ok(!isPartial(page('?$skip=20', 20), page('?$skip=10', 10), page()));
  });

  it('are not whole without the last, with two last, or with one of them twice', () => {
    assert.ok(isPartial(page('a')));
    assert.ok(isPartial(page('a'), page(), page()));
    assert.ok(isPartial(page('a'), page('a'), page()));
  });

  it('are not whole if entries before one of them are missing', () => {
    assert.ok(isPartial(page('?$skip=20', 20), page()));
    assert.ok(isPartial(page('?$skip=10', 10), page('?$skip=30', 30), page()));
  });

  it('are of two answers if none has a next page', () => {
    assert.ok(!isPartial(page(), page()));
  });
});
