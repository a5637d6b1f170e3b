/**
 * Runs the work of many lanes, a few lanes at a time, and the items of a lane in order. The first failure aborts the
 * signal of the others, which are awaited.
 * @throws the first failure; the signal's reason when that is aborted
 */
export async function sideBySide<T>(
  lanes: readonly (readonly T[])[],
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const waiting = [...lanes];
  const takeLanes = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
      for (const item of lane) {
        either.throwIfAborted();
        await work(item, either);
      }
    }
  };
  const takers = Array.from({ length: Math.min(most, lanes.length) }, () =>
    takeLanes().catch((error: unknown) => failed.abort(error)),
  );
  await Promise.all(takers);
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
}
