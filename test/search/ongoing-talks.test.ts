import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traitBit } from '#catalogue/talk-traits.ts';
import { OngoingTalks } from '#search/index/talk-index.ts';
import { markOf } from '#search/index/talk-marks.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const NOW = 1000 * DAY;

/** Talks in order of start, in seconds from NOW: start and length. */
const TALKS = [
  [-400 * DAY, 500 * DAY],
  [-20 * DAY, 21 * DAY],
  [-20 * DAY, 10 * DAY],
  [-13 * HOUR, 11 * HOUR],
  [-2 * HOUR, HOUR],
  [-2 * HOUR, 3 * HOUR],
  // Of unknown length: an hour.
  [-HOUR, 0],
  [-HOUR + 1, 0],
  [0, HOUR],
  [1, HOUR],
] as const;

function ongoing(): OngoingTalks {
  const none = new Uint32Array(0);
  return new OngoingTalks({
    starts: Float64Array.from(TALKS, ([start]) => NOW + start),
    lengths: Uint32Array.from(TALKS, ([, length]) => length),
    marks: Uint32Array.from(TALKS, ([, length]) => markOf(0, 'published', length >= 12 * HOUR ? traitBit('long') : 0)),
    slugs: none,
    numbers: none,
    updates: none,
    refOffsets: none,
    refs: none,
  });
}

test('OngoingTalks finds talks that began before a position and are not over, however long ago they began', () => {
  const at = { at: NOW, onlyLong: false };
  assert.deepEqual([...ongoing().before(8, at)], [0, 1, 5, 7]);
  assert.deepEqual([...ongoing().before(5, at)], [0, 1]);
  assert.deepEqual([...ongoing().before(8, { at: NOW, onlyLong: true })], [0, 1]);
  assert.deepEqual([...ongoing().before(8, { at: NOW + 2 * DAY, onlyLong: false })], [0]);
});

test('OngoingTalks says when the talks that are to come or go on change next', () => {
  // The next talk, at NOW, has begun a second later.
  assert.equal(ongoing().nextChange(NOW), NOW + 1);
  assert.equal(ongoing().nextChange(NOW + 2), NOW + HOUR);
  assert.equal(ongoing().nextChange(NOW - 2 * HOUR - 10), NOW - 2 * HOUR);
  assert.equal(ongoing().nextChange(NOW + 200 * DAY), Infinity);
});
