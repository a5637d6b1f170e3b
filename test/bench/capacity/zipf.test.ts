import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Draw, zipf } from '../../../bench/capacity/zipf.ts';

describe("Zipf's law", () => {
  it('has all questions in its groups, and all of the askings', () => {
    const { shares, counts } = zipf(100_000, 0.9);
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      100_000,
    );
    const all = shares.reduce((sum, share, group) => sum + share * (counts[group] ?? 0), 0);
    assert.ok(Math.abs(all - 1) < 1e-9);
  });

  it('draws the first question as often as it says, and the same ones from the same seed', () => {
    const drawn = (seed: number): number[] => {
      const draw = new Draw(1000, 1, seed);
      return Array.from({ length: 50_000 }, () => draw.next());
    };
    const first = drawn(1).filter((rank) => rank === 0).length / 50_000;
    assert.ok(Math.abs(first - (zipf(1000, 1).shares[0] ?? 0)) < 0.01);
    assert.deepEqual(drawn(1), drawn(1));
    assert.notDeepEqual(drawn(1), drawn(2));
  });
});
