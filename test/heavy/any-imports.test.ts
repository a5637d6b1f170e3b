import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { openStore } from '#store/open.ts';
import type { Store, StoreState } from '#store/store.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import { CatalogueModel } from '../store/catalogue-model.ts';
import { FollowedIndex } from '../store/followed-index.ts';
import { randomImports, withoutDangling } from '../store/random-imports.ts';
import { LATER } from '../store/small-catalogue.ts';
import { ENGINES } from './engines.ts';

/** Cases of each property on each engine. Each run of the tests draws new ones. */
const CASES = 6;

for (const { name, database } of ENGINES) {
  const withStore = async (use: (store: Store) => Promise<void>): Promise<void> => {
    const place = await database();
    const store = await openStore(place.address, { mode: 'write' });
    try {
      await use(store);
    } finally {
      await store.close();
      await place.remove();
    }
  };

  describe(`any sequence of imports into ${name}`, () => {
    it('results in records that an empty store imports unchanged, including their times', async () => {
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
        { numRuns: CASES },
      );
    });

    it('leaves the records of a simple model and brings a followed index to the state of a new one', async () => {
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
        { numRuns: CASES },
      );
    });
  });
}
