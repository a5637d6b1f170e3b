/** Yields things in batches of two, as a store does with its changes. */
export async function* inBatches<T>(things: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < things.length; at += 2) yield things.slice(at, at + 2);
}

/** Collects the things of all batches. */
export async function allOf<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}
