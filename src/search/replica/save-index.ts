import { applyChanges } from './apply-changes.ts';
import type { Store } from '#store/store.ts';
import { readSnapshot, SNAPSHOT_TALKS, writeSnapshot } from './snapshot-file.ts';

/**
 * Builds the index of a store and saves it for the next start. Small catalogues are not saved: indexing them is as fast
 * as reading a snapshot.
 */
export async function saveIndex(store: Pick<Store, 'changes'>, file: string): Promise<void> {
  const before = readSnapshot(file);
  const changes = await store.changes(before?.state ?? null);
  try {
    const index = await applyChanges(changes.complete ? undefined : before, changes);
    if (index.columns.talks.numbers.length >= SNAPSHOT_TALKS) await writeSnapshot(file, index);
  } finally {
    changes.close();
  }
}
