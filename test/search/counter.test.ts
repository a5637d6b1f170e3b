import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Counter, firstSorted } from '#search/answers/counter.ts';
import { RUNS } from '../support/property-runs.ts';

const counts = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 4 })), { maxLength: 100 });

test('a counter counts by number and restarts from zero on begin', () => {
  const tally = new Counter();
  const property = fc.property(counts, (added) => {
    tally.begin(60);
    const expected = new Map<number, number>();
    for (const [number, count] of added) {
      tally.add(number, count);
      expected.set(number, (expected.get(number) ?? 0) + count);
    }
    assert.deepEqual(new Map(Array.from(tally.numbers, (number) => [number, tally.count(number)])), expected);
  });
  fc.assert(property, { numRuns: RUNS.usual });
});

test('a counter can begin again with a higher limit', () => {
  const tally = new Counter();
  tally.begin(3);
  tally.add(3, 5);
  tally.begin(9);
  tally.add(9, 1);
  assert.deepEqual([tally.count(3), tally.count(9), [...tally.numbers]], [0, 1, [9]]);
});

test('firstSorted gives the first items of a stable sort of all items', () => {
  const things = fc.array(fc.record({ rank: fc.nat(5), id: fc.nat() }), { maxLength: 40 });
  const property = fc.property(things, fc.nat(12), (given, most) => {
    const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank;
    assert.deepEqual(firstSorted(given, most, byRank), [...given].sort(byRank).slice(0, most));
  });
  fc.assert(property, { numRuns: RUNS.usual });
});
