import type { IndexState } from './apply-changes.ts';
import type { IndexBuilderParts } from './index-builder.ts';

/** What the thread that follows the store tells the one that answers. */
export type Report =
  /** A new index, and which talks are stale since the last (see Swap). */
  | ({ readonly kind: 'index'; readonly stale: Uint32Array | 'all' } & IndexState)
  /** The store answered, at this time in milliseconds since the epoch. */
  | { readonly kind: 'seen'; readonly at: number }
  /** The store cannot be followed just now. */
  | { readonly kind: 'trouble'; readonly what: string }
  /** How saving a snapshot went last: undefined is well. */
  | { readonly kind: 'snapshot'; readonly trouble: string | undefined };

/** What the thread that follows is started with. */
export type ThreadData = Omit<IndexBuilderParts, 'openStore' | 'report'> & { readonly database: string };

export function isThreadData(data: unknown): data is ThreadData {
  if (typeof data !== 'object' || data === null) return false;
  return 'database' in data && 'snapshotFile' in data && 'pollMilliseconds' in data;
}

/** What the thread that answers tells the one that follows. */
export type ReplicaCommand = 'look' | 'close';
