import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIndico } from '#sources/indico/indico.ts';
import { readSource } from '../../support/sources/read-source.ts';

type Members = Record<string, unknown>;

const LECTURE = { id: '7', title: 'On moss', startDate: { date: '2026-07-01', time: '10:00:00', tz: 'UTC' } };

async function problemsOf(results: unknown, more: Members = {}): Promise<string[]> {
  const { problems } = await readSource(readIndico, JSON.stringify({ ...more, results }));
  return problems.map(({ line, where, what, hint }) => `${line} ${where}: ${what}${hint === '' ? ' NO HINT' : ''}`);
}

describe('an Indico response without events', () => {
  const REFUSED: readonly (readonly [string, unknown, Members, string])[] = [
    ['of bookings', [{ _type: 'Reservation' }], {}, '1 _type: This is an export of room bookings, not of events.'],
    ['of rooms', [{ _type: 'Room' }], {}, '1 _type: This is an export of rooms, not of events.'],
    [
      'of an unknown type',
      [{ _type: 'Ant' }],
      {},
      '1 _type: This is an export of entries of type "Ant", not of events.',
    ],
    ['of strings', ['x'], {}, '1 _type: This is an export of something else, not of events.'],
    ['of a timetable', { 8: {} }, {}, '0 : This is a timetable, not a list of events.'],
    [
      'with an error message',
      undefined,
      { message: 'Invalid API key' },
      '0 : Indico reported an error: "Invalid API key".',
    ],
    ['without results', undefined, {}, '0 : It contains no results of an Indico export.'],
  ];
  for (const [name, results, more, expected] of REFUSED) {
    it(`${name} is rejected with a reason`, async () => {
      assert.deepEqual(await problemsOf(results, more), [expected]);
    });
  }

  it('is accepted if its results are empty, and reported if they are truncated', async () => {
    assert.deepEqual(await problemsOf([]), []);
    assert.deepEqual(await problemsOf([LECTURE], { complete: false }), [
      '0 complete: Indico truncated this response because it was too large.',
    ]);
  });
});
