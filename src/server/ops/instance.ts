import type { IndexReplica } from '#search/replica/index-replica.ts';
import type { SourcesStatus } from './sources-status.ts';

/** How it stands with the file of corrections by hand. */
export interface CorrectionsStatus {
  /** That it corrects; null while it cannot be read. */
  readonly talks: number | null;
  /** Codes of its problems. */
  readonly problems: readonly string[];
}

/** This process, for health checks. */
export interface Instance {
  readonly replica: IndexReplica;
  readonly sources: SourcesStatus;
  /** Undefined where no file is given. */
  readonly corrections: (() => Promise<CorrectionsStatus>) | undefined;
  /** Its number among the processes that serve together, from 1; undefined if it is alone. */
  readonly worker: number | undefined;
  /** Whether the service is about to stop. */
  readonly draining: () => boolean;
}

/** Whether the service is ready to serve every request. */
export function isReady({ draining, replica }: Pick<Instance, 'draining' | 'replica'>): boolean {
  return !draining() && replica.index !== undefined && replica.trouble === undefined;
}
