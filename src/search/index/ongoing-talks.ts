import { overAt } from '#catalogue/talk-length.ts';
import { LONG } from '#catalogue/talk-traits.ts';
import type { Ongoing } from '../query/window.ts';
import type { TalkColumns } from './columns.ts';
import { positionsIn } from './positions-in.ts';
import { hasTrait } from './talk-marks.ts';

/** Finds the talks that go on: the few that may last several days, whenever they began, and others of the last hours. */
export class OngoingTalks {
  readonly #talks: TalkColumns;
  /** Ascending positions of the long talks; computed on first use. */
  #long: readonly number[] | undefined;

  constructor(talks: TalkColumns) {
    this.#talks = talks;
  }

  /** Positions, ascending, of the talks before a position that are not over. */
  before(position: number, { at, onlyLong }: Ongoing): Uint32Array {
    const { starts, lengths, marks } = this.#talks;
    const found: number[] = [];
    const take = (one: number): void => {
      if (overAt(starts[one] ?? 0, lengths[one] ?? 0) > at) found.push(one);
    };
    for (const one of (this.#long ??= longOnes(marks))) {
      if (one >= position) break;
      take(one);
    }
    if (onlyLong) return Uint32Array.from(found);
    const recent = positionsIn(starts, { from: at - LONG, to: at });
    for (let one = recent.from; one < Math.min(recent.to, position); one += 1)
      if (!hasTrait(marks[one] ?? 0, 'long')) take(one);
    return Uint32Array.from(found).sort();
  }

  /**
   * When the talks that are to come or go on will next be others: a second after the next start, or at the end of a talk
   * that goes on.
   * @param now seconds since 1970-01-01T00:00:00Z, as is what it returns; Infinity if there is none
   */
  nextChange(now: number): number {
    const { starts, lengths } = this.#talks;
    const { from } = positionsIn(starts, { from: now, to: Infinity });
    const ends = Array.from(this.before(from, { at: now, onlyLong: false }), (one) =>
      overAt(starts[one] ?? 0, lengths[one] ?? 0),
    );
    return ends.reduce((first, one) => Math.min(first, one), (starts[from] ?? Infinity) + 1);
  }
}

function longOnes(marks: Uint32Array): readonly number[] {
  const found: number[] = [];
  for (let position = 0; position < marks.length; position += 1)
    if (hasTrait(marks[position] ?? 0, 'long')) found.push(position);
  return found;
}
