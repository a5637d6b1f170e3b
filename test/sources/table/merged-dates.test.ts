import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRows } from './read-rows.ts';

const NOTE = 'without a date below one with a date: on the same day, as in merged cells';

describe('a date in the first row of a group of talks', () => {
  for (const [dates, header] of [
    [['Tue 27 October 2026', '28 October 2026'], 'Date;Time;Title'],
    [['27/10/2026', '28/10/2026'], 'When;Time;Title'],
    [['46322', '46323'], 'Date;Start;Title'],
  ] as const) {
    it(`applies to the rows below it, as in merged cells (${header}, ${dates[0]})`, async () => {
      const text = `${header}\n${dates[0]};10:00;Moss\n;11:00;Ferns\n;11:00;Reeds\n${dates[1]};9:00;Bogs\n;17:00;Fens\n`;
      const { shown, problems, notes } = await readRows(text);
      assert.deepEqual(problems, []);
      assert.deepEqual(shown, [
        '2026-10-27T10:00:00Z Moss',
        '2026-10-27T11:00:00Z Ferns',
        '2026-10-27T11:00:00Z Reeds',
        '2026-10-28T09:00:00Z Bogs',
        '2026-10-28T17:00:00Z Fens',
      ]);
      assert.ok(notes.includes(`3 × ${NOTE}`), notes.join('\n'));
    });
  }

  it('applies to shorter rows if the date is in the last column', async () => {
    const { shown, problems } = await readRows('Title,Time,Date\nMoss,10:00,27 October 2026\nFerns,11:00\n');
    assert.deepEqual(problems, []);
    assert.deepEqual(shown, ['2026-10-27T10:00:00Z Moss', '2026-10-27T11:00:00Z Ferns']);
  });

  it('applies from a row with only the date, which becomes a talk only if it is the last row', async () => {
    const { shown, problems } = await readRows(
      'Date,Time,Title\n27 October 2026,,\n,10:00,Moss\n,11:00,Ferns\n28 October 2026,,\n',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(shown, ['2026-10-27T10:00:00Z Moss', '2026-10-27T11:00:00Z Ferns', '2026-10-28T00:00:00Z ']);
  });

  it('does not apply to rows with no time or an earlier one, or to rows below an empty row', async () => {
    for (const below of [',,Ferns', ',09:00,Ferns', ',,\n,11:00,Ferns']) {
      const { shown, problems } = await readRows(`Date,Time,Title\n27 October 2026,10:00,Moss\n${below}\n`);
      assert.deepEqual(shown, ['2026-10-27T10:00:00Z Moss'], below);
      assert.match(problems.join('\n'), /no date\. \(In "Ferns"\.\)/, below);
    }
  });

  it('does not apply below a date range or an unreadable date', async () => {
    for (const date of ['27–28 October 2026', '32 October 2026']) {
      const { shown, problems } = await readRows(
        `Date,Time,Title\n26 October 2026,9:00,Reeds\n${date},10:00,Moss\n,11:00,Ferns\n`,
      );
      assert.ok(!shown.some((talk) => talk.includes('Ferns')), date);
      assert.match(problems.join('\n'), /It has a time, but no date\. \(In "Ferns"\.\)/, date);
    }
  });
});
