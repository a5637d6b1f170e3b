import { dirname, resolve } from 'node:path';
import { StoreUnavailable } from './store.js';
import type { Store } from './store.js';
import { SqliteStore } from './sqlite/store.js';

export interface OpenOptions {
  /** `read`: there must be a catalogue, now. `write`: there may be none yet; an import makes it. */
  readonly mode: 'read' | 'write';
}

/**
 * Opens the store at an address; its scheme chooses the engine: `sqlite:` and the path of a file.
 * @throws StoreUnavailable, for the operator to read, when there is nothing to read
 */
export async function openStore(address: string, { mode }: OpenOptions): Promise<Store> {
  const store = storeAt(address);
  if (mode === 'read') await store.state();
  return store;
}

function storeAt(address: string): Store {
  const path = /^sqlite:(.+)$/s.exec(address)?.[1];
  if (path === undefined) {
    throw new StoreUnavailable(`No store has an address like that. Write sqlite: and the path of a file.`);
  }
  return new SqliteStore(resolve(path));
}

/** The folder that a store's file is in: a place for files that go with it. Undefined when it is not a file. */
export function folderOf(address: string): string | undefined {
  const path = /^sqlite:(.+)$/s.exec(address)?.[1];
  return path === undefined ? undefined : dirname(resolve(path));
}
