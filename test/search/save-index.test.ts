import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { applyChanges } from '#search/index/apply-changes.ts';
import { saveIndex } from '#search/replica/save-index.ts';
import { readSnapshot, SNAPSHOT_TALKS } from '#search/replica/snapshot-file.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';

function talk(number: number) {
  return {
    type: 'talk' as const,
    slug: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    title: `Talk ${number}`,
    start: '2026-05-04T10:00:00Z',
    end: '2026-05-04T11:00:00Z',
  };
}

function talks(count: number) {
  return Array.from({ length: count }, (_, at) => talk(at + 1));
}

async function indexOf(store: Store) {
  const changes = await store.changes(null);
  const { state, columns } = await applyChanges(undefined, changes);
  changes.close();
  return { state, columns };
}

describe('the index saved after an import', () => {
  it('matches a large catalogue, also after another import', async (t) => {
    const { address, folder } = await databaseOf(t);
    const file = join(folder, 'cache', 'large.index');
    await importRecords(address, talks(SNAPSHOT_TALKS));
    const store = await openStore(address, { mode: 'read' });
    await saveIndex(store, file);
    assert.deepEqual(readSnapshot(file), await indexOf(store));

    await importRecords(address, [{ ...talk(7), start: '2026-01-01T10:00:00Z' }, talk(SNAPSHOT_TALKS + 1)]);
    await saveIndex(store, file);
    assert.deepEqual(readSnapshot(file), await indexOf(store));
    await store.close();
  });

  it('is omitted for a small catalogue, which is quick to index', async (t) => {
    const { address, folder } = await databaseOf(t);
    const file = join(folder, 'small.index');
    await importRecords(address, talks(3));
    const store = await openStore(address, { mode: 'read' });
    await saveIndex(store, file);
    assert.equal(existsSync(file), false);
    await store.close();
  });
});
