import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** The keys of the talks in a table. */
async function keysOf(...lines: readonly string[]): Promise<string[]> {
  const { talks, problems } = await readSource(readCsv, [...lines, ''].join('\n'));
  assert.deepEqual(problems, []);
  return talks.map(({ key }) => key);
}

describe('the key of a table row', () => {
  it('is its ID and does not change with other cells', async () => {
    const before = await keysOf('ID,Title,Start,URL', '7,On moss,2026-10-27 17:00,https://example.org/a');
    const after = await keysOf('ID,Title,Start,URL', '7,On ferns,2026-10-28 17:00,https://example.org/b');
    assert.deepEqual([before, after], [['7'], ['7']]);
  });

  it('is also the slug if the ID is a UUID', async () => {
    const uuid = '52360E07-9B8B-477D-8BC7-8A25995E5EF8';
    const { talks } = await readSource(readCsv, `ID,Title,Start\n${uuid},On moss,2026-10-27 17:00\n`);
    assert.equal(talks[0]?.slug, uuid.toLowerCase());
  });

  it('is its URL, with the title added if other rows have the same URL', async () => {
    const rows = [
      'On moss,2026-10-27 17:00,https://example.org/seminar',
      'On ferns,2026-10-28 17:00,https://example.org/seminar',
      'On reeds,2026-10-29 17:00,https://example.org/reeds',
    ];
    assert.deepEqual(await keysOf('Title,Start,URL', ...rows), [
      'https://example.org/seminar on moss',
      'https://example.org/seminar on ferns',
      'https://example.org/reeds',
    ]);
  });

  it('is otherwise its title and speakers and does not change with the date or abstract', async () => {
    const before = await keysOf('Title,Speaker,Start,Abstract', 'On moss,Ada Lovelace,2026-10-27 17:00,x');
    const after = await keysOf('Title,Speaker,Start,Abstract', ' On  Moss,Ada Lovelace,2026-11-03 18:00,y');
    assert.deepEqual([before, after], [['on moss / ada lovelace'], ['on moss / ada lovelace']]);
  });

  it('includes the date, or the date and time, if rows have the same title', async () => {
    const rows = ['Journal club,2026-10-27 17:00', 'Journal club,2026-11-03 17:00', 'Journal club,2026-11-03 18:00'];
    assert.deepEqual(await keysOf('Title,Start', ...rows), [
      'journal club 2026-10-27',
      'journal club 2026-11-03T17:00:00Z',
      'journal club 2026-11-03T18:00:00Z',
    ]);
  });
});
