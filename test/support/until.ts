import { setTimeout } from 'node:timers/promises';

/** Waits until `isSo` says yes, asking often; throws, naming what was awaited, after `milliseconds`. */
export async function until(isSo: () => Promise<boolean> | boolean, what: string, milliseconds = 5_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${String(milliseconds)} ms in vain for ${what}`);
    await setTimeout(10);
  }
}
