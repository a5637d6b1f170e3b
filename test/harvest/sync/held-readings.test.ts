import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SourceReport } from '#harvest/sync/sync-report.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { outcomes, syncScene } from './sync-scene.ts';
import type { SyncScene } from './sync-scene.ts';

const NAMES = Array.from({ length: 18 }, (_, number) => `talk${String(number)}`);
const calendarOf = (names: readonly string[]): string => aCalendar(...names.map((name) => anEvent(name)));

function problemsOf([report]: readonly SourceReport[]): readonly string[] {
  return report?.outcome === 'failed' ? report.problems.map(({ code, what, hint }) => `${code}: ${what} ${hint}`) : [];
}

/** Reads all talks, then only the first so many. */
async function losing({ put, run, pass, source }: SyncScene, left: number, settings = {}): Promise<string[]> {
  const of = [source('optics', settings)];
  await put('optics', calendarOf(NAMES));
  assert.deepEqual(outcomes(await run({ of })), ['optics read']);
  await put('optics', calendarOf(NAMES.slice(0, left)));
  pass(60);
  return outcomes(await run({ of }));
}

const cancelledIn = async ({ talks }: SyncScene): Promise<number> =>
  (await talks()).filter((talk) => talk.endsWith(' cancelled')).length;

describe('sync of a source that has lost many talks', () => {
  it('holds the reading until the operator accepts the loss', async (t) => {
    const scene = await syncScene(t);
    const { put, run, pass, state } = scene;
    await losing(scene, 18);
    await put('optics', calendarOf([...NAMES.slice(0, 11), 'new']));
    pass(60);
    assert.deepEqual(problemsOf(await run()), [
      'held-reading: 7 of its 18 upcoming talks are missing. Nothing from this reading is applied. ' +
        'Check the source. If they should go, run lectern sync optics --accept-loss.',
    ]);
    assert.deepEqual([(await scene.talks()).length, await cancelledIn(scene)], [18, 0]);
    assert.deepEqual((await state('optics'))?.held, { missing: 7, of: 18 });
    const which = new Set(['optics']);
    assert.deepEqual(outcomes(await run({ which })), ['optics failed'], 'it stays held');
    assert.deepEqual(outcomes(await run({ which, accepted: ['loss'] })), ['optics read']);
    assert.deepEqual([(await scene.talks()).length, await cancelledIn(scene)], [19, 7]);
    assert.equal((await state('optics'))?.held, null);
  });

  it('stays held while the source cannot be read, and no longer once the talks are back', async (t) => {
    const scene = await syncScene(t);
    const { put, run, pass, state } = scene;
    assert.deepEqual(await losing(scene, 2), ['optics failed']);
    await put('optics');
    pass(60);
    assert.deepEqual(outcomes(await run()), ['optics failed']);
    assert.deepEqual((await state('optics'))?.held, { missing: 16, of: 18 });
    await put('optics', calendarOf(NAMES));
    pass(600);
    await run();
    assert.equal((await state('optics'))?.held, null);
  });

  it('applies a loss of a third, and one that max_loss allows, and holds one above it', async (t) => {
    for (const [left, settings, outcome] of [
      [12, {}, 'read'],
      [11, {}, 'failed'],
      [11, { gone: 'remove' }, 'failed'],
      [11, { maxLoss: 50 }, 'read'],
      [12, { maxLoss: 10 }, 'failed'],
      [13, { maxLoss: 0 }, 'read'],
      [2, { gone: 'keep' }, 'read'],
    ] as const) {
      const told = await losing(await syncScene(t), left, settings);
      assert.deepEqual(told, [`optics ${outcome}`], JSON.stringify([left, settings]));
    }
  });

  it('counts neither talks under new keys nor those that were cancelled already', async (t) => {
    const scene = await syncScene(t);
    const { put, run, pass } = scene;
    assert.deepEqual(await losing(scene, 12), ['optics read']);
    pass(60);
    await put('optics', calendarOf(NAMES.slice(0, 8)));
    assert.deepEqual(outcomes(await run()), ['optics read']);
    assert.equal(await cancelledIn(scene), 10);
    const renamed = calendarOf(NAMES.slice(0, 8)).replaceAll(/^UID:/gm, 'UID:again-');
    await put('optics', renamed);
    pass(60);
    assert.deepEqual(outcomes(await run()), ['optics read']);
    assert.equal(await cancelledIn(scene), 10);
  });

  it('holds an empty source, and accepts it too', async (t) => {
    const scene = await syncScene(t);
    const { run, state } = scene;
    await losing(scene, 0);
    assert.deepEqual((await state('optics'))?.held, { missing: 18, of: 18 });
    await run({ which: new Set(['optics']), accepted: ['loss'] });
    assert.equal(await cancelledIn(scene), 18);
  });
});
