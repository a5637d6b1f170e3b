import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Overload } from '#server/http/request-handler.ts';

const LIMITS = { late: 20, waiting: 50, every: 30 };
/** Milliseconds. */
const A_STALL = 100;
const TURNS = 6;

/** Whether overload is reported after several long turns of the event loop, each with so many requests. */
async function afterTurns(together: number, unanswered: number): Promise<boolean> {
  const overload = new Overload(() => unanswered, LIMITS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (let n = 0; n < together; n += 1) overload.asked();
    const end = performance.now() + A_STALL;
    while (performance.now() < end);
    await nextTurn();
  }
  return overload.isOverloaded;
}

for (const [together, unanswered, isOverloaded] of [
  [0, 0, false],
  [49, 49, false],
  [50, 0, true],
  [1, 50, true],
] as const)
  test(`a slow machine with ${String(together)} simultaneous and ${String(unanswered)} unanswered requests ${isOverloaded ? 'is overloaded' : 'is not overloaded'}`, async () => {
    assert.equal(await afterTurns(together, unanswered), isOverloaded);
  });

test('overload ends as soon as few requests wait', async () => {
  let unanswered = 50;
  const overload = new Overload(() => unanswered, LIMITS);
  const stall = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const end = performance.now() + A_STALL;
      while (performance.now() < end);
      await nextTurn();
    }
  };
  await stall();
  assert.equal(overload.isOverloaded, true);
  unanswered = 49;
  await stall();
  assert.equal(overload.isOverloaded, false);
});
