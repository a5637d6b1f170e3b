import type { Slug } from '#catalogue/slug.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** Whether any of these talks may have come before under another key. */
export function mayBeRenamed(talks: readonly SourceTalk[]): boolean {
  return talks.some(({ formerKey }) => formerKey !== undefined);
}

/** Talks of a source, in which one that was brought before it had a title keeps the key that it had then. */
export function withFormerKeys(
  talks: readonly SourceTalk[],
  identity: Identity,
  brought: ReadonlySet<Slug>,
): readonly SourceTalk[] {
  const isBrought = (key: string): boolean => brought.has(identity.talk({ slug: null, key }));
  return talks.map((talk) => {
    const { slug, key, formerKey } = talk;
    const isFormer = slug === null && formerKey !== undefined && isBrought(formerKey) && !isBrought(key);
    return isFormer ? { ...talk, key: formerKey } : talk;
  });
}
