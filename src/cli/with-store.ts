import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenOptions } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import type { Host } from './host.ts';

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

/**
 * For `onWait` of writers: the other process may be an import, a sync, or a server that applies
 * corrections.
 */
export function tellWaiting({ stderr }: Pick<Host, 'stderr'>): void {
  stderr.write('Another process is writing to the catalogue; waiting for it to finish.\n');
}

/**
 * Undefined if everything reads as it was written.
 *
 * @throws the signal's reason if that is aborted
 */
export async function firstDamage(store: Pick<Store, 'findDamage'>, signal: AbortSignal): Promise<string | undefined> {
  for await (const { what } of store.findDamage('whole', signal)) return what;
  return undefined;
}

/** A place for a store in the system's folder for temporary files. */
export interface TemporaryStore {
  readonly database: string;
  /** That of the database, for other temporary files. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

export async function makeTemporaryStore(name: string): Promise<TemporaryStore> {
  const folder = await mkdtemp(join(tmpdir(), `lectern-${name}-`));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return { database: `sqlite:${join(folder, `${name}.db`)}`, folder, remove };
}
