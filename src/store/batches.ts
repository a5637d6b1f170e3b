/** Rows that are handed over together, and records: enough that who takes them seldom has to wait, few enough to hold. */
const BATCH = 1000;

export function* batchesOf<T>(rows: Iterable<T>): Generator<T[], void, undefined> {
  let batch: T[] = [];
  for (const row of rows) {
    if (batch.push(row) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
