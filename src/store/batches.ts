/** Rows that are handed over together, and records: enough that who takes them seldom has to wait, few enough to hold. */
const STRETCH = 1000;

export function* batchesOf<T>(rows: Iterable<T>): Generator<T[], void, undefined> {
  let stretch: T[] = [];
  for (const row of rows) {
    if (stretch.push(row) < STRETCH) continue;
    yield stretch;
    stretch = [];
  }
  if (stretch.length > 0) yield stretch;
}
