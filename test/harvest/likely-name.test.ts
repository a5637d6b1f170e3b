import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { calendar, importFiles, on } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

const BOTH = calendar(on('moss', '20261201'), on('fern', '20261202'));

function likelyNames({ sources }: ImportReport): unknown[] {
  return sources.map(({ likelyName }) => likelyName);
}

describe('a source that was imported under another name', () => {
  it('is reported once with its known name if most of its talks have known keys', async (t) => {
    const store = await storeOf(t);
    assert.deepEqual(likelyNames(await importFiles(store, { 'optics.ics': BOTH })), [undefined]);
    const edited = calendar(on('moss', '20261201'), on('fern', '20261203'), on('reed', '20261204'));
    const known = { source: 'optics', talks: 2, of: 3 };
    const dry = await importFiles(store, { 'calendar (1).ics': edited }, { dryRun: true });
    assert.deepEqual(likelyNames(dry), [known]);
    assert.deepEqual(likelyNames(await importFiles(store, { 'calendar (1).ics': edited })), [known]);
    assert.deepEqual(likelyNames(await importFiles(store, { 'calendar (1).ics': edited })), [undefined]);
  });

  it('is not reported if half of its keys are new or both sources are imported together', async (t) => {
    const store = await storeOf(t);
    await importFiles(store, { 'optics.ics': BOTH });
    const other = calendar(on('moss', '20261201'), on('reed', '20261204'));
    assert.deepEqual(likelyNames(await importFiles(store, { 'botany.ics': other })), [undefined]);
    const beside = await importFiles(store, { 'copy.ics': BOTH, 'optics.ics': BOTH });
    assert.deepEqual(likelyNames(beside), [undefined, undefined]);
  });
});
