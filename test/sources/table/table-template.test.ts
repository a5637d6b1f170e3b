import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { TABLE_FIELD_NAMES, guessedColumns } from '#sources/table/table-fields.ts';
import { tableTemplate } from '#sources/table/table-template.ts';
import { readSource } from '../../support/sources/read-source.ts';

const NOTHING_TAKEN = { columns: new Set<number>(), fields: new Set<string>() };

/** Fields that another column of the template covers, or that people do not type by hand. */
const WITHOUT_COLUMN = ['all_day', 'slug', 'affiliation', 'start', 'duration', 'location', 'language', 'updated'];
const OTHER_WORDS_FOR_STATUS = ['cancelled'];
const OTHER_WORDS_FOR_PRIVATE = ['visibility', 'draft', 'published'];

function columnsOf(headers: readonly string[]): string[] {
  const columns = [...guessedColumns(headers, NOTHING_TAKEN)].sort(([, a], [, b]) => a - b);
  return columns.map(([field]) => field);
}

describe('the table template', () => {
  it('has headers that are each recognised as a different field', () => {
    const [usual = []] = tableTemplate({ all: false, examples: false });
    const [all = []] = tableTemplate({ all: true, examples: false });
    assert.equal(columnsOf(usual).length, usual.length);
    assert.deepEqual(
      [...columnsOf(all), ...WITHOUT_COLUMN, ...OTHER_WORDS_FOR_PRIVATE, ...OTHER_WORDS_FOR_STATUS].sort(),
      [...TABLE_FIELD_NAMES].sort(),
    );
  });

  for (const all of [false, true]) {
    it(`has private examples that become talks once they are not private (all: ${String(all)})`, async () => {
      const rows = tableTemplate({ all, examples: true });
      const text = (isPrivate: boolean): string =>
        rows
          .map((cells) => cells.map((cell) => (cell === 'yes' && !isPrivate ? '' : cell)))
          .map((cells) => `${cells.join(',')}\r\n`)
          .join('');
      assert.equal(
        rows.flat().some((cell) => /[",\r\n]/.test(cell)),
        false,
      );
      const kept = await readSource(readCsv, text(true));
      assert.deepEqual([kept.talks, kept.problems], [[], []]);
      const shown = await readSource(readCsv, text(false));
      assert.deepEqual(shown.problems, []);
      assert.deepEqual(
        shown.talks.map(({ key, title, start, end, speakers, status }) => ({
          key,
          title,
          start,
          end,
          speakers: speakers.map(({ name }) => name),
          status,
        })),
        [
          {
            key: 'example-1',
            title: 'How far a lamp is seen',
            start: '2030-01-14T17:00:00Z',
            end: '2030-01-14T18:00:00Z',
            speakers: ['Ada Fresnel'],
            status: 'published',
          },
          {
            key: 'example-2',
            title: '',
            start: '2030-01-21T17:00:00Z',
            end: '2030-01-21T18:30:00Z',
            speakers: ['Bo Marsh', 'Cy Weir'],
            status: 'cancelled',
          },
        ],
      );
    });
  }
});
