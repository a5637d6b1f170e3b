import type { IndexReplica } from '#search/replica/index-replica.ts';
import { folderOf } from '#store/open.ts';
import { Catalogue } from './documents/snapshot.ts';
import { followStore } from './followed-store.ts';
import { withTitles } from './untitled-talks.ts';

export interface OwnCatalogueSettings {
  readonly database: string;
  /** Null: beside the database. */
  readonly cacheFolder: string | null;
  readonly untitled: string;
}

/** A catalogue that a command reads without a server. */
export interface OwnCatalogue {
  readonly catalogue: Catalogue;
  readonly replica: IndexReplica;
  readonly close: () => Promise<void>;
}

/**
 * Opens a catalogue for reading. Uses the index that a server has saved; the first index may arrive a moment later.
 * @param options.snapshotTalks catalogues with fewer talks are not saved as an index
 * @throws StoreUnavailable when it cannot be read
 */
export async function openOwnCatalogue(
  { database, cacheFolder, untitled }: OwnCatalogueSettings,
  options: { readonly snapshotTalks?: number } = {},
): Promise<OwnCatalogue> {
  const { store, replica, close } = await followStore({
    database,
    cacheFolder: cacheFolder ?? folderOf(database),
    ...options,
  });
  return { catalogue: new Catalogue(withTitles(store, untitled), replica), replica, close };
}
