/** What comes in batches, one after the other. */
export async function* oneByOne<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}
