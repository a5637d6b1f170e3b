import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Correction } from '#catalogue/correction.ts';
import type { Store } from '#store/store.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { importInto, NOW } from '../support/db/import-into.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import type { WithStore } from './contract.ts';
import { CATALOGUE, PLAIN, TALK } from './small-catalogue.ts';

const HIDDEN: Correction = {
  ...{ slug: TALK.slug, fields: { hidden: true }, was: { hidden: false }, since: '2026-11-20T18:00:00Z' },
  source: aTalk(TALK.slug, { title: 'é \u{1f33f}\n“”', description: 'x'.repeat(100_000) }),
};
const RENAMED: Correction = {
  ...{ slug: PLAIN.slug, fields: { title: 'Old', venue: null }, was: {}, since: '2026-11-20T18:00:00Z', source: null },
};
const inOrder = (...rows: readonly Correction[]) => rows.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));

async function change(
  store: Store,
  put: readonly Correction[],
  { forget = [] as readonly string[], replace = false, dryRun = false, isRefused = false } = {},
): Promise<void> {
  const started = await store.beginImport({ replace, dryRun, now: NOW });
  try {
    await started.changeCorrections({ put, forget });
    if (isRefused) started.refuse([]);
    const outcome = await started.finish();
    assert.equal(outcome.ok, !isRefused, JSON.stringify(outcome));
  } finally {
    await started.abandon();
  }
}

/** The part of the store contract about corrections. */
export function correctionsContract(name: string, withStore: WithStore): void {
  describe(`${name}: corrections`, () => {
    it('are stored, replaced and removed without making a new version', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const state = await store.state();
        assert.deepEqual(await store.corrections.all(), []);
        await change(store, [HIDDEN, RENAMED]);
        assert.deepEqual(await store.corrections.all(), inOrder(HIDDEN, RENAMED));
        const again = { ...RENAMED, fields: { title: 'New' } };
        await change(store, [again], { forget: [HIDDEN.slug, slugOf(99)] });
        assert.deepEqual(await store.corrections.all(), [again]);
        assert.deepEqual(await store.state(), state);
      }));

    it('list the talks that are featured', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const featured = { ...HIDDEN, fields: { featured: true } };
        const title = 'Not "featured":true';
        await change(store, [featured, { ...RENAMED, fields: { title, featured: false } }]);
        assert.deepEqual(await store.corrections.featured(), [HIDDEN.slug]);
        await change(store, [{ ...HIDDEN, fields: { title } }]);
        assert.deepEqual(await store.corrections.featured(), []);
      }));

    it('change only if the import is committed', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        await change(store, [HIDDEN]);
        await change(store, [RENAMED], { isRefused: true });
        await change(store, [RENAMED], { dryRun: true });
        assert.deepEqual(await store.corrections.all(), [HIDDEN]);
        await importInto(store, [TALK]);
        assert.deepEqual(await store.corrections.all(), [HIDDEN]);
        await change(store, [RENAMED], { replace: true });
        assert.deepEqual(await store.corrections.all(), [RENAMED], 'replaced with the whole catalogue');
      }));

    it('are stored by the hundred, and talk numbers are found by slug', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const rows = Array.from({ length: 450 }, (_, i) => ({ ...RENAMED, slug: slugOf(1000 + i) }));
        await change(store, rows);
        assert.deepEqual(await store.corrections.all(), rows);
        const numbers = await store.talkNumbers([TALK.slug, slugOf(99)]);
        const value = await store.talks(numbers);
        assert.deepEqual(
          value.map((details) => details?.talk.slug),
          [TALK.slug],
        );
        assert.deepEqual(await store.talkNumbers([]), []);
      }));
  });
}
