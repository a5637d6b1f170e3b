import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isToCome } from '#harvest/provenance/gone-talks.ts';
import type { GonePolicy } from '#harvest/provenance/gone-talks.ts';
import { calendar, event, importOptics, on, shownTalks } from '../support/sources/import-calendars.ts';
import { allTables } from '../support/db/all-tables.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { openStore } from '#store/open.ts';
import { storeOf } from '../support/db/open-stores.ts';

describe('an import of a source with gone talks', () => {
  const POLICIES: readonly (readonly [GonePolicy, string[], string[]])[] = [
    ['keep', ['On fern 2026-12-02 published', 'On past 2026-01-02 published'], ['kept', 'over']],
    ['cancel', ['On fern 2026-12-02 cancelled', 'On past 2026-01-02 published'], ['cancelled', 'over']],
    ['remove', [], ['removed', 'removed']],
  ];
  for (const [gone, left, fates] of POLICIES) {
    it(`applies --gone ${gone} and reports the fate of each gone talk`, async (t) => {
      const store = await storeOf(t);
      await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202'), on('past', '20260102')));
      const report = await importOptics(store, calendar(on('moss', '20261201')), { sources: { gone } });
      assert.deepEqual(await shownTalks(store), [...left, 'On moss 2026-12-01 published'].sort());
      const summary = report.sources.flatMap((source) => source.gone).sort((a, b) => a.title.localeCompare(b.title));
      assert.deepEqual(
        summary.map(({ fate }) => fate),
        fates,
      );
      const again = await importOptics(store, calendar(on('moss', '20261201')), { sources: { gone } });
      assert.ok(again.ok);
      const toldAgain = again.sources.flatMap((source) => source.gone).map(({ title }) => title);
      assert.deepEqual(toldAgain, gone === 'remove' ? [] : ['On fern'], 'a past talk is reported once');
      assert.deepEqual(
        Object.values(again.counts)
          .flatMap(({ added, changed, removed }) => [added, changed, removed])
          .filter((n) => n > 0),
        [],
      );
    });
  }

  it('removes talks that earlier imports kept once --gone is remove', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    await importOptics(store, calendar(on('moss', '20261201')));
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { gone: 'remove' } });
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
  });

  it('leaves the talks of other sources alone and restores talks that return', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('reed', '20261203')), { sources: { source: 'botany' } });
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { gone: 'remove' } });
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261204')), {
      sources: { gone: 'remove' },
    });
    assert.deepEqual(await shownTalks(store), [
      'On fern 2026-12-04 published',
      'On moss 2026-12-01 published',
      'On reed 2026-12-03 published',
    ]);
  });

  it('reads no talks of other sources, so that it succeeds if one of those is damaged', async (t) => {
    const database = await databaseOf(t);
    const store = await openStore(database.address, { mode: 'write' });
    t.after(() => store.close());
    await importOptics(store, calendar(on('reed', '20250101')), { sources: { source: 'botany' } });
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202'), on('oak', '20261203')));
    await database.execute('UPDATE talk_record SET sum = sum + 1 WHERE number = 1');
    const now = calendar(on('moss', '20261201'), event('filicophyta', '20261202', 'On fern'));
    const report = await importOptics(store, now, { sources: { gone: 'remove' } });
    assert.deepEqual(report.ok && report.sources[0]?.gone.map(({ title }) => title), ['On oak']);
    await assert.rejects(shownTalks(store), { name: 'CatalogueDamaged' });
  });

  it('fails if a lost talk is damaged, rather than forget where it came from', async (t) => {
    const database = await databaseOf(t);
    const store = await openStore(database.address, { mode: 'write' });
    t.after(() => store.close());
    await importOptics(store, calendar(on('fern', '20261202')));
    await importOptics(store, calendar(on('fern', '20261202'), on('moss', '20261201')));
    await database.execute('UPDATE talk SET refs = NULL WHERE number = 1');
    const before = await allTables(database.address);
    const again = importOptics(store, calendar(on('moss', '20261201')), { findDuplicates: false });
    await assert.rejects(again, { name: 'CatalogueDamaged' });
    assert.equal(await allTables(database.address), before);
  });

  it('publishes talks that return but not talks that the source itself cancelled', async (t) => {
    const store = await storeOf(t);
    const whole = calendar(on('moss', '20261201'), on('fern', '20261202'));
    await importOptics(store, calendar(on('moss', '20261201', 'STATUS:CANCELLED'), on('fern', '20261202')));
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { gone: 'cancel' } });
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 cancelled', 'On moss 2026-12-01 cancelled']);
    await importOptics(store, whole);
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published', 'On moss 2026-12-01 cancelled']);
    await importOptics(store, calendar(on('moss', '20261201', 'STATUS:'), on('fern', '20261202', 'STATUS:CANCELLED')));
    await importOptics(store, whole);
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 cancelled', 'On moss 2026-12-01 published']);
  });

  it('is refused if the source is suddenly empty and --gone is remove', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201')));
    const report = await importOptics(store, calendar(), { sources: { gone: 'remove' } });
    assert.deepEqual(!report.ok && report.problems.map(({ code, file }) => [code, file]), [
      ['empty-source', 'calendar.ics'],
    ]);
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
    assert.equal((await importOptics(store, calendar())).ok, true);
  });

  it('accepts an empty source with --allow-empty', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    const report = await importOptics(store, calendar(), { sources: { gone: 'remove', allowEmpty: true } });
    assert.deepEqual(
      report.sources[0]?.gone.map(({ fate }) => fate),
      ['removed', 'removed'],
    );
    assert.deepEqual(await shownTalks(store), []);
  });

  it('accepts an empty source and keeps its talks if all of them are over', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20011201')));
    const report = await importOptics(store, calendar(), { sources: { gone: 'cancel' } });
    assert.deepEqual(report.ok && report.sources[0]?.gone.map(({ fate }) => fate), ['over']);
    assert.deepEqual(await shownTalks(store), ['On moss 2001-12-01 published']);
    const later = await importOptics(store, calendar(), { sources: { gone: 'remove' } });
    assert.deepEqual(later.ok && later.sources[0]?.gone, [], 'past talks are no longer reported');
  });
});

it('an all-day talk is to come until its day is over everywhere', () => {
  const day = {
    allDay: true,
    start: '2026-10-01T00:00:00Z',
    end: '2026-10-02T00:00:00Z',
    status: 'published',
  } as const;
  assert.equal(isToCome(day, '2026-10-02T00:30:00Z'), true);
  assert.equal(isToCome(day, '2026-10-02T12:00:00Z'), false);
  assert.equal(isToCome({ ...day, allDay: false }, '2026-10-02T00:30:00Z'), false);
});
