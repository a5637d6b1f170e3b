import type { TestContext } from 'node:test';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { databaseOf } from './fresh-database.ts';

/** Opens a fresh store for writing; it is closed after the test. */
export async function storeOf(t: TestContext): Promise<Store> {
  const store = await openStore((await databaseOf(t)).address, { mode: 'write' });
  t.after(() => store.close());
  return store;
}

/** Opens the store in a SQLite file, passes it to `use` and closes it. */
export async function withStore<T>(
  path: string,
  mode: 'read' | 'write',
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(`sqlite:${path}`, { mode });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
