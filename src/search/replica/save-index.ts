import { applyChanges } from './apply-changes.ts';
import type { Store } from '#store/store.ts';
import { readSnapshot, SNAPSHOT_TALKS, writeSnapshot } from './snapshot-file.ts';

/**
 * Makes the index of what a store now holds and saves it, so that the next start finds it made.
 * A small catalogue's is not saved: it is made as fast.
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
