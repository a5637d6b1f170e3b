import type { Damage } from '#store/damage.ts';
import type { IndexState } from './apply-changes.ts';
import type { IndexBuilderParts } from './index-builder.ts';

/** What is known to be damaged, and how much more there is. */
export interface KnownDamage {
  readonly damage: readonly Damage[];
  readonly more: number;
}

/** What the thread that follows the store tells the one that answers. */
export type Report =
  /** A new index, and which talks are stale since the last (see Swap). */
  | ({ readonly kind: 'index'; readonly stale: Uint32Array | 'all' } & IndexState)
  /** The store answered, at this time in milliseconds since the epoch. */
  | { readonly kind: 'seen'; readonly at: number }
  /** The store cannot be followed just now; lasting: for a reason that does not go away by itself. */
  | { readonly kind: 'trouble'; readonly what: string; readonly isLasting: boolean }
  /** What is damaged: all that there is of it. */
  | ({ readonly kind: 'damage' } & KnownDamage)
  /** How saving a snapshot went last: undefined is well. */
  | { readonly kind: 'snapshot'; readonly trouble: string | undefined };

/** What the thread that follows is started with. */
export type ThreadData = Omit<IndexBuilderParts, 'openStore' | 'report'> & { readonly database: string };

export function isThreadData(data: unknown): data is ThreadData {
  if (typeof data !== 'object' || data === null) return false;
  return 'database' in data && 'snapshotFile' in data && 'pollMilliseconds' in data;
}

/** What the thread that answers tells the one that follows. */
export type ReplicaCommand = 'look' | 'check' | 'close';
