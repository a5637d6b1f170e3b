import type { OpenOptions } from '#store/open.ts';
import type { Store } from '#store/store.ts';

/** Opens a store, and closes it when the work is done. @throws StoreUnavailable */
export async function withStore<T>(
  database: string,
  mode: OpenOptions['mode'],
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { openStore } = await import('#store/open.ts');
  const store = await openStore(database, { mode });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
