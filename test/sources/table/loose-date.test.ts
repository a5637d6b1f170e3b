import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { looseDate } from '#sources/table/loose-date.ts';
import { isInQuestion } from '#sources/table/written-day.ts';
import { readRows } from '#sources/table/rows.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** A cell of a column of dates; the day and time that it means, its zone, and what is skipped. */
const DATES: readonly (readonly [written: string, read: string, skipped: string])[] = [
  ['12 October 2026, 17:00', '2026-10-12 17:00', ''],
  ['Monday (Oct 12, 2026), 3:00-4:00 pm', '2026-10-12 15:00', ''],
  ['12th of October (14:00), 2026', '2026-10-12 14:00', ''],
  ['12 Oct 2026 @ 7pm', '2026-10-12 19:00', ''],
  ['12 Oct 2026 | 7pm', '2026-10-12 19:00', ''],
  ['12 Oct 2026 (5:00pm to 6:00pm)', '2026-10-12 17:00', ''],
  ['Ocotber 12, 2026 at 3pm EET', '2026-10-12 15:00 eet', ''],
  ['Septmber 12, 2026', '2026-09-12', ''],
  ['12 October 2026 at 9:00 PM CEST on Zoom', '2026-10-12 21:00 cest', 'Zoom'],
  ['(Room 480, Keeper House) 12 Oct 2026, 1:00 PM', '2026-10-12 13:00', 'Room 480, Keeper House'],
  ['Week 3, 12 October 2026, 5pm', '2026-10-12 17:00', 'Week 3'],
  ['Mon 12.10.26 um 17 Uhr c.t.', '2026-10-12 17:15', ''],
  ['12.10.2026, 17 Uhr (s.t.)', '2026-10-12 17:00', ''],
  ['12 October 2026 at 17.30', '2026-10-12 17:30', ''],
  ['03.04.2026', '2026-04-03', ''],
  ['03.04.26', '2026-04-03', ''],
  // The weekday is wrong: it is not the 26th in 2012.
  ['Fri 12.10.26', 'other-weekday', ''],
  ['12 October 2026 at 9:00 PM XQZ', 'unreadable', ''],
  ['12 Octopus 2026', 'unreadable', ''],
  ['On moss', 'unreadable', ''],
  ['', 'unreadable', ''],
];

function shown(text: string): readonly [string, string] {
  const date = looseDate(text, 2026);
  if (typeof date === 'string') return [date, ''];
  const { day, clocks, zone, skipped } = date;
  const days = isInQuestion(day) ? [...day.values()] : day === undefined ? [] : [day];
  const written = days.map((one) =>
    [one.year, one.month, one.day].map((part) => String(part).padStart(2, '0')).join('-'),
  );
  const clock = clocks && new Date(clocks.start * 1000).toISOString().slice(11, 16);
  return [[written.join(' or '), clock, zone].filter((part) => part !== undefined && part !== '').join(' '), skipped];
}

describe('a date as people write it in a table', () => {
  for (const [written, read, skipped] of DATES) {
    it(`is read, without what is around it: ${written}`, () => assert.deepEqual(shown(written), [read, skipped]));
  }

  it('is counted if words around it are skipped', async () => {
    const rows = [{ title: 'On moss', date: '12 October 2026 at 9:00 PM CEST on Zoom' }];
    const { talks, notes } = await readSource(readRows, JSON.stringify(rows));
    assert.deepEqual(
      talks.map(({ start }) => start),
      ['2026-10-12T19:00:00Z'],
    );
    assert.ok(notes.includes('1 × with words around the date, which are skipped'), notes.join('\n'));
  });

  it('is looked for in little time', () => {
    for (const piece of ['(', ', ', 'a ', '@', 'october ', '12 '])
      assert.equal(typeof looseDate(piece.repeat(200), 2026), 'string');
  });
});
