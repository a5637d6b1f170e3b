import type { IndexReplica } from '#search/replica/index-replica.ts';

/** Resolves when there is an index to serve from. */
export function firstIndex(replica: IndexReplica): Promise<void> {
  if (replica.index !== undefined) return Promise.resolve();
  return new Promise((resolve) => {
    replica.onSwap(() => {
      resolve();
    });
  });
}
