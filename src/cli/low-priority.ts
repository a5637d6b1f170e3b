import { constants, setPriority } from 'node:os';

/** People who read are waiting; what brings talks in is not. */
export function yieldToReaders(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow it. The work is then only less polite.
  }
}
