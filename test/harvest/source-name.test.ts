import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, importOptics, inputOf, on } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

describe('a source', () => {
  it('is named after its file or address by default', async (t) => {
    const store = await storeOf(t);
    const inputs = [inputOf(calendar(on('moss', '20261201')), '/srv/Optics seminar.ics')];
    const report = await importOptics(store, '', { inputs, sources: { source: undefined } });
    assert.deepEqual(
      report.files.map(({ source, talks, format }) => [source, talks, format.name]),
      [['Optics seminar', 1, 'icalendar']],
    );
    const fetched = {
      ...inputOf(calendar(on('moss', '20261201'))),
      address: 'https://example.org/optics/talks.ics?token=1',
    };
    const second = await importOptics(store, '', { inputs: [fetched], sources: { source: undefined } });
    assert.deepEqual(
      second.files.map(({ source }) => source),
      ['example.org/optics/talks.ics'],
    );
  });

  it('is refused if its name would be blank', async (t) => {
    const store = await storeOf(t);
    for (const name of ['/srv/ .ics', '/srv/.gz']) {
      const inputs = [inputOf(calendar(on('moss', '20261201')), name)];
      const refused = await importOptics(store, '', { inputs, sources: { source: undefined } });
      assert.deepEqual(!refused.ok && refused.problems, [
        {
          code: 'empty-text',
          where: '',
          what: 'The name of the source is blank.',
          hint: 'Give it a name with --source.',
          file: name,
          line: 0,
        },
      ]);
    }
  });
});
