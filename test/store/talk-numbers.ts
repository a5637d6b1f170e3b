import type { Store } from '#store/store.ts';
import { allOf } from './batches.ts';

/** Slug → number. */
export async function talkNumbers(store: Store): Promise<Map<string, number>> {
  const changes = await store.changes(null);
  const numbers = (await allOf(changes.talks)).map(({ number }) => number);
  changes.close();
  const talks = await store.talks(numbers);
  return new Map(talks.map((details, index) => [details?.talk.slug ?? '', numbers[index] ?? 0]));
}
