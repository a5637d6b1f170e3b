import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownStart, startColumn } from '#cli/reports/shown-start.ts';

test('a start is shown in its time zone, and as a date alone at midnight', () => {
  const shown = [
    shownStart('2026-06-01T16:00:00Z', 'Europe/London'),
    shownStart('2026-05-31T23:00:00Z', 'Europe/London'),
    shownStart('2026-05-31T15:00:00Z', 'Asia/Tokyo'),
    shownStart('2026-05-31T15:00:00Z', 'UTC'),
  ];
  assert.deepEqual(shown, ['2026-06-01 17:00', '2026-06-01', '2026-06-01', '2026-05-31 15:00']);
  assert.equal(startColumn('2026-05-31T23:00:00Z', 'Europe/London'), '2026-06-01      ');
});
