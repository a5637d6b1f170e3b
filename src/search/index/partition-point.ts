/** The first index from `low`, before `high`, that is not before what is sought; `high` if all are. Binary search. */
export function partitionPoint(low: number, high: number, isBefore: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
