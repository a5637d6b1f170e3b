import { setTimeout } from 'node:timers/promises';

/** Time limit in milliseconds, long enough for a machine that is busy with other tests. */
const IN_VAIN = 180_000;

/** Polls until `isSo` returns true. After so many milliseconds, throws an error that names `what`. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  what: string,
  milliseconds = IN_VAIN,
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${String(milliseconds)} ms for ${what}`);
    await setTimeout(10);
  }
}
