import type { IndexColumns } from './columns.ts';
import { positionsIn } from './position-list.ts';

/** All talks in the order in which they are asked for, and what tells whether they changed. */
export interface FillingOrder {
  /** Numbers. */
  readonly talks: Iterable<number>;
  /** The latest version of the store that changed a talk (number), or a record that it refers to. */
  readonly versionOf: (talk: number) => number;
}

/** Coming talks first; neighbours in time stay neighbours. @param now in seconds since 1970-01-01T00:00:00Z */
export function fillingOrder({ talks: { starts, numbers }, versions }: IndexColumns, now: number): FillingOrder {
  const { from } = positionsIn(starts, { from: now, to: Infinity });
  return {
    talks: {
      *[Symbol.iterator]() {
        yield* numbers.subarray(from);
        yield* numbers.subarray(0, from);
      },
    },
    versionOf: (talk) => versions.talk[talk] ?? 0,
  };
}
