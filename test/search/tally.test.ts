import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mostCounted, Tally } from '#search/tally.js';

const counts = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 4 })), { maxLength: 200 });

test('the numbers with the highest counts are found among many that have the same', () => {
  const tally = new Tally();
  const property = fc.property(counts, fc.integer({ min: 1, max: 12 }), fc.nat(60), (added, limit, leftOut) => {
    // As it was used before.
    tally.begin(60);
    const expected = new Map<number, number>();
    for (const [number, count] of added) {
      tally.add(number, count);
      expected.set(number, (expected.get(number) ?? 0) + count);
    }
    const most = [...expected]
      .filter(([number]) => number !== leftOut)
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, limit);
    const found = mostCounted(
      tally,
      limit,
      (number) => number === leftOut,
      (a, b) => a - b,
    );
    assert.deepEqual(
      found.map((number) => [number, tally.count(number)]),
      most,
    );
  });
  fc.assert(property, { numRuns: 300 });
});

test('a tally that begins again counts from nothing, of larger numbers too', () => {
  const tally = new Tally();
  tally.begin(3);
  tally.add(3, 5);
  tally.begin(9);
  tally.add(9, 1);
  assert.deepEqual([tally.count(3), tally.count(9), [...tally.numbers]], [0, 1, [9]]);
});
