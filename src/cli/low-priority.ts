import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of this process. Not to the lowest: on a busy machine an import would then take hours, blocking
 * all others with its lock.
 */
export function yieldToReaders(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not allow this.
  }
}
