import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownStart, startColumn } from '#cli/reports/shown-start.ts';

test('a start is shown in its time zone, and as a date alone if it was all day', () => {
  const shown = [
    shownStart('2026-06-01T16:00:00Z', 'Europe/London'),
    shownStart('2026-05-31T23:00:00Z', 'Europe/London'),
    shownStart('2026-05-31T15:00:00Z', 'Asia/Tokyo'),
    shownStart('2026-05-31T15:00:00Z', 'UTC'),
    shownStart('2026-05-31T00:00:01Z', 'America/New_York'),
  ];
  assert.deepEqual(shown, [
    '2026-06-01 17:00',
    '2026-06-01 00:00',
    '2026-06-01 00:00',
    '2026-05-31 15:00',
    '2026-05-31',
  ]);
  assert.equal(startColumn('2026-05-31T00:00:01Z', 'Europe/London'), '2026-05-31      ');
});
