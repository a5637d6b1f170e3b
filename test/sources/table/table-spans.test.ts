import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../../support/sources/read-source.ts';

const SPANS: readonly (readonly [header: string, row: string, expected: string])[] = [
  ['Title;Date', 'Moss;12–15 July 2026', '2026-07-12T00:00:00Z 2026-07-16T00:00:00Z all-day'],
  ['Title;Date', 'Moss;12.–15.07.2026', '2026-07-12T00:00:00Z 2026-07-16T00:00:00Z all-day'],
  ['Title;Date', 'Moss;Sun 12 – Wed 15 July', '2026-07-12T00:00:00Z 2026-07-16T00:00:00Z all-day'],
  ['Title;Date;Time', 'Moss;12–15 July 2026;10:00-12:00', '2026-07-12T09:00:00Z 2026-07-15T11:00:00Z floating'],
  ['Title;Date;Start;End', 'Moss;12–15 July 2026;10:00;12:00', '2026-07-12T09:00:00Z 2026-07-15T11:00:00Z floating'],
  ['Title;Date;Time', 'Moss;12–15 July 2026;10:00', '2026-07-12T09:00:00Z 2026-07-15T23:00:00Z floating'],
  ['Title;Date;Time;Duration', 'Moss;12–15 July 2026;10:00;90', '2026-07-12T09:00:00Z 2026-07-15T10:30:00Z floating'],
  ['Title;When', 'Moss;12 July 2026 10:00 – 15 July 2026 12:00', '2026-07-12T09:00:00Z 2026-07-15T11:00:00Z floating'],
];

describe('a date range in a table', () => {
  for (const [header, row, expected] of SPANS) {
    it(`${row} becomes one talk at ${expected}, with a note`, async () => {
      const { talks, problems, notes } = await readSource(readCsv, `${header}\n${row}\n`);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        talks.map(({ start, end, clock }) => `${start} ${end} ${clock}`),
        [expected],
      );
      assert.ok(notes.includes('1 × on several days: one talk from the first day to the last'), notes.join('\n'));
    });
  }

  it('without a year is in the year that --map or --year sets', async () => {
    const { talks, problems } = await readSource(readCsv, 'Title;Date\nMoss;12–15 July\n', { year: '2027' });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ start, end }) => `${start} ${end}`),
      ['2027-07-12T00:00:00Z 2027-07-16T00:00:00Z'],
    );
    const mapping = new Map([['date', 'Date+=2026']]);
    const set = await readSource(readCsv, 'Title;Date\nMoss;12–15 July\n', { mapping });
    assert.deepEqual(
      set.talks.map(({ start, end }) => `${start} ${end}`),
      ['2026-07-12T00:00:00Z 2026-07-16T00:00:00Z'],
    );
  });
});
