import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Provenance } from '#catalogue/provenance.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { ownership } from '#harvest/provenance/provenance-changes.ts';
import { SameLines } from '#harvest/reading/same-lines.ts';
import { openStore } from '#store/open.ts';
import { CatalogueDamaged } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { calendar, importFiles, importOptics, on, shownTalks } from '../support/sources/import-calendars.ts';
import { provenanceIn } from '../support/db/import-into.ts';

const OPTICS = new Identity('optics');
const [MOSS, FERN, OAK] = ['moss', 'fern', 'oak'].map((key) => OPTICS.talk({ key, slug: null })) as [
  string,
  string,
  string,
];
const AT_MATHS = new Identity('maths').talk({ key: '17', slug: null });
const ALL = calendar(on('moss', '20261201'), on('fern', '20261202'), on('oak', '20261203'));
const TWO = calendar(on('moss', '20261201'), on('fern', '20261202'));

/** What is wrong with the row of the talk “moss”, and the SQL that makes it so. */
const DAMAGE: Readonly<Record<string, string>> = {
  'has another key': `UPDATE provenance SET key = 'another' WHERE key = 'moss'`,
  'has an unknown relation': `UPDATE provenance SET relation = 'ownz' WHERE key = 'moss'`,
  'has an unknown type': `UPDATE provenance SET type = 'tolk' WHERE key = 'moss'`,
  'has no checksum': `UPDATE provenance SET sum = NULL WHERE key = 'moss'`,
};

async function damaged(t: TestContext, sql: string, before: (store: Store) => Promise<unknown>): Promise<Store> {
  const database = await databaseOf(t);
  const store = await openStore(database.address, { mode: 'write' });
  t.after(() => store.close());
  await before(store);
  await database.execute(sql);
  const found: string[] = [];
  for await (const { what } of store.findDamage()) found.push(what);
  assert.equal(found.length, 1, found.join('\n'));
  return store;
}

async function assertProvenance(store: Store, expected: readonly Provenance[]): Promise<void> {
  const bySlug = (rows: readonly Provenance[]): Provenance[] =>
    [...rows].sort((a, b) => (a.slug + a.source < b.slug + b.source ? -1 : 1));
  assert.deepEqual(bySlug(await provenanceIn(store)), bySlug(expected));
}

describe('provenance with a corrupt row', () => {
  for (const [what, sql] of Object.entries(DAMAGE)) {
    it(`that ${what} is repaired by the next import of its source, which still detects gone talks`, async (t) => {
      const store = await damaged(t, sql, (store) => importOptics(store, ALL));
      const { ok } = await importOptics(store, TWO, { sources: { gone: 'remove' } });
      assert.equal(ok, true);
      assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published', 'On moss 2026-12-01 published']);
      await assertProvenance(store, [ownership('optics', MOSS, 'moss'), ownership('optics', FERN, 'fern')]);
    });
  }

  it('is not repaired by a dry run', async (t) => {
    const store = await damaged(t, DAMAGE['has another key'] ?? '', (store) => importOptics(store, ALL));
    await importOptics(store, ALL, { dryRun: true });
    await assert.rejects(provenanceIn(store), CatalogueDamaged);
  });

  it('is repaired even if another source shares the talk through a merge', async (t) => {
    const same = new SameLines([{ keep: MOSS, drop: AT_MATHS }]);
    const store = await damaged(t, DAMAGE['has another key'] ?? '', async (store) => {
      await importOptics(store, ALL);
      await importFiles(store, { maths: calendar(on('17', '20261201')) }, { sources: { same } });
    });
    await importOptics(store, ALL, { sources: { same } });
    await assertProvenance(store, [
      ...[ownership('optics', MOSS, 'moss'), ownership('optics', FERN, 'fern'), ownership('optics', OAK, 'oak')],
      { ...ownership('maths', MOSS, ''), relation: 'shares' },
    ]);
  });

  it('stops the import of another source only if that source shares the talk', async (t) => {
    const store = await damaged(t, DAMAGE['has another key'] ?? '', (store) => importOptics(store, ALL));
    assert.equal((await importFiles(store, { maths: calendar(on('17', '20261201')) })).ok, true);
    const same = new SameLines([{ keep: MOSS, drop: AT_MATHS }]);
    const again = importFiles(store, { maths: calendar(on('17', '20261201')) }, { sources: { same } });
    await assert.rejects(again, /is damaged: the provenance of the talk .* from the source optics is corrupt/);
  });
});
