import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, importOptics, inputOf, on, storeOf, talksIn } from '../support/import-calendars.js';

describe('the department and the topics that all talks of a source are to have', () => {
  it('are added to them, and must be there', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201')));
    const additions = { department: 'place:1', topics: ['https://example.org/optics'] };
    const refused = await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')), {
      sources: { additions },
    });
    assert.deepEqual(!refused.ok && refused.problems.map(({ file, code }) => [file, code]), [
      ['--department', 'missing-reference'],
      ['--topic', 'missing-reference'],
    ]);
    const place = { type: 'place', id: 'place:1', kind: 'organisation', name: 'Optics' };
    const topic = { type: 'topic', uri: 'https://example.org/optics', label: 'Optics' };
    const lines = [place, topic].map((record) => JSON.stringify(record)).join('\n');
    await importOptics(store, '', { inputs: [inputOf(lines, 'records.ndjson')] });
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { additions } });
    const [talk] = await talksIn(store);
    assert.deepEqual([talk?.organisingDepartment, talk?.topics], ['place:1', ['https://example.org/optics']]);
  });
});
