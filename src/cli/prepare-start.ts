import type { Store } from '#store/store.ts';
import { cacheFolderOf } from './settings/fetching.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Saves the index for the next start of a server. Failing to is not an error: the import has
 * succeeded.
 */
export async function prepareStart(store: Store, settings: Pick<Settings, 'database' | 'cacheFolder'>): Promise<void> {
  const { saveIndex } = await import('#search/replica/save-index.ts');
  const { snapshotFile } = await import('#search/replica/snapshot-file.ts');
  const folder = await cacheFolderOf(settings);
  if (folder === null) return;
  try {
    await saveIndex(store, snapshotFile(folder, settings.database));
  } catch {
    // Usually a folder that is not writable, which the server logs.
  }
}
