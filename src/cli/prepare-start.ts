import type { Store } from '#store/store.js';
import { cacheFolderOf } from './fetching.js';
import type { Settings } from './settings.js';

/** The next start of a server need not make the index. That it does is no failure of what brought talks in. */
export async function prepareStart(store: Store, settings: Pick<Settings, 'database' | 'cacheFolder'>): Promise<void> {
  const { saveIndex } = await import('#search/save-index.js');
  const { snapshotFile } = await import('#search/snapshot.js');
  const folder = await cacheFolderOf(settings);
  if (folder === null) return;
  try {
    await saveIndex(store, snapshotFile(folder, settings.database));
  } catch {
    // A folder that cannot be written to, most likely; the server says so in its log.
  }
}
