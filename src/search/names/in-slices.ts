import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work before the event loop gets a turn. */
const LONGEST_SLICE = 2;

/** Runs a generator in slices, with a turn of the event loop between them. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + LONGEST_SLICE;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await nextTurn();
  }
}
