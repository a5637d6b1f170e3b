import type { Store } from '#store/store.ts';
import { cacheFolderOf } from './settings/fetching.ts';
import type { Settings } from './settings/settings.ts';

/** The next start of a server need not make the index. That it does is no failure of what brought talks in. */
export async function prepareStart(store: Store, settings: Pick<Settings, 'database' | 'cacheFolder'>): Promise<void> {
  const { saveIndex } = await import('#search/replica/save-index.ts');
  const { snapshotFile } = await import('#search/replica/snapshot-file.ts');
  const folder = await cacheFolderOf(settings);
  if (folder === null) return;
  try {
    await saveIndex(store, snapshotFile(folder, settings.database));
  } catch {
    // A folder that cannot be written to, most likely; the server says so in its log.
  }
}
