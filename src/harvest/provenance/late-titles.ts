import type { Slug } from '#catalogue/slug.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** Talks of a source, in which one that was brought before it had a title keeps the key that it had then. */
export function withFormerKeys(
  talks: readonly SourceTalk[],
  identity: Identity,
  owns: ReadonlyMap<Slug, string>,
): readonly SourceTalk[] {
  if (talks.every(({ formerKey }) => formerKey === undefined)) return talks;
  const isKnown = (key: string): boolean => owns.has(identity.talk({ slug: null, key }));
  return talks.map((talk) => {
    const { slug, key, formerKey } = talk;
    const isFormer = slug === null && formerKey !== undefined && isKnown(formerKey) && !isKnown(key);
    return isFormer ? { ...talk, key: formerKey } : talk;
  });
}
