import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of this process: readers are waiting, imports are not. Not to the lowest, at which an import on a
 * machine with no processor to spare would take hours, and hold up all others with its lock.
 */
export function yieldToReaders(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not allow it.
  }
}
