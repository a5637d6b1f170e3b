import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { recordsOf } from '../../support/db/import-into.ts';
import { sharedTable as table } from '../../support/catalogue/shared-table.ts';
import { news, syncScene } from './sync-scene.ts';

describe('sources that share talks', () => {
  const of = ['whole', 'part'];

  it('leave each talk to the one with trust: all, whichever is read last', async (t) => {
    const { put, run, pass, talks, store, state, source } = await syncScene(t);
    const of = [source('whole', { trust: 'all' }), source('part')];
    await put('part', table([1, 'Part of moss'], [3, 'Part of reed']));
    await run({ of, which: new Set(['part']) });
    await put('whole', table([1, 'Moss'], [2, 'Fern']));
    const [first, second] = await run({ of, which: 'all' });
    assert.deepEqual([news(first), news(second)], [['added 1', 'renamed 1'], []]);
    const expected = ['Fern 2099-12-01 published', 'Moss 2099-12-01 published', 'Part of reed 2099-12-01 published'];
    assert.deepEqual(await talks(), expected);
    assert.equal((await state('part'))?.talks, 2);
    const again = async (title: string): Promise<unknown> => {
      await put('part', table([1, title], [3, 'Part of reed']));
      pass(60 * 24);
      assert.deepEqual((await run({ of })).map(news), [[], []]);
      assert.deepEqual(await talks(), expected);
      return store.state();
    };
    const noted = await again('Moss in part');
    assert.deepEqual(await again('Moss in parts'), noted, 'sharing a talk is recorded once');
    const people = (await recordsOf(store)).filter((record) => record.type === 'person').map(({ name }) => name);
    assert.ok(!people.includes('Dr Moss in part'));
  });

  it('take over talks that the first of them drops and cancel those that none has', async (t) => {
    const { put, run, pass, talks } = await syncScene(t);
    await put('whole', table([1, 'Moss'], [2, 'Fern']));
    await put('part', table([1, 'Part of moss'], [3, 'Part of reed']));
    for (const name of of) await run({ of, which: new Set([name]) });
    await put('whole', table([2, 'Fern']));
    pass(60);
    const [report] = await run({ of });
    assert.ok(report?.outcome === 'read');
    assert.deepEqual(
      report.report.sources.flatMap(({ gone }) => gone.map(({ title, fate }) => [title, fate])),
      [['Moss', 'elsewhere']],
    );
    pass(60 * 24);
    await run({ of });
    const taken = [
      'Fern 2099-12-01 published',
      'Part of moss 2099-12-01 published',
      'Part of reed 2099-12-01 published',
    ];
    assert.deepEqual(await talks(), taken);
    await put('part', table([3, 'Part of reed']));
    pass(60);
    await run({ of });
    assert.deepEqual((await talks())[1], 'Part of moss 2099-12-01 cancelled');
  });

  it('leave the talks of one that is disabled or no longer in the file alone, except with trust: all', async (t) => {
    const { put, run, source, talks } = await syncScene(t);
    await put('whole', table([1, 'Moss']));
    await run({ of: ['whole'] });
    await put('part', table([1, 'Part of moss']));
    await run({ of: [source('whole', { enabled: false }), 'part'], which: 'all' });
    await run({ of: ['part'], which: 'all' });
    assert.deepEqual(await talks(), ['Moss 2099-12-01 published']);
    await put('part', table([1, 'Mosses']));
    await run({ of: [source('part', { trust: 'all' })], which: 'all' });
    assert.deepEqual(await talks(), ['Mosses 2099-12-01 published']);
    await run({ of, which: new Set(['whole']) });
    assert.deepEqual(await talks(), ['Mosses 2099-12-01 published']);
  });

  it('with trust: all leave each talk to the first of them in the file', async (t) => {
    const { put, run, source, talks } = await syncScene(t);
    const trusted = of.map((name) => source(name, { trust: 'all' }));
    await put('part', table([1, 'Part of moss']));
    await run({ of: trusted, which: new Set(['part']) });
    await put('whole', table([1, 'Moss']));
    await run({ of: trusted, which: new Set(['whole']) });
    await put('part', table([1, 'Parts of moss']));
    await run({ of: trusted, which: new Set(['part']) });
    assert.deepEqual(await talks(), ['Moss 2099-12-01 published']);
  });

  it('are not searched for duplicates, which no report of a sync lists', async (t) => {
    const { put, run } = await syncScene(t);
    await put('whole', aCalendar(anEvent('1', '1201', 'SUMMARY:On moss and fern')));
    await put('part', aCalendar(anEvent('2', '1201', 'SUMMARY:On moss and fern')));
    const reports = await run({ of });
    assert.deepEqual(
      reports.map((report) => report.outcome === 'read' && report.report.alike.talks),
      [[], []],
    );
  });
});
