import type { Load } from './load.ts';
import { spread, type Spread } from './statistics.ts';
import { round, type Side } from './versus.ts';

/** Processor time per request of several servers, or of several plans of one, in microseconds, by round. */
export class InterleavedTimes {
  readonly #bySide: ReadonlyMap<Side, readonly number[]>;

  constructor(bySide: ReadonlyMap<Side, readonly number[]>) {
    this.#bySide = bySide;
  }

  of(side: Side): readonly number[] {
    return this.#bySide.get(side) ?? [];
  }

  /** The first side's time divided by the second's in the same round. */
  ratio(side: Side, other: Side): Spread {
    const others = this.of(other);
    return spread(this.of(side).map((time, i) => time / (others[i] ?? NaN)));
  }
}

/**
 * Measures the sides in turn, in many short rounds, so that other load on the machine affects them equally. Every
 * second round has the groups in reverse order; the sides of a group keep theirs.
 * @throws Error if a response is not 200
 */
export async function interleaved(
  load: Load,
  groups: readonly (readonly Side[])[],
  { rounds, amount }: { readonly rounds: number; readonly amount: number },
): Promise<InterleavedTimes> {
  const times = new Map(groups.flat().map((side) => [side, [] as number[]]));
  for (let i = 0; i < rounds; i += 1) {
    for (const side of (i % 2 === 0 ? groups : groups.toReversed()).flat()) {
      const { cpu } = await round(load, side, amount);
      times.get(side)?.push(cpu);
    }
  }
  return new InterleavedTimes(times);
}
