import type { IndexReplica } from '#search/replica/index-replica.ts';

/** As much of a running service as tells whether it is ready. */
export interface Running {
  readonly replica: IndexReplica;
  /** Whether the service is about to stop. */
  readonly draining: () => boolean;
}

/** Whether the service is ready to serve every request. */
export function isReady({ draining, replica }: Running): boolean {
  return !draining() && replica.index !== undefined && replica.trouble === undefined;
}
