import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import type { StoreImport } from '#store/store-import.ts';
import type { Store } from '#store/store.ts';
import { termsIn } from '../support/find-text.ts';
import { importInto, NOW, recordsOf } from '../support/db/import-into.ts';
import type { WithStore } from './contract.ts';
import { ADA, CATALOGUE } from './small-catalogue.ts';

const KEY = 'ab'.repeat(32);
const FIRST: ForgottenPerson = {
  ...{ id: '0badcafe', hashes: ['01'.repeat(32), '02'.repeat(32)], key: KEY, since: '2026-11-20T18:00:00Z' },
};
const SECOND: ForgottenPerson = { id: '00000000', hashes: ['03'.repeat(32)], key: KEY, since: '2026-11-21T18:00:00Z' };

async function change(
  store: Store,
  what: (started: StoreImport) => Promise<void>,
  { replace = false, dryRun = false } = {},
): Promise<void> {
  const started = await store.beginImport({ replace, dryRun, now: NOW });
  try {
    await what(started);
    assert.ok((await started.finish()).ok);
  } finally {
    await started.abandon();
  }
}

/** The part of the store contract about forgotten people. */
export function forgottenContract(name: string, withStore: WithStore): void {
  describe(`${name}: forgotten people`, () => {
    it('are listed oldest first, survive a replacing import and make no new version', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const state = await store.state();
        await change(store, (started) => started.changeForgotten({ put: [SECOND, FIRST] }));
        await change(store, (started) => started.changeForgotten({ undo: [FIRST.id] }), { dryRun: true });
        assert.deepEqual(await store.state(), state);
        assert.deepEqual(await store.forgotten.all(), [FIRST, SECOND]);
        await importInto(store, CATALOGUE, { replace: true });
        assert.deepEqual(await store.forgotten.all(), [FIRST, SECOND]);
        await change(store, (started) => started.changeForgotten({ undo: [FIRST.id, 'unknown'] }));
        assert.deepEqual(await store.forgotten.all(), [SECOND]);
      }));

    it('leave no record behind, and their numbers are not reused', () =>
      withStore(async (store) => {
        await importInto(
          store,
          CATALOGUE.filter(({ type }) => type !== 'talk' && type !== 'collection'),
        );
        const before = await store.state();
        const [ada] = await namedNumbers(store, 'Ada');
        await change(store, (started) => started.erasePerson(ADA.slug));
        assert.ok((await recordsOf(store)).every((record) => record.type !== 'person' || record.slug !== ADA.slug));
        assert.equal(await store.record('person', ADA.slug), undefined);
        assert.deepEqual(await namedNumbers(store, 'Ada'), []);
        const changes = await store.changes(before);
        for await (const _ of changes.entities);
        for await (const _ of changes.talks);
        const removed: unknown[] = [];
        for await (const batch of changes.removed) removed.push(...batch);
        assert.deepEqual(removed, [{ type: 'person', number: ada }]);
        assert.equal(await store.scrub(), true);
        await importInto(store, [ADA]);
        assert.notEqual((await namedNumbers(store, 'Ada'))[0], ada, 'the number was reused');
      }));
  });
}

async function namedNumbers(store: Store, word: string): Promise<number[]> {
  const [found] = await termsIn(store, [{ words: [word.toLowerCase()], isBeginning: false }]);
  return [...(found?.names.person.whole ?? [])];
}
