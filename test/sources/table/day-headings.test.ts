import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRows } from './read-rows.ts';

describe('a row that contains only a date', () => {
  for (const [day, next] of [
    ['Tuesday 27 October 2026', 'Wednesday 28 October 2026'],
    ['27/10/2026', '28/10/2026'],
    ['2026-10-27', '28 October'],
    ['Day 1: 27 October 2026', 'Tag 2 – 28. Oktober:'],
  ] as const) {
    it(`sets the date of the rows below it (${day})`, async () => {
      const { shown, problems, notes } = await readRows(
        `Time;Title;Speaker\n${day};;\n10:00;Moss;Ada Lovelace\n;;\n11.30;Ferns;\n${next};;\nTime;Title;Speaker\n9:00;Reeds;\n`,
      );
      assert.deepEqual(problems, []);
      assert.deepEqual(shown, [
        '2026-10-27T10:00:00Z Moss',
        '2026-10-27T11:30:00Z Ferns',
        '2026-10-28T09:00:00Z Reeds',
      ]);
      assert.ok(notes.includes('3 × below a row with nothing but a date: on that day'), notes.join('\n'));
    });
  }

  it('sets the date of the first rows from above the headers', async () => {
    const { shown, problems } = await readRows(
      'Tuesday 27 October 2026;;\nTime;Title;Speaker\n10:00;Moss;Ada Lovelace\n',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(shown, ['2026-10-27T10:00:00Z Moss']);
  });

  it('sets the date of rows without a time if the table has no time column', async () => {
    const { shown } = await readRows('Date;Title;Speaker\n27 October 2026;;\n;Moss;Ada Lovelace\n;Ferns;\n');
    assert.deepEqual(shown, ['2026-10-27T00:00:00Z Moss', '2026-10-27T00:00:00Z Ferns']);
  });

  it('does not apply to rows with their own date or to rows above', async () => {
    const { shown, problems } = await readRows(
      'Title;Date;Time\nBogs;;8:00\n27 October 2026;;\nMoss;;10:00\nFerns;3 November 2026;11:00\n',
    );
    assert.deepEqual(shown, ['2026-10-27T10:00:00Z Moss', '2026-11-03T11:00:00Z Ferns']);
    assert.deepEqual(problems, ['2: It has a time, but no date. (In "Bogs".)']);
  });
});

describe('a date with neither year nor weekday', () => {
  const years = async (text: string): Promise<string[]> => (await readRows(text)).shown;

  it('takes the year that continues the dates above it, ascending or descending', async () => {
    assert.deepEqual(await years('Date;Title\n14 December 2026;A\n11 January;B\n20 September;C\n'), [
      '2026-12-14T00:00:00Z A',
      '2027-01-11T00:00:00Z B',
      '2027-09-20T00:00:00Z C',
    ]);
    assert.deepEqual(await years('Date;Title\n11 January 2027;A\n4 January 2027;B\n14 December;C\n3 August;D\n'), [
      '2027-01-11T00:00:00Z A',
      '2027-01-04T00:00:00Z B',
      '2026-12-14T00:00:00Z C',
      '2026-08-03T00:00:00Z D',
    ]);
  });

  it('takes the year closest to the next complete date, or the year in a line above the headers', async () => {
    assert.deepEqual(await years('Date;Title\n14 December;A\n11 January 2030;B\n'), [
      '2029-12-14T00:00:00Z A',
      '2030-01-11T00:00:00Z B',
    ]);
    assert.deepEqual(await years('Programme 2029\nDate;Title;Place\n1 February;A;\n20.12.;B;\n11 January;C;\n'), [
      '2029-02-01T00:00:00Z A',
      '2029-12-20T00:00:00Z B',
      '2030-01-11T00:00:00Z C',
    ]);
  });

  it('defaults to the next such day, or to one in the last three months', async () => {
    // Read on 20 November 2026.
    assert.deepEqual(await years('Date;Title\n1 September;A\n'), ['2026-09-01T00:00:00Z A']);
    assert.deepEqual(await years('Date;Title\n1 June;A\n'), ['2027-06-01T00:00:00Z A']);
    const { notes } = await readRows('Date;Title\n29 February;A\n');
    const what = 'without a year: the coming one, or at most three months ago; write the year to be certain';
    assert.ok(notes.includes(`1 × ${what}`), notes.join('\n'));
  });

  it('is not read from a time such as 10.30', async () => {
    assert.deepEqual(await years('Date;Time;Title\n27 October 2026;10.30;A\n'), ['2026-10-27T10:30:00Z A']);
  });
});
