import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstSorted } from '#search/answers/counter.ts';
import { RUNS } from '../support/property-runs.ts';

test('firstSorted gives the first items of a stable sort of all items', () => {
  const things = fc.array(fc.record({ rank: fc.nat(5), id: fc.nat() }), { maxLength: 40 });
  const property = fc.property(things, fc.nat(12), (given, most) => {
    const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank;
    assert.deepEqual(firstSorted(given, most, byRank), [...given].sort(byRank).slice(0, most));
  });
  fc.assert(property, { numRuns: RUNS.usual });
});
