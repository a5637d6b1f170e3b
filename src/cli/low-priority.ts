import { constants, setPriority } from 'node:os';

/** Lowers the priority of this process: readers are waiting, imports are not. */
export function yieldToReaders(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow it.
  }
}
