import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnOfLongWork } from '#server/http/answer.ts';

test('long work runs at most one piece per turn of the event loop, in the order of waiting', async () => {
  const done: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (let piece = 1; piece <= 3; piece += 1) {
      await turnOfLongWork();
      done.push(`${name}${String(piece)}`);
    }
  };
  const all = Promise.all(['a', 'b', 'c'].map(work));
  let before = 0;
  const inEachTurn: number[] = [];
  while (done.length < 9) {
    await new Promise((resolve) => setImmediate(resolve));
    inEachTurn.push(done.length - before);
    before = done.length;
  }
  await all;
  assert.deepEqual(done, ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  assert.ok(
    inEachTurn.every((pieces) => pieces <= 1),
    inEachTurn.join(' '),
  );
});
