import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leastSquares } from '../../../bench/capacity/least-squares.ts';

describe('the parameters of the model', () => {
  it('are found again from what they made', () => {
    const observations = [
      [1, 10, 3],
      [1, 100, 0],
      [1, 1000, 7],
      [1, 5, 50],
    ].map((variables) => ({ variables, value: 2 + 0.5 * (variables[1] ?? 0) + 4 * (variables[2] ?? 0) }));
    assert.deepEqual(
      leastSquares(observations).map((coefficient) => Math.round(coefficient * 1e9) / 1e9),
      [2, 0.5, 4],
    );
  });

  it('are never negative, whatever was measured', () => {
    const falling = [1, 2, 3].map((x) => ({ variables: [1, x], value: 10 - x }));
    const [fixed = 0, slope] = leastSquares(falling);
    assert.equal(slope, 0);
    assert.ok(fixed > 7 && fixed < 9);
  });

  it('are not bent by what cannot be told from nothing', () => {
    const observations = [
      { variables: [1, 0], value: -0.001 },
      { variables: [1, 1], value: 1.01 },
      { variables: [1, 2], value: 1.99 },
    ];
    const [fixed = 1, slope = 0] = leastSquares(observations, 0.01);
    assert.ok(fixed < 0.02 && Math.abs(slope - 1) < 0.02, `${fixed} ${slope}`);
  });

  it('leave out what was measured as nothing', () => {
    assert.deepEqual(leastSquares([{ variables: [1], value: -1 }]), [0]);
  });
});
