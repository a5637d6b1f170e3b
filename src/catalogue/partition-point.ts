/** Binary search: the first index from `low` to before `high` for which `isBefore` is false; `high` if none. */
export function partitionPoint(low: number, high: number, isBefore: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
