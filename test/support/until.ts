import { setTimeout } from 'node:timers/promises';

/** Long after anything awaited has come on a machine that is busy with other tests; milliseconds. */
const IN_VAIN = 60_000;

/** Waits until `isSo` says yes, asking often; throws, naming what was awaited, where it never does. */
export async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const end = performance.now() + IN_VAIN;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${String(IN_VAIN)} ms in vain for ${what}`);
    await setTimeout(10);
  }
}
