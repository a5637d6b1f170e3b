import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** A table, and the times of its talks. */
const TABLES: readonly (readonly [what: string, table: string, times: readonly string[]])[] = [
  [
    'from, to',
    'title,date,from,to\nOn fog,2026-12-01,17:00,18:30\nOn moss,2026-12-08,9am,10am\n',
    ['01 17:00-18:30', '08 09:00-10:00'],
  ],
  ['von, bis', 'Titel,Datum,von,bis\nNebel,01.12.2026,17:00,18:30\n', ['01 17:00-18:30']],
  ['De, À', 'Titre,Date,De,À\nLa brume,01.12.2026,17h00,18h30\n', ['01 17:00-18:30']],
  [
    'any name',
    'title,date,xyz\nOn fog,2026-12-01,5:30 pm\nOn moss,2026-12-08,\n',
    ['01 17:30-17:30', '08 00:00-00:00'],
  ],
  ['Beginn um', 'Titel,Datum,Beginn um\nNebel,01.12.2026,16 Uhr c.t.\n', ['01 16:15-16:15']],
  ['Zeit', 'Titel,Datum,Zeit\nNebel,01.12.2026,16 Uhr c.t.\n', ['01 16:15-16:15']],
  ['a known one, and another', 'title,date,time,doors\nOn fog,2026-12-01,17:30,17:00\n', ['01 17:30-17:30']],
  ['a date with a time, and another', 'title,date,doors\nOn fog,2026-12-01 17:30,17:00\n', ['01 17:30-17:30']],
  ['prices', 'title,date,xyz\nOn fog,2026-12-01,12.50\n', ['01 00:00-00:00']],
  ['other texts', 'title,date,xyz\nOn fog,2026-12-01,at 17:00 or so\n', ['01 00:00-00:00']],
];

describe('a column whose cells are times of day', () => {
  for (const [what, table, times] of TABLES) {
    it(`is the time of the talks if they have no other: ${what}`, async () => {
      const { talks, problems } = await readSource(readCsv, table, { zone: 'UTC' });
      assert.deepEqual(problems, []);
      assert.deepEqual(
        talks.map(({ start, end }) => `${start.slice(8, 10)} ${start.slice(11, 16)}-${end.slice(11, 16)}`),
        times,
      );
    });
  }

  it('must be named if there are too many', async () => {
    const { talks, problems } = await readSource(readCsv, 'title,date,a,b,c\nOn fog,2026-12-01,17:00,18:00,19:00\n');
    assert.deepEqual(
      [talks, problems.map(({ code, what }) => [code, what])],
      [[], [['unknown-times', 'Any of "a", "b", "c" may be the time of the talks.']]],
    );
    const mapping = new Map([
      ['time', 'a'],
      ['end', 'b'],
    ]);
    const named = await readSource(readCsv, 'title,date,a,b,c\nOn fog,2026-12-01,17:00,18:00,19:00\n', { mapping });
    assert.deepEqual([named.talks.length, named.problems], [1, []]);
  });
});
