import type { SourceTalk } from '#sources/source-talk.ts';
import type { Store } from '#store/store.ts';
import { Identity } from '../provenance/identity.ts';

/** Talks of a source that are compared to find its former name. */
export const MAX_SAMPLED = 100;

/** The fields that make the slug of a talk. */
export type Called = Pick<SourceTalk, 'slug' | 'key'>;

/** The probable former name of a source. */
export interface LikelyName {
  readonly source: string;
  /** How many of the `of` compared talks that name owns. */
  readonly talks: number;
  readonly of: number;
}

/**
 * The name under which a source was probably imported before: it owns more than half of the sampled slugs.
 * @param others names of other sources, which may have the same talks
 * @throws StoreUnavailable
 */
export async function likelyName(
  store: Pick<Store, 'provenance'>,
  sample: readonly Called[],
  others: ReadonlySet<string>,
): Promise<LikelyName | undefined> {
  let best: LikelyName | undefined;
  for (const name of sample.length === 0 ? [] : await store.provenance.sources()) {
    if (others.has(name)) continue;
    const identity = new Identity(name);
    const rows = await store.provenance.ofRecords(
      'talk',
      [...new Set(sample.map((talk) => identity.talk(talk)))],
      () => true,
    );
    const owned = new Set(rows.flatMap((row) => (row.source === name && row.relation === 'owns' ? [row.slug] : [])));
    const talks = sample.filter((talk) => owned.has(identity.talk(talk))).length;
    if (talks * 2 > sample.length && talks > (best?.talks ?? 0)) best = { source: name, talks, of: sample.length };
  }
  return best;
}
