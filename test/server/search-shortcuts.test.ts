import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortcutsOn } from '#pages/search/times.ts';

const MILLISECONDS_A_DAY = 86_400_000;

function dayAt(date: string): number {
  return Date.parse(date) / MILLISECONDS_A_DAY;
}

describe('the shortcuts of the search', () => {
  const NAMES = ['today', 'tomorrow', 'thisWeek', 'weekend', 'nextWeek'];
  const on = (date: string): unknown =>
    shortcutsOn(dayAt(date))
      .filter(({ name }) => NAMES.includes(name))
      .map(({ name, from, to }) => `${name}: ${String(from)} ${String(to)}`);
  const DAYS = ['today: today today', 'tomorrow: tomorrow tomorrow'];

  it('are days, weeks and the weekend in between', () => {
    assert.deepEqual(on('2026-11-23'), [
      ...DAYS,
      'thisWeek: today plus6',
      'weekend: 2026-11-28 plus1',
      'nextWeek: 2026-11-30 plus6',
    ]);
    assert.deepEqual(on('2026-11-27'), [
      ...DAYS,
      'thisWeek: today plus2',
      'weekend: tomorrow plus1',
      'nextWeek: 2026-11-30 plus6',
    ]);
  });

  it('do not say the same twice at the weekend', () => {
    assert.deepEqual(on('2026-11-28'), [...DAYS, 'weekend: today plus1', 'nextWeek: 2026-11-30 plus6']);
    assert.deepEqual(on('2026-11-29'), [...DAYS, 'nextWeek: tomorrow plus6']);
  });
});
