import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyCorrections } from '#harvest/corrections/apply-corrections.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { isPeriod, keptSince } from '#harvest/retention/past-talks.ts';
import { removePastTalks } from '#harvest/retention/remove-past-talks.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { aCollection, aTalk } from '../../support/catalogue/catalogue-records.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';
import { importInto, recordsOf } from '../../support/db/import-into.ts';
import { calendar, importFiles, importOptics, on, shownTalks } from '../../support/sources/import-calendars.ts';
import { storeOf } from '../../support/db/open-stores.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const BEFORE = '2024-11-20T12:00:00Z';
const LATER = new Date('2026-11-21T12:00:00Z');
const OPTICS = calendar(on('old', '20241119'), on('young', '20241121'), on('next', '20261201'));

test('a period counts days, months or years back and stops at the last day of a shorter month', () => {
  const now = new Date('2026-03-31T12:00:00Z');
  const dates = (['5y', '1m', '13m', '31d'] as const).map((period) => keptSince(period, now).slice(0, 10));
  assert.deepEqual(dates, ['2021-03-31', '2026-02-28', '2025-02-28', '2026-02-28']);
  assert.equal(keptSince('2y', new Date('2024-02-29T00:00:00Z')), '2022-02-28T00:00:00Z');
  const wrong = ['', '0d', '5', '5w', '-1y', '1.5y', '101y', '1201m', '36601d', '5 y', '5Y'];
  assert.deepEqual(wrong.filter(isPeriod), []);
  assert.ok(['100y', '1200m', '36600d'].every(isPeriod));
});

test('past talks are removed, listed as removed in changes and skipped by later imports', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  const old = new Identity('optics').talk({ key: 'old', slug: null });
  assert.equal(await removePastTalks(store, { before: BEFORE, now: LATER, dryRun: true }), 1);
  assert.equal((await shownTalks(store)).length, 3);
  const { version, token } = await store.state();
  assert.equal(await removePastTalks(store, { before: BEFORE, now: LATER }), 1);
  const kept = ['On next 2026-12-01 published', 'On young 2024-11-21 published'];
  assert.deepEqual(await shownTalks(store), kept);
  const traces = (await recordsOf(store)).flatMap((each) => (each.type === 'removed_talk' ? [each] : []));
  assert.deepEqual(
    traces.map(({ slug, removed }) => [slug, removed]),
    [[old, '2026-11-21T12:00:00Z']],
  );
  const changes = await store.changes({ version, token });
  const removed: unknown[] = [];
  for await (const _ of changes.entities);
  for await (const _ of changes.talks);
  for await (const batch of changes.removed) removed.push(...batch.map(({ type }) => type));
  assert.deepEqual(removed, ['talk']);

  const state = await store.state();
  assert.equal(await removePastTalks(store, { before: BEFORE, now: LATER }), 0);
  const again = await importOptics(store, OPTICS, { keptSince: BEFORE });
  assert.deepEqual([again.ok, again.past, again.sources[0]?.gone], [true, 1, []]);
  assert.deepEqual(await store.state(), state, 'the import changes nothing');
  await importOptics(store, OPTICS);
  assert.equal((await shownTalks(store)).length, 3, 'without the policy it returns');
});

test('talks that end at the cutoff or later are kept, and a past talk that moves there is imported', async (t) => {
  const store = await storeOf(t);
  const long = aTalk(slugOf(1), { start: '2020-01-01T00:00:00Z', end: BEFORE });
  await importInto(store, [long, aTalk(slugOf(2), { start: '2030-01-01T00:00:00Z', end: '2030-01-01T01:00:00Z' })]);
  assert.equal(await removePastTalks(store, { before: BEFORE, now: NOW }), 0);
  await importOptics(store, calendar(on('old', '20200101')), { keptSince: BEFORE });
  await importOptics(store, calendar(on('old', '20270101')), { keptSince: BEFORE });
  assert.ok((await shownTalks(store)).includes('On old 2027-01-01 published'));
});

test('a collection is imported without its past talks, even if it precedes them in the file', async (t) => {
  const store = await storeOf(t);
  const talks = [aTalk(slugOf(1)), aTalk(slugOf(2), { start: '2026-01-01T00:00:00Z', end: '2026-01-01T01:00:00Z' })];
  const list = aCollection(slugOf(8), { talks: [slugOf(1), slugOf(2)] });
  const text = [list, ...talks].map((record) => recordLine(record)).join('');
  for (const replace of [false, true]) {
    const report = await importFiles(store, { 'all.ndjson': text }, { replace, keptSince: BEFORE });
    assert.deepEqual([report.ok, report.past], [true, 1]);
    const list = await store.record('collection', slugOf(8));
    assert.deepEqual(list?.talks, [slugOf(2)]);
  }
});

test('the source values beneath a correction are deleted with the past talk', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  const slug = new Identity('optics').talk({ key: 'old', slug: null });
  await applyCorrections(store, [{ slug, line: 1, fields: { title: 'Older' }, was: {} }], { now: NOW });
  assert.equal(await removePastTalks(store, { before: BEFORE, now: LATER }), 1);
  assert.deepEqual(
    (await store.corrections.all()).map(({ source }) => source),
    [null],
  );
  await applyCorrections(store, [], { now: NOW });
  assert.equal((await shownTalks(store)).length, 2);
});

test('a hidden past talk does not return when its correction is removed', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  const hidden = (key: string) => {
    return { slug: new Identity('optics').talk({ key, slug: null }), line: 1, fields: { hidden: true }, was: {} };
  };
  await applyCorrections(store, [hidden('old'), hidden('young')], { now: NOW });
  assert.equal(await removePastTalks(store, { before: BEFORE, now: LATER, dryRun: true }), 0);
  assert.equal(await removePastTalks(store, { before: BEFORE, now: LATER }), 0);
  await applyCorrections(store, [], { now: NOW });
  assert.deepEqual(await shownTalks(store), ['On next 2026-12-01 published', 'On young 2024-11-21 published']);
});
