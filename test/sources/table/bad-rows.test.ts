import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { problemsOf, talksOf } from './csv-talks.ts';

describe('the CSV reader on bad dates', () => {
  it('reports each bad row by line and reads the others', async () => {
    const text =
      'Title,Start\n,2026-10-27 17:00\nOn ferns,soon\nOn reeds,\nOn moss,2026-10-27 17:00 CST\nOn bogs,2026-10-27 17:00\n';
    const { talks, problems } = await readSource(readCsv, text);
    assert.deepEqual(
      talks.map(({ title }) => title),
      ['', 'On bogs'],
    );
    assert.deepEqual(
      problems.map(({ line, where, what }) => `${line} ${where}: ${what}`),
      [
        '3 Start: "soon" is not a date or time that Lectern can read. (In "On ferns".)',
        '4 Start: It has no date. (In "On reeds".)',
        '5 Start: Time zone "cst" is unknown or ambiguous. (In "On moss".)',
      ],
    );
  });

  it('reads each date on its own in a table with several date orders and leaves out ambiguous ones', async () => {
    const rows = [
      'On moss,28/09/2026 17:00,09/28/2026 18:00',
      'On ferns,03/03/2026 17:00,03/03/2026 18:00',
      'On reeds,03/04/2026 17:00,03/04/2026 18:00',
      'On algae,Tue 03/11/2026 17:00,',
      'On fungi,12-15/07/2026,',
      'On roots,31/02/26,',
      'On bark,5 May 2026 17:00,05/06/2026 18:00',
    ];
    const text = ['title,start,end', ...rows].join('\n');
    const { talks, problems, notes } = await readSource(readCsv, text, { zone: 'UTC' });
    assert.deepEqual(
      talks.map(({ title, start, end }) => `${title} ${start} ${end}`),
      [
        'On moss 2026-09-28T17:00:00Z 2026-09-28T18:00:00Z',
        'On ferns 2026-03-03T17:00:00Z 2026-03-03T18:00:00Z',
        'On algae 2026-11-03T17:00:00Z 2026-11-03T17:00:00Z',
        'On fungi 2026-07-12T00:00:00Z 2026-07-16T00:00:00Z',
        'On bark 2026-05-05T17:00:00Z 2026-05-05T17:00:00Z',
      ],
    );
    const ways = 'since dates of this table are in several orders: “day, month, year”, or “month, day, year”.';
    assert.deepEqual(
      problems.map(({ line, where, what, read }) => [line, where, what.replace(/ \(In [^)]*\)/, ''), read]),
      [
        [4, 'start', `"03/04/2026 17:00" is ambiguous, ${ways}`, undefined],
        [7, 'start', '"31/02/26" is not a valid date.', undefined],
        [8, 'end', `"05/06/2026 18:00" is ambiguous, ${ways} It is imported without an end.`, 'without-end'],
      ],
    );
    const shown = '"28/09/2026 17:00" in line 2 and "09/28/2026 18:00" in line 2 show';
    const how = 'each is read by itself, and left out if it is ambiguous (--date-order)';
    assert.ok(notes.includes(`1 × dates in several orders, as ${shown}: ${how}`), notes.join());
    const inOne = await readSource(readCsv, text, { zone: 'UTC', dateOrder: 'mdy' });
    assert.equal(inOne.talks.find(({ title }) => title === 'On reeds')?.start, '2026-03-04T17:00:00Z');
  });

  it('reports a day that does not exist and ignores it when it infers the date order', async () => {
    const text = 'Title,Date\nOn moss,13/02/26\nOn ferns,31/02/26\nOn reeds,04/03/26\n';
    const { talks, problems } = await readSource(readCsv, text);
    assert.deepEqual(
      talks.map(({ title, start }) => [title, start.slice(0, 10)]),
      [
        ['On moss', '2026-02-13'],
        ['On reeds', '2026-03-04'],
      ],
    );
    assert.deepEqual(
      problems.map(({ line, what }) => `${line} ${what}`),
      ['3 "31/02/26" is not a valid date in the order day, month, year. (In "On ferns".)'],
    );
  });

  it('reads no row of a table with an ambiguous date order until --date-order sets it', async () => {
    const text = 'Title,Date\nOn moss,03/04/2026\n';
    assert.deepEqual(await problemsOf(text), [
      '2 Date: Dates such as "03/04/2026" are ambiguous: “day, month, year”, or “month, day, year”.',
    ]);
    const days = await Promise.all((['dmy', 'mdy'] as const).map((dateOrder) => talksOf(text, { dateOrder })));
    assert.deepEqual(
      days.map(([talk]) => talk?.start.slice(0, 10)),
      ['2026-04-03', '2026-03-04'],
    );
  });
});
