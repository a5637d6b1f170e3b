import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatNamed } from '#sources/source-formats.ts';
import { nextDue } from '#harvest/sync/sync.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { recordsOf } from '../../support/db/import-into.ts';
import { HOLDERS, news, outcomes, syncScene } from './sync-scene.ts';

const BOTH = aCalendar(anEvent('moss'), anEvent('fern', '1202'));

describe('sync', () => {
  it('imports a source, waits until it is due again and reports what changed', async (t) => {
    const { put, run, pass, talks } = await syncScene(t);
    await put('optics', BOTH);
    const [first] = await run();
    assert.deepEqual([first?.outcome, news(first)], ['read', ['added 2']]);
    assert.deepEqual(first?.nextRun?.toISOString(), '2026-11-20T13:00:00.000Z');
    pass(59);
    assert.deepEqual(outcomes(await run()), ['optics not-due']);
    await put('optics', aCalendar(anEvent('moss', '1203', 'SUMMARY:On mosses'), anEvent('reed')));
    pass(1);
    const [second] = await run();
    assert.deepEqual(news(second), ['added 1', 'moved 1', 'gone 1']);
    assert.deepEqual(await talks(), [
      'On fern 2099-12-02 cancelled',
      'On mosses 2099-12-03 published',
      'On reed 2099-12-01 published',
    ]);
  });

  it('skips a source with unchanged content for up to a day', async (t) => {
    const { put, run, pass, state, store } = await syncScene(t);
    await put('optics', BOTH);
    await run();
    const version = await store.state();
    for (let hour = 1; hour < 24; hour++) {
      pass(60);
      assert.deepEqual(outcomes(await run()), ['optics same']);
    }
    const kept = await state('optics');
    assert.deepEqual([kept?.lastSuccess, kept?.talks, kept?.changes], ['2026-11-21T11:00:00Z', 2, {}]);
    pass(60);
    const [report] = await run();
    assert.deepEqual([report?.outcome, news(report)], ['read', []]);
    assert.deepEqual(await store.state(), version);
  });

  it('reads a source again at once if its settings changed', async (t) => {
    const { put, run, source, talks } = await syncScene(t);
    const noZone = aCalendar(anEvent('moss').replace('170000Z', '170000'));
    await put('optics', noZone);
    await run();
    assert.deepEqual(outcomes(await run()), ['optics not-due']);
    const [report] = await run({ of: [source('optics', { timeZone: 'Pacific/Auckland', every: 86_400 })] });
    assert.deepEqual(news(report), ['moved 1']);
    assert.deepEqual(await talks(), ['On moss 2099-12-01 published']);
    const [other] = await run({ of: [source('optics', { timeZone: 'Pacific/Auckland' })], zone: 'Asia/Tokyo' });
    assert.equal(other?.outcome, 'not-due');
  });

  it('imports the other sources if one fails and keeps the talks of that one', async (t) => {
    const { put, run, pass, talks, state } = await syncScene(t);
    await put('optics', BOTH);
    await put('acoustics', aCalendar(anEvent('sound')));
    const of = ['optics', 'acoustics', 'chemistry'];
    assert.deepEqual(outcomes(await run({ of })), ['optics read', 'acoustics read', 'chemistry failed']);
    await put('optics', BOTH.slice(0, 120));
    await put('acoustics', aCalendar(anEvent('sound', '1205')));
    pass(60);
    const reports = await run({ of });
    assert.deepEqual(outcomes(reports), ['optics failed', 'acoustics read', 'chemistry failed']);
    assert.deepEqual(await talks(), [
      'On fern 2099-12-02 published',
      'On moss 2099-12-01 published',
      'On sound 2099-12-05 published',
    ]);
    const kept = await state('chemistry');
    assert.deepEqual(kept?.problems, [
      {
        code: 'unreadable-file',
        where: '',
        what: 'File not found.',
        hint: 'Check the path.',
        file: 'chemistry',
        line: 0,
      },
    ]);
    assert.deepEqual([kept.failures, kept.lastSuccess, kept.nextRun], [2, null, '2026-11-20T13:10:00Z']);
  });

  it('retries a failing source after growing pauses and resets them after a success', async (t) => {
    const { put, run, pass, state } = await syncScene(t);
    const waits: unknown[] = [];
    for (const minutes of [0, 5, 10, 20]) {
      pass(minutes - 1);
      if (minutes > 0) assert.deepEqual(outcomes(await run()), ['optics not-due']);
      pass(1);
      waits.push((await run())[0]?.nextRun?.toISOString().slice(11, 16));
    }
    assert.deepEqual(waits, ['12:05', '12:15', '12:35', '13:15']);
    await put('optics', BOTH);
    assert.deepEqual(outcomes(await run({ which: 'all' })), ['optics read']);
    const kept = await state('optics');
    assert.deepEqual([kept?.failures, kept?.problems, kept?.nextRun], [0, [], '2026-11-20T13:35:00Z']);
  });

  it('fails on an empty file unless its format is catalogue', async (t) => {
    const { put, run, source, state } = await syncScene(t);
    await put('optics', '');
    await put('copy', '');
    const catalogue = source('copy', { format: sourceFormatNamed('catalogue') });
    assert.deepEqual(outcomes(await run({ of: [source('optics'), catalogue] })), ['optics failed', 'copy read']);
    assert.deepEqual(
      (await state('optics'))?.problems.map(({ code, file }) => [code, file]),
      [['empty-source', 'optics']],
    );
  });

  it('refuses a source that is suddenly empty and accepts it again once it has its talks', async (t) => {
    const { put, run, pass, talks } = await syncScene(t);
    await put('optics', BOTH);
    await run();
    const before = await talks();
    await put('optics', aCalendar());
    pass(60);
    const [report] = await run();
    assert.ok(report?.outcome === 'failed');
    assert.deepEqual(
      report.problems.map(({ code, file }) => [code, file]),
      [['empty-source', 'optics']],
    );
    assert.match(
      report.problems[0]?.hint ?? '',
      /or use gone: keep\. If all of them should go, run lectern sync optics --accept-loss\.$/,
    );
    assert.deepEqual(await talks(), before);
    await put('optics', BOTH);
    pass(60);
    assert.deepEqual(outcomes(await run()), ['optics same']);
  });

  it('reports changes in a dry run without making any', async (t) => {
    const { put, run, pass, store } = await syncScene(t);
    const everything = async () => [await recordsOf(store), await store.state(), await store.sources.list()];
    await put('optics', BOTH);
    await run();
    await put('optics', aCalendar(anEvent('moss', '1203')));
    pass(60);
    const before = await everything();
    const [shown] = await run({ dryRun: true });
    assert.deepEqual([shown?.outcome, news(shown), shown?.nextRun], ['read', ['moved 1', 'gone 1'], undefined]);
    assert.deepEqual(await everything(), before);
    const [done] = await run();
    assert.deepEqual(news(done), news(shown));
  });

  it('creates a missing catalogue, except in a dry run', async (t) => {
    const { put, run, store } = await syncScene(t);
    await put('optics', BOTH);
    assert.deepEqual(news((await run({ dryRun: true }))[0]), ['added 2']);
    await assert.rejects(store.state(), /There is no catalogue/);
    assert.deepEqual(outcomes(await run({ of: [] })), []);
    assert.equal((await store.state()).version, 0);
  });

  it('runs named sources even if they are disabled or not due', async (t) => {
    const { put, run, source, state } = await syncScene(t);
    for (const name of ['a', 'b', 'c']) await put(name, BOTH.replaceAll('UID:', `UID:${name}`));
    const of = ['a', 'b', source('c', { enabled: false })];
    assert.deepEqual(outcomes(await run({ of })), ['a read', 'b read']);
    assert.deepEqual(outcomes(await run({ of, which: new Set(['c', 'b']) })), ['b same', 'c read']);
    assert.notEqual((await state('c'))?.nextRun, null);
    assert.deepEqual(outcomes(await run({ of, which: 'all' })), ['a same', 'b same']);
    assert.equal((await state('c'))?.nextRun, null);
    assert.deepEqual(outcomes(await run({ of: ['a', 'b', 'c'] })), ['a not-due', 'b not-due', 'c same']);
  });

  it('forgets a source that is no longer in the file but keeps its talks', async (t) => {
    const { put, run, state, talks } = await syncScene(t);
    await put('a', BOTH);
    await put('b', BOTH);
    await run({ of: ['a', 'b'] });
    await run({ of: ['b'], which: new Set(['b']) });
    assert.notEqual(await state('a'), undefined);
    await run({ of: ['b'] });
    assert.equal(await state('a'), undefined);
    assert.equal((await talks()).length, 4);
  });

  it('reads every source again after a run with a clock that was ahead', async (t) => {
    const { put, run, pass, state, store, now, source } = await syncScene(t);
    const year = 400 * 24 * 60;
    await put('optics', aCalendar(anEvent('moss')));
    pass(year);
    assert.deepEqual(outcomes(await run({ of: ['optics', 'gone'] })), ['optics read', 'gone failed']);
    const left = { token: 'killed', by: 'a test', until: new Date(now().getTime() + 90_000) };
    await store.sources.claim('optics', left, now());
    pass(-year);
    const sources = [source('optics'), source('gone')];
    assert.deepEqual(await nextDue(store, sources, { now: now(), holders: HOLDERS }), now());
    // Not “same”: the time at which its content was seen means nothing.
    assert.deepEqual(outcomes(await run({ of: ['optics', 'gone'] })), ['optics read', 'gone failed']);
    const { lastSuccess, nextRun } = (await state('optics')) ?? {};
    assert.deepEqual([lastSuccess, nextRun], ['2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z']);
    assert.deepEqual(outcomes(await run({ of: ['optics', 'gone'] })), ['optics not-due', 'gone not-due']);
  });

  it('computes when the next source is due', async (t) => {
    const { put, run, source, now, store } = await syncScene(t);
    await put('a', BOTH);
    const sources = [source('a'), source('b', { every: 60 }), source('c', { enabled: false })];
    await run({ of: sources });
    const due = async (...of: typeof sources) =>
      (await nextDue(store, of, { now: now(), holders: HOLDERS }))?.toISOString().slice(11, 19);
    assert.deepEqual(
      [
        await due(...sources),
        await due(source('a')),
        await due(source('new')),
        await due(source('c', { enabled: false })),
      ],
      ['12:01:00', '13:00:00', '12:00:00', undefined],
    );
  });
});
