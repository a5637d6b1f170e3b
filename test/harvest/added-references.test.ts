import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, importOptics, inputOf, on, talksIn } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

describe('--department and --topic', () => {
  it('are added to every talk and must exist in the catalogue', async (t) => {
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

  const ADDITIONS = { department: 'place:1', topics: ['https://example.org/optics'] };
  const RECORDS = [
    { type: 'place', id: 'place:1', kind: 'organisation', name: 'Optics' },
    { type: 'topic', uri: 'https://example.org/optics', label: 'Optics' },
  ];
  const BESIDE = RECORDS.map((record) => JSON.stringify(record)).join('\n');

  it('are reported missing once, not for every talk, even if the catalogue is empty', async (t) => {
    const store = await storeOf(t);
    const talks = calendar(on('moss', '20261201'), on('fern', '20261202'));
    for (const replace of [false, true]) {
      const report = await importOptics(store, talks, { replace, sources: { additions: ADDITIONS } });
      assert.deepEqual(!report.ok && report.problems.map(({ file, what }) => `${file}: ${what}`), [
        '--department: There is no place "place:1" in the catalogue.',
        '--topic: There is no topic "https://example.org/optics" in the catalogue.',
      ]);
    }
  });

  it('may name records that are imported together with the talks', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201')));
    for (const replace of [false, true]) {
      const inputs = [inputOf(calendar(on('moss', '20261201')), 'talks.ics'), inputOf(BESIDE, 'records.ndjson')];
      const report = await importOptics(store, '', { inputs, replace, sources: { additions: ADDITIONS } });
      assert.equal(report.ok, true, JSON.stringify(report));
    }
    assert.equal((await talksIn(store))[0]?.organisingDepartment, 'place:1');
  });

  it('must be in the imported files if these replace the catalogue', async (t) => {
    const store = await storeOf(t);
    const talks = calendar(on('moss', '20261201'), on('fern', '20261202'));
    await importOptics(store, '', { inputs: [inputOf(BESIDE, 'records.ndjson')] });
    const report = await importOptics(store, talks, { replace: true, sources: { additions: ADDITIONS } });
    assert.deepEqual(!report.ok && report.problems.map(({ file }) => file), ['--department', '--topic']);
  });
});
