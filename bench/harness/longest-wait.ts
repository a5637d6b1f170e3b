import { atMost, type Bench } from '../benchmark.ts';
import { ask, type Headers } from './ask.ts';
import type { MeasuredProcess } from './measured-process.ts';

/** Most milliseconds for which other requests wait. */
const LONGEST_WAIT = 50;

/** Reports how long the answer to one request keeps other requests waiting. */
export async function longestWait(
  { report }: Bench,
  lectern: MeasuredProcess,
  { what, talks, target, headers }: { what: string; talks: number; target: string; headers: Headers },
): Promise<void> {
  await lectern.watchDelay();
  const began = performance.now();
  await ask(lectern.port, target, headers);
  const details = { 'took ms': performance.now() - began };
  const { longest: value } = await lectern.delay();
  report({ what: `${what}: longest wait of others`, talks, unit: 'ms', value, target: atMost(LONGEST_WAIT), details });
}
