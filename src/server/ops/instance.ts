import type { IndexReplica } from '#search/replica/index-replica.ts';
import type { SourcesStatus } from './sources-status.ts';

/** What a process says of itself, by the names of its metrics. */
export type ProcessNumbers = Readonly<Record<string, number>>;

/** How it stands with the file of corrections by hand. */
export interface CorrectionsStatus {
  /** That it corrects; null while it cannot be read. */
  readonly talks: number | null;
  /** Codes of its problems. */
  readonly problems: readonly string[];
}

/** This process, and what it knows of the others that serve with it: for health and metrics. */
export interface Instance {
  readonly replica: IndexReplica;
  readonly sources: SourcesStatus;
  /** Undefined where no file is given. */
  readonly corrections: (() => Promise<CorrectionsStatus>) | undefined;
  /** Its number among the processes that serve together, from 1; undefined if it is alone. */
  readonly worker: number | undefined;
  /** The last known metrics of the other workers, by number. */
  readonly otherWorkers: () => ReadonlyMap<number, ProcessNumbers>;
  /** Requests that were rejected because their clients sent too many. */
  readonly rateLimited: () => number;
  /** Whether the service is about to stop. */
  readonly draining: () => boolean;
}

/** Whether the service is ready to serve every request. */
export function isReady({ draining, replica }: Pick<Instance, 'draining' | 'replica'>): boolean {
  return !draining() && replica.index !== undefined && replica.trouble === undefined;
}

export function processNumbers(instance: Pick<Instance, 'draining' | 'rateLimited' | 'replica'>): ProcessNumbers {
  const { index, lastSeen, damaged } = instance.replica;
  return {
    lectern_ready: isReady(instance) ? 1 : 0,
    ...(index === undefined
      ? {}
      : { lectern_catalogue_version: index.state.version, lectern_catalogue_talks: index.size }),
    lectern_catalogue_damaged_records: damaged.damage.length + damaged.more,
    lectern_rate_limited_requests_total: instance.rateLimited(),
    lectern_store_seen_timestamp_seconds: lastSeen / 1000,
    process_resident_memory_bytes: process.memoryUsage.rss(),
  };
}
