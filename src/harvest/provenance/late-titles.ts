import type { Slug } from '#catalogue/slug.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** Lets talks that were imported before they had a title, or when another had their key, keep their former keys. */
export function withFormerKeys(
  talks: readonly SourceTalk[],
  identity: Identity,
  owns: ReadonlyMap<Slug, string>,
): readonly SourceTalk[] {
  if (talks.every(({ formerKey, sharedKey }) => formerKey === undefined && sharedKey === undefined)) return talks;
  const isKnown = (key: string): boolean => owns.has(identity.talk({ slug: null, key }));
  return talks.map((talk) => {
    const { slug, key, formerKey, sharedKey } = talk;
    if (slug === null && sharedKey !== undefined && isKnown(sharedKey)) return { ...talk, key: sharedKey, uid: '' };
    const isFormer = slug === null && formerKey !== undefined && isKnown(formerKey) && !isKnown(key);
    return isFormer ? { ...talk, key: formerKey } : talk;
  });
}
