import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../../support/sources/read-source.ts';
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

  it('asks for the year if nothing tells it, and takes the one of --year', async () => {
    const yearless = 'Date;Title\n1 June;A\n20.12.;B\n';
    const { talks, problems } = await readSource(readCsv, yearless);
    const list = `${yearless}Tue 5 January;C\n`;
    assert.deepEqual(
      [talks, problems.map(({ code, line, where }) => [code, line, where])],
      [[], [['unknown-year', 2, 'Date']]],
    );
    const inYear = async (year: string): Promise<readonly string[]> => {
      const read = await readSource(readCsv, list, { year });
      assert.ok(read.notes.includes('2 × without a year: in the year that --year names'), read.notes.join());
      return read.talks.map(({ start, title }) => `${start.slice(0, 10)} ${title}`);
    };
    // The 5th of January was a Tuesday in 2016 and in 2021.
    assert.deepEqual(await inYear('2016'), ['2016-06-01 A', '2016-12-20 B', '2016-01-05 C']);
    assert.deepEqual(await inYear('2020/21'), ['2021-06-01 A', '2020-12-20 B', '2021-01-05 C']);
  });

  it('is in the year of --year, whatever the other dates say', async () => {
    const { talks } = await readSource(readCsv, 'Date;Title\n14 December 2026;A\n11 January;B\n', { year: '2024' });
    assert.deepEqual(
      talks.map(({ start }) => start.slice(0, 10)),
      ['2026-12-14', '2024-01-11'],
    );
  });

  it('is not read from a time such as 10.30', async () => {
    assert.deepEqual(await years('Date;Time;Title\n27 October 2026;10.30;A\n'), ['2026-10-27T10:30:00Z A']);
  });
});

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
