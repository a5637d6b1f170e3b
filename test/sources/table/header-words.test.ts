import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldedHeader, guessedColumns } from '#sources/table/table-fields.ts';

/** Headers beside `date`, `title` and `speaker` or in their place, and the field that each is read as. */
const HEADERS: readonly (readonly [header: string, field: string, beside: readonly string[]])[] = [
  ['affil', 'affiliation', ['date', 'title', 'speaker']],
  ['company', 'affiliation', ['date', 'title', 'speaker']],
  ['seminar_title', 'series', ['date', 'title', 'speaker']],
  ['panelists', 'speakers', ['date', 'title']],
  ['presenter_name', 'speakers', ['date', 'title']],
  ['instructor', 'speakers', ['date', 'title']],
  ['meeting date', 'date', ['title', 'speaker']],
  ['youtube_url', 'recording', ['date', 'title', 'speaker']],
  ['videourl', 'recording', ['date', 'title', 'speaker']],
  ['slideurl', 'slides', ['date', 'title', 'speaker']],
  ['location.room', 'room', ['date', 'title', 'speaker']],
];

describe('a header', () => {
  for (const [header, field, beside] of HEADERS) {
    it(`${header} is read as ${field}`, () => {
      const headers = [...beside, header];
      const found = guessedColumns(headers, { columns: new Set(), fields: new Set() });
      const fields = [...found].filter(([, column]) => column === beside.length).map(([name]) => name);
      assert.deepEqual(fields, [field], foldedHeader(header));
    });
  }

  it('seminar_title is the title where there is no other', () => {
    const found = guessedColumns(['date', 'seminar_title', 'speaker'], { columns: new Set(), fields: new Set() });
    assert.equal(found.get('title'), 1);
  });
});
