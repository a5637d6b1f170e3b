import type { Damage } from '#store/damage.ts';
import type { IndexState } from './apply-changes.ts';

/** The damage found in a store: by name, and how much more there is. */
export interface KnownDamage {
  readonly damage: readonly Damage[];
  readonly more: number;
}

/** What the thread that builds indexes tells the one that answers requests. */
export type Report =
  /** A new index, and which talks are stale since the last one (see Swap). */
  | ({ readonly kind: 'index'; readonly stale: Uint32Array | 'all' } & IndexState)
  /** The store answered at this time, in milliseconds since the epoch. */
  | { readonly kind: 'seen'; readonly at: number }
  /** The store cannot be read now. Lasting: until an operator acts. */
  | { readonly kind: 'trouble'; readonly what: string; readonly isLasting: boolean }
  /** All the damage there is. */
  | ({ readonly kind: 'damage' } & KnownDamage)
  /** How the last attempt to save a snapshot went; undefined: it was saved. */
  | { readonly kind: 'snapshot'; readonly trouble: string | undefined };

export interface BuilderSettings {
  readonly pollMilliseconds: number;
  /** Where the index is saved for the next start; undefined for nowhere. */
  readonly snapshotFile: string | undefined;
  /** Smaller catalogues are not saved: they are indexed as fast as a snapshot of them is read. */
  readonly snapshotTalks: number;
  /** The minimum time between two snapshots. */
  readonly snapshotMilliseconds: number;
  /** How long after the start the store is looked over for damage, quickly; Infinity: never. */
  readonly quickLookMilliseconds: number;
}

/** What the thread is started with. */
export type ThreadData = BuilderSettings & { readonly database: string };

export function isThreadData(data: unknown): data is ThreadData {
  if (typeof data !== 'object' || data === null) return false;
  return 'database' in data && 'snapshotFile' in data && 'pollMilliseconds' in data;
}

/** What the thread that answers requests tells the one that builds indexes. */
export type ReplicaCommand = 'look' | 'check' | 'close';
