import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import type { SourceOptions } from '#harvest/reading/source-reading.ts';
import type { Store } from '#store/store.ts';
import { importFiles, talksIn } from '../support/sources/import-calendars.ts';
import { sharedTable as table } from '../support/catalogue/shared-table.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { storeOf } from '../support/db/open-stores.ts';

const WHOLE = table([1, 'Moss'], [2, 'Fern']);
const PART = table([1, 'Part of moss'], [3, 'Part of reed']);

async function run(
  store: Store,
  files: Readonly<Record<string, string>>,
  sources: Partial<SourceOptions> = {},
): Promise<Extract<ImportReport, { ok: true }>> {
  const report = await importFiles(store, files, { sources: { gone: 'cancel', ...sources } });
  assert.ok(report.ok, JSON.stringify(report));
  return report;
}

/** `title`, or `title, cancelled`. */
async function shown(store: Store): Promise<string[]> {
  const talks = await talksIn(store);
  return talks.map(({ title, status }) => (status === 'cancelled' ? `${title}, cancelled` : title)).sort();
}

function fates(report: ImportReport): string[] {
  return report.sources.flatMap(({ gone }) => gone.map(({ title, fate }) => `${title} ${fate}`));
}

/** Reports about talks that another source owns. */
function left(report: ImportReport): string[] {
  return report.skipped.map(({ what }) => what);
}

describe('talks that two sources share by UUID', () => {
  it('belong to the source that had them first, and a report says so when the other would change them', async (t) => {
    const store = await storeOf(t);
    await run(store, { whole: WHOLE });
    const report = await run(store, { part: PART });
    assert.deepEqual(await shown(store), ['Fern', 'Moss', 'Part of reed']);
    const said = (title: string): string => `The talk "${title}" belongs to the source “whole”, so it was not changed.`;
    assert.deepEqual(left(report), [said('Moss')]);
    await run(store, { whole: table([1, 'Mosses'], [2, 'Fern']) });
    assert.deepEqual(await shown(store), ['Fern', 'Mosses', 'Part of reed']);
    const { version } = await store.state();
    assert.deepEqual(left(await run(store, { part: PART })), [said('Mosses')]);
    assert.deepEqual(left(await run(store, { part: table([1, 'Mosses'], [3, 'Part of reed']) })), [], 'what is equal');
    assert.deepEqual(
      [await shown(store), (await store.state()).version],
      [['Fern', 'Mosses', 'Part of reed'], version],
    );
  });

  it('belong permanently to the source that is imported with --take-over', async (t) => {
    const store = await storeOf(t);
    await run(store, { whole: WHOLE });
    assert.deepEqual(left(await run(store, { part: PART }, { takeOver: true })), []);
    assert.deepEqual(await shown(store), ['Fern', 'Part of moss', 'Part of reed']);
    assert.deepEqual(left(await run(store, { whole: WHOLE })), [
      'The talk "Part of moss" belongs to the source “part”, so it was not changed.',
    ]);
    await run(store, { part: table([1, 'Mosses'], [3, 'Part of reed']) });
    assert.deepEqual(await shown(store), ['Fern', 'Mosses', 'Part of reed']);
  });

  it('pass to the other source if their owner drops them and are cancelled if both do', async (t) => {
    const store = await storeOf(t);
    await run(store, { whole: WHOLE });
    await run(store, { part: PART });
    assert.deepEqual(fates(await run(store, { whole: table([2, 'Fern']) })), ['Moss elsewhere']);
    assert.deepEqual(await shown(store), ['Fern', 'Moss', 'Part of reed']);
    await run(store, { whole: WHOLE });
    assert.deepEqual(left(await run(store, { part: PART })), [], 'the talk belongs to this source now');
    assert.deepEqual(await shown(store), ['Fern', 'Part of moss', 'Part of reed']);
    assert.deepEqual(fates(await run(store, { part: table([3, 'Part of reed']) })), ['Part of moss elsewhere']);
    assert.deepEqual(fates(await run(store, { whole: table([2, 'Fern']) })), ['Part of moss cancelled']);
  });

  it('stay if their owner drops them in the same import that brings the other source', async (t) => {
    const store = await storeOf(t);
    await run(store, { whole: WHOLE });
    await run(store, { part: PART });
    const both = await run(store, { part: PART, whole: table([2, 'Fern']) });
    assert.deepEqual(fates(both), ['Moss elsewhere']);
    await run(store, { part: PART });
    assert.deepEqual(await shown(store), ['Fern', 'Part of moss', 'Part of reed']);
    assert.deepEqual(fates(await run(store, { part: table([3, 'Part of reed']) })), ['Part of moss cancelled']);
  });

  it('take their data from an imported catalogue file, which never owns them', async (t) => {
    const store = await storeOf(t);
    const hand = (title: string): string => JSON.stringify(talk(slugOf(1), '2099-12-01T17:00:00Z', { title }));
    await run(store, { 'hand.ndjson': hand('By hand') }, { gone: 'keep' });
    assert.deepEqual(left(await run(store, { whole: WHOLE })), []);
    assert.deepEqual(await shown(store), ['Fern', 'Moss']);
    await run(store, { 'hand.ndjson': hand('By hand again') }, { gone: 'keep' });
    assert.deepEqual(await shown(store), ['By hand again', 'Fern']);
  });
});
