import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Nice value of threads whose work can wait: all else gets three times their share of a busy processor. */
export const NICE = 5;

/** Lowers the priority of this thread; on Linux only, where each thread has its own. @param nice from 0 to 19 */
export function yieldToOthers(nice: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, nice);
  } catch {
    // Other systems have no priorities of threads, and some do not allow the change.
  }
}
