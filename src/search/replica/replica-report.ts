import type { Damage } from '#store/damage.ts';
import type { IndexState } from './apply-changes.ts';

/** The damage found in a store: a list, and how much more there is. */
export interface KnownDamage {
  readonly damage: readonly Damage[];
  readonly more: number;
}

/** A message from the thread that builds indexes to the one that answers requests. */
export type Report =
  /** A new index, and which talks are stale since the last one (see Swap). */
  | ({ readonly kind: 'index'; readonly stale: Uint32Array | 'all' } & IndexState)
  /** The store answered at this time, in milliseconds since the epoch. */
  | { readonly kind: 'seen'; readonly at: number }
  /** The store cannot be read now. Lasting: until an operator acts. */
  | { readonly kind: 'trouble'; readonly what: string; readonly isLasting: boolean }
  /** The damage that a full check found. */
  | ({ readonly kind: 'damage' } & KnownDamage)
  /** Why the last snapshot could not be saved; undefined: it was saved. */
  | { readonly kind: 'snapshot'; readonly trouble: string | undefined };

export interface BuilderSettings {
  readonly pollMilliseconds: number;
  /** Where to save the index for the next start; undefined: nowhere. */
  readonly snapshotFile: string | undefined;
  /** Catalogues with fewer talks are not saved: indexing them is as fast as reading a snapshot. */
  readonly snapshotTalks: number;
  /** The minimum time between two snapshots. */
  readonly snapshotMilliseconds: number;
  /** How long after the start to make a quick check for damage; Infinity: never. */
  readonly quickLookMilliseconds: number;
}

/** What the thread is started with. */
export type ThreadData = BuilderSettings & { readonly database: string };

export function isThreadData(data: unknown): data is ThreadData {
  if (typeof data !== 'object' || data === null) return false;
  return 'database' in data && 'snapshotFile' in data && 'pollMilliseconds' in data;
}

/** A message from the thread that answers requests to the one that builds indexes. */
export type ReplicaCommand = 'look' | 'check' | 'close';
