import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortcutsOn } from '#server/pages/search-page-content.ts';
import { weekAhead } from '#server/pages/week-ahead.ts';

const MILLISECONDS_A_DAY = 86_400_000;

function dayAt(date: string): number {
  return Date.parse(date) / MILLISECONDS_A_DAY;
}

describe('the week shortcut of the search', () => {
  const weekOn = (date: string): unknown => shortcutsOn(dayAt(date)).find(({ name }) => name.endsWith('Week'));

  it('covers the rest of the current week', () => {
    assert.deepEqual(weekOn('2026-11-23'), { name: 'thisWeek', from: 'today', to: 'plus6' });
    assert.deepEqual(weekOn('2026-11-28'), { name: 'thisWeek', from: 'today', to: 'plus1' });
  });

  it('covers the next week on a Sunday', () => {
    assert.deepEqual(weekOn('2026-11-29'), { name: 'nextWeek', from: 'tomorrow', to: 'plus6' });
    assert.deepEqual(weekAhead(dayAt('2026-11-29')), { isNext: true, last: dayAt('2026-12-06') });
  });
});
