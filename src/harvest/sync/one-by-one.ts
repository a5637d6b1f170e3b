/** What comes in stretches, one after the other. */
export async function* oneByOne<T>(stretches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const stretch of stretches) yield* stretch;
}
