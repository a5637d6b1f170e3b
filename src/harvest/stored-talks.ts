import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { batchesOf } from '#store/batches.ts';
import type { Store } from '#store/store.ts';

export type TalksBySlug = Pick<Store, 'talks' | 'talkNumbers'>;

/** Those of these talks that are stored, sorted by slug, without history, as if their sources brought them now. */
export async function* storedTalks(store: TalksBySlug, slugs: Iterable<Slug>): AsyncGenerator<TalkRecord> {
  for (const batch of batchesOf([...slugs].sort())) {
    const found = await store.talks(await store.talkNumbers(batch));
    const talks = found.flatMap((details) => (details === undefined ? [] : [details.talk]));
    talks.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    for (const talk of talks) yield { ...talk, updated: null, history: null };
  }
}

/** The same by slug. @throws StoreUnavailable */
export async function talkRecords(store: TalksBySlug, slugs: Iterable<Slug>): Promise<ReadonlyMap<Slug, TalkRecord>> {
  const records = new Map<Slug, TalkRecord>();
  for await (const talk of storedTalks(store, slugs)) records.set(talk.slug, talk);
  return records;
}
