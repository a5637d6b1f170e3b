/** Rows or records per batch: enough that the consumer seldom waits, few enough to keep in memory. */
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
