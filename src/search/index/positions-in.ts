import type { Range } from './position-list.ts';
import type { Window } from '../query/question.ts';

/** The positions of the talks that start in a window. @param starts of all talks, ascending */
export function positionsIn(starts: Float64Array, { from, to }: Window): Range {
  const first = firstFrom(starts, from);
  return { from: first, to: Math.max(first, firstFrom(starts, to)) };
}

/** The first position whose value is `least` or more. */
function firstFrom(values: Float64Array, least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
