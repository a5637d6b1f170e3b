import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { StoreState } from '#store/store.ts';
import { importInto, recordsOf } from '../support/import-into.ts';
import { RUNS } from '../support/property-runs.ts';
import { CatalogueModel } from './catalogue-model.ts';
import type { WithStore } from './contract.ts';
import { FollowedIndex } from './followed-index.ts';
import { randomImports, withoutDangling } from './random-imports.ts';
import { LATER } from './small-catalogue.ts';

/** What must be true after any imports whatever. */
export function anyImportsContract(name: string, withStore: WithStore): void {
  describe(`${name}: any imports whatever`, () => {
    it('give a copy with the same records and times to a store that imports what they left', async () => {
      await fc.assert(
        fc.asyncProperty(randomImports, (imports) =>
          withStore(async (store) => {
            const model = new CatalogueModel();
            for (const one of imports)
              model.import(
                withoutDangling(one, (type, key) => model.has(type, key)),
                one,
              );
            assert.equal((await importInto(store, model.records(), { replace: true, now: LATER })).ok, true);
            assert.deepEqual(await recordsOf(store), model.records());
          }),
        ),
        { numRuns: 15 },
      );
    });

    it('leave what a plain model of them holds, and an index that follows knows the same as a new one', async () => {
      await fc.assert(
        fc.asyncProperty(randomImports, (imports) =>
          withStore(async (store) => {
            const model = new CatalogueModel();
            const states: StoreState[] = [];
            const indexes: FollowedIndex[] = [];
            for (const one of imports) {
              const records = withoutDangling(one, (type, key) => model.has(type, key));
              const outcome = await importInto(store, records, one);
              assert.deepEqual(outcome, { ok: true, counts: model.import(records, one) });
              assert.deepEqual(await recordsOf(store), model.records());
              states.push(await store.state());
              indexes.push(await FollowedIndex.from(await store.changes(null)));
            }
            assert.equal(states.at(-1)?.version, model.version);
            for (const [index, state] of states.entries()) {
              const changes = await store.changes(state);
              assert.equal(changes.complete, false);
              await indexes[index]?.apply(changes);
              assert.deepEqual(indexes[index]?.entries, indexes.at(-1)?.entries);
            }
          }),
        ),
        { numRuns: RUNS.slow },
      );
    });
  });
}
