/** The median of some numbers and their spread. */
export interface Spread {
  readonly median: number;
  /** A quarter of the numbers are below. */
  readonly q1: number;
  /** A quarter of the numbers are above. */
  readonly q3: number;
}

/** The `p`-quantile (0 to 1) of the numbers, interpolated; NaN if there are no numbers. */
export function quantile(numbers: Iterable<number>, p: number): number {
  return quantileOfSorted(Float64Array.from(numbers).sort(), p);
}

export function spread(numbers: Iterable<number>): Spread {
  const sorted = Float64Array.from(numbers).sort();
  return {
    median: quantileOfSorted(sorted, 0.5),
    q1: quantileOfSorted(sorted, 0.25),
    q3: quantileOfSorted(sorted, 0.75),
  };
}

export function median(numbers: Iterable<number>): number {
  return quantile(numbers, 0.5);
}

function quantileOfSorted(sorted: Float64Array, p: number): number {
  const at = (sorted.length - 1) * p;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) return NaN;
  return below + (above - below) * (at - Math.floor(at));
}
