import { startReplica, type IndexReplica, type IndexReplicaOptions } from '#search/replica/index-replica.ts';
import { openStore } from '#store/open.ts';
import { StoreUnavailable, type Store } from '#store/store.ts';

/** A store that is open for reading, and the index that follows it. */
export interface FollowedStore {
  readonly store: Store;
  readonly replica: IndexReplica;
  readonly close: () => Promise<void>;
}

/**
 * The first index may arrive a moment later.
 * @param meanwhile called once the thread of the index has been started
 * @throws StoreUnavailable if there is nothing to read, and waiting would not change that
 */
export async function followStore(
  options: IndexReplicaOptions,
  meanwhile: () => void = () => undefined,
): Promise<FollowedStore> {
  const store = await openStore(options.database, { mode: 'read' });
  try {
    const following = startReplica(options);
    meanwhile();
    const replica = await following;
    const close = async (): Promise<void> => {
      await replica.close();
      await store.close();
    };
    if (replica.index !== undefined || !replica.isTroubleLasting) return { store, replica, close };
    await replica.close();
    throw new StoreUnavailable(replica.trouble);
  } catch (error) {
    await store.close();
    throw error;
  }
}
