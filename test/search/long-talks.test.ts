import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traitBit } from '#catalogue/talk-traits.ts';
import { LongTalks } from '#search/index/long-talks.ts';
import { markOf } from '#search/index/talk-marks.ts';

test('LongTalks detects whether a talk of several days begins in a window', () => {
  const starts = Float64Array.from([100, 200, 300, 400]);
  const marks = Uint32Array.from(
    [0, traitBit('long'), 0, traitBit('long')].map((traits) => markOf(0, 'published', traits)),
  );
  const none = new Uint32Array(0);
  const long = new LongTalks({
    starts,
    marks,
    slugs: none,
    numbers: none,
    updates: none,
    refOffsets: none,
    refs: none,
  });
  for (const [from, to, expected] of [
    [-Infinity, Infinity, true],
    [200, 201, true],
    [201, 400, false],
    [201, 401, true],
    [401, Infinity, false],
    [-Infinity, 200, false],
  ] as const)
    assert.equal(long.beginIn({ from, to }), expected, `${String(from)}–${String(to)}`);
});
