import type { SourceTalk } from '#sources/source-talk.ts';
import type { Store } from '#store/store.ts';
import { Identity } from '../provenance/identity.ts';

/** Talks of a source that one looks at to tell whether it was there under another name. */
export const MOST_SAMPLED = 100;

/** What of a talk its slug is made of. */
export type Called = Pick<SourceTalk, 'slug' | 'key'>;

/** That a source is most likely another one that was given a new name. */
export interface LikelyName {
  readonly source: string;
  /** How many of those that were looked at are that one's too. */
  readonly talks: number;
  readonly of: number;
}

/**
 * The name under which a source seems to have been imported before: most of its talks are called what that one's are.
 * @param others what may have the same talks, and is another source all the same
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
    const rows = await store.provenance.ofTalks([...new Set(sample.map((talk) => identity.talk(talk)))], () => true);
    const owned = new Set(rows.flatMap((row) => (row.source === name && row.relation === 'owns' ? [row.slug] : [])));
    const talks = sample.filter((talk) => owned.has(identity.talk(talk))).length;
    if (talks * 2 > sample.length && talks > (best?.talks ?? 0)) best = { source: name, talks, of: sample.length };
  }
  return best;
}
