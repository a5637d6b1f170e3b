import { setTimeout } from 'node:timers/promises';

/** Time limit in milliseconds, long enough for a machine that is busy with other tests. */
const IN_VAIN = 60_000;

/** Polls until `isSo` returns true. After the time limit, throws an error that names `what`. */
export async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const end = performance.now() + IN_VAIN;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${String(IN_VAIN)} ms for ${what}`);
    await setTimeout(10);
  }
}
