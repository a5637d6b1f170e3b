import type { Window } from '../query/window.ts';
import type { TalkColumns } from './columns.ts';
import { partitionPoint } from '#catalogue/partition-point.ts';
import { positionsIn } from './positions-in.ts';
import { hasTrait } from './talk-marks.ts';

/** The few talks that may last several days: where there are none, no search for them is needed. */
export class LongTalks {
  readonly #talks: TalkColumns;
  /** Ascending; computed on first use. */
  #positions: readonly number[] | undefined;

  constructor(talks: TalkColumns) {
    this.#talks = talks;
  }

  /** Whether any of these talks begins in a window. */
  beginIn(window: Window): boolean {
    const { marks, starts } = this.#talks;
    const { from, to } = positionsIn(starts, window);
    const positions = (this.#positions ??= positionsOf(marks));
    const next = partitionPoint(0, positions.length, (at) => (positions[at] ?? 0) < from);
    return (positions[next] ?? Infinity) < to;
  }
}

function positionsOf(marks: Uint32Array): readonly number[] {
  const found: number[] = [];
  for (let position = 0; position < marks.length; position += 1)
    if (hasTrait(marks[position] ?? 0, 'long')) found.push(position);
  return found;
}
