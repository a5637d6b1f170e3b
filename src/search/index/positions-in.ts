import { partitionPoint } from '#catalogue/partition-point.ts';
import type { Range } from './position-list.ts';
import type { Window } from '../query/window.ts';

/** The positions of the talks that start in a window. @param starts start times of all talks, ascending */
export function positionsIn(starts: Float64Array, { from, to }: Window): Range {
  const first = partitionPoint(0, starts.length, (at) => (starts[at] ?? 0) < from);
  return { from: first, to: partitionPoint(first, starts.length, (at) => (starts[at] ?? 0) < to) };
}
