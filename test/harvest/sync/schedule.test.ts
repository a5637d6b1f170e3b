import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterFailure, afterSuccess, dueAt, durationOf, isDue } from '#harvest/sync/schedule.ts';
import { NEVER_RUN } from '#store/source-states.ts';

const NOON = new Date('2026-03-27T12:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400;

/** Minutes until the next try. */
function pause(failures: number, every: number, more: { retryAfter?: number; random?: number } = {}): number {
  const { retryAfter, random = 0.5 } = more;
  return (afterFailure(NOON, { failures, every, retryAfter, random }).getTime() - NOON.getTime()) / MINUTE;
}

describe('a schedule', () => {
  it('is written as a number and a unit', () => {
    const texts = ['90s', '15m', '1h', '2d', '999999d', '0m', '', '1', 'm', '1.5h', '-1h', '1H', ' 1h', '1000000s'];
    assert.deepEqual(texts.map(durationOf), [
      90,
      900,
      3600,
      2 * DAY,
      999_999 * DAY,
      ...Array.from({ length: 9 }, () => undefined),
    ]);
  });

  it('counts from the start of a successful run', () => {
    assert.equal(afterSuccess(NOON, 900).toISOString(), '2026-03-27T12:15:00.000Z');
  });

  it('is due at its time or if it has never run', () => {
    const state = { ...NEVER_RUN, lastAttempt: '2026-03-27T11:45:00Z', nextRun: '2026-03-27T12:00:00Z' };
    const at = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1000);
    assert.deepEqual(
      [isDue(state, 900, at(-1)), isDue(state, 900, at(0)), isDue(state, 900, at(1))],
      [false, true, true],
    );
    assert.deepEqual([isDue(undefined, 900, NOON), isDue(NEVER_RUN, 900, NOON)], [true, true]);
  });

  it('is due if its last run was later than now, because the clock was ahead', () => {
    const ahead = { ...NEVER_RUN, lastAttempt: '2027-05-01T12:00:00Z', nextRun: '2027-05-01T12:15:00Z' };
    assert.deepEqual(
      [ahead, { ...ahead, failures: 3 }].map((state) => isDue(state, 900, NOON)),
      [true, true],
    );
    // Clocks of two machines differ a little.
    const other = { ...NEVER_RUN, lastAttempt: '2026-03-27T12:05:00Z', nextRun: '2026-03-27T12:20:00Z' };
    assert.equal(isDue(other, 900, NOON), false);
  });

  it('takes effect at once if it is shortened, unless the source is failing', () => {
    const state = { ...NEVER_RUN, lastAttempt: '2026-03-27T11:45:00Z', nextRun: '2026-03-28T11:45:00Z' };
    assert.equal(dueAt(state, 900, NOON).toISOString(), '2026-03-27T12:00:00.000Z');
    assert.equal(dueAt({ ...state, failures: 1 }, 900, NOON).toISOString(), '2026-03-28T11:45:00.000Z');
  });
});

describe('the pause after a failure', () => {
  it('doubles with each failure, up to a day', () => {
    const pauses = [1, 2, 3, 4, 8, 9, 10, 11, 1000].map((failures) => pause(failures, 3600));
    assert.deepEqual(pauses, [5, 10, 20, 40, 640, 1280, 1440, 1440, 1440]);
  });

  it('starts at the interval of the source if that is shorter than five minutes', () => {
    assert.deepEqual(
      [1, 2, 3].map((failures) => pause(failures, 60)),
      [1, 2, 4],
    );
  });

  it('varies randomly by up to a quarter', () => {
    const pauses = [0, 0.5, 1].map((random) => pause(3, 3600, { random }));
    assert.deepEqual(pauses, [15, 20, 25]);
  });

  it('extends to Retry-After, up to a week', () => {
    assert.equal(pause(1, 3600, { retryAfter: 1200 }), 20);
    assert.equal(pause(1, 3600, { retryAfter: 10 }), 5);
    assert.equal(pause(20, 3600, { retryAfter: 3 * DAY }), 3 * 24 * 60);
    assert.equal(pause(1, 3600, { retryAfter: 400 * DAY }), 7 * 24 * 60);
  });
});
