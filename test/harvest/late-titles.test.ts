import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '#store/store.ts';
import { importFiles, talksIn } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

/** Imports a table. Returns the slugs of its talks by `day: title`. */
async function imported(store: Store, ...rows: string[]): Promise<ReadonlyMap<string, string>> {
  const text = ['Date,Time,Title,Speaker,Venue,Series', ...rows, ''].join('\n');
  const report = await importFiles(store, { 'talks.csv': text }, { sources: { gone: 'keep' } });
  assert.ok(report.ok, JSON.stringify(report));
  const talks = await talksIn(store);
  return new Map(talks.map(({ slug, start, title }) => [`${start.slice(8, 10)}: ${title}`, slug]));
}

describe('a row without an identifier that gets its title later', () => {
  it('keeps its slug when the title is added and when it is corrected', async (t) => {
    const store = await storeOf(t);
    const other = '2026-12-08,17:00,On ferns,Bob,Hall,Botany';
    const before = await imported(store, '2026-12-01,17:00,,,Hall,Botany', other);
    const titled = await imported(store, '2026-12-01,17:00,On moss,Ann,Hall,Botany', other);
    const corrected = await imported(store, '2026-12-01,17:00,On mosses,Ann,Hall,Botany', other);
    assert.deepEqual([...titled.keys()].sort(), ['01: On moss', '08: On ferns']);
    assert.deepEqual([...corrected.keys()].sort(), ['01: On mosses', '08: On ferns']);
    assert.equal(titled.get('01: On moss'), before.get('01: '));
    assert.equal(corrected.get('01: On mosses'), before.get('01: '));
  });

  it('is not confused with another row that still has no title', async (t) => {
    const store = await storeOf(t);
    const before = await imported(store, '2026-12-01,17:00,,,Hall,Botany', '2026-12-08,17:00,,,Hall,Botany');
    const after = await imported(store, '2026-12-01,17:00,On moss,,Hall,Botany', '2026-12-08,17:00,,,Hall,Botany');
    assert.deepEqual([...after.values()].sort(), [...before.values()].sort());
    assert.equal(after.get('08: '), before.get('08: '));
  });

  it('is not confused with a new row at the same time and place', async (t) => {
    const store = await storeOf(t);
    const ferns = '2026-12-01,17:00,On ferns,Bob,Hall,Botany';
    const before = await imported(store, '2026-12-01,17:00,,,Hall,Botany');
    const after = await imported(store, '2026-12-01,17:00,,,Hall,Botany', ferns);
    assert.equal(after.get('01: '), before.get('01: '));
    assert.equal(after.size, 2);
  });
});
