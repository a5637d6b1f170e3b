import type { ReadCopy } from '#replica/read-copy.ts';

/** State of the corrections file. */
export interface CorrectionsStatus {
  /** How many talks it corrects; null while it cannot be read. */
  readonly talks: number | null;
  /** Codes of its problems. */
  readonly problems: readonly string[];
}

/** Describes this process to health checks. */
export interface Instance {
  readonly replica: ReadCopy;
  /** Undefined if there is no corrections file. */
  readonly corrections: (() => Promise<CorrectionsStatus | undefined>) | undefined;
  /** Number of this worker, from 1; undefined if there is only one process. */
  readonly worker: number | undefined;
  /** Whether the service is about to stop. */
  readonly draining: () => boolean;
}

/** Whether the service is ready to serve every request: without the store too, as long as there is a copy. */
export function isReady({ draining, replica }: Pick<Instance, 'draining' | 'replica'>): boolean {
  return !draining() && replica.index !== undefined;
}
