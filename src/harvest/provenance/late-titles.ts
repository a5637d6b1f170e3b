import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { SharedKey, SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** What is known of the source's talks. */
interface KnownTalks {
  readonly identity: Identity;
  readonly owns: ReadonlyMap<Slug, string>;
  /** Undefined: there is no catalogue yet. */
  readonly sourceTalks: ((slugs: ReadonlySet<Slug>) => AsyncIterable<TalkRecord>) | undefined;
}

/**
 * Lets talks that were imported before they had a title, or when another had their key, keep their former keys.
 * @param talks a batch
 * @throws StoreUnavailable
 */
export async function withFormerKeys(
  talks: readonly SourceTalk[],
  { identity, owns, sourceTalks }: KnownTalks,
): Promise<readonly SourceTalk[]> {
  if (talks.every(({ formerKey, shared }) => formerKey === undefined && shared === undefined)) return talks;
  const isKnown = (key: string): boolean => owns.has(identity.talk({ slug: null, key }));
  const holders =
    sourceTalks === undefined ? new Map<string, string>() : await holdersOf(talks, { identity, isKnown, sourceTalks });
  return talks.map((talk) => {
    const { slug, key, formerKey, shared } = talk;
    if (shared !== undefined) {
      if (isKnown(shared.own)) return withOwnKey(talk);
      const holder = holders.get(shared.alone.key);
      if (holder === undefined) return talk;
      return holder === shared.own ? { ...talk, ...shared.alone } : withOwnKey(talk);
    }
    const isFormer = slug === null && formerKey !== undefined && isKnown(formerKey) && !isKnown(key);
    return isFormer ? { ...talk, key: formerKey } : talk;
  });
}

function withOwnKey(talk: SourceTalk): SourceTalk {
  return talk.shared === undefined ? talk : { ...talk, key: talk.shared.own, slug: null, uid: '' };
}

interface Sharing extends Required<Pick<KnownTalks, 'identity'>> {
  readonly isKnown: (key: string) => boolean;
  readonly sourceTalks: NonNullable<KnownTalks['sourceTalks']>;
}

/**
 * Which of several talks with one key is the one that had it, whatever their order: feeds list the newest first. A talk
 * with another start and title may still be recognised as that one later, like others with new keys.
 * @returns own keys by shared key; `''`: none of them
 */
async function holdersOf(
  talks: readonly SourceTalk[],
  { identity, isKnown, sourceTalks }: Sharing,
): Promise<ReadonlyMap<string, string>> {
  const contested = new Map(contestsIn(talks).map((contest) => [identity.talk(contest.alone), contest]));
  const holders = new Map<string, string>();
  if (contested.size === 0) return holders;
  for await (const { slug, start, title } of sourceTalks(new Set(contested.keys()))) {
    const { alone, each } = contested.get(slug) ?? { alone: { key: '' }, each: [] };
    const sameStart = each.filter((talk) => talk.start === start && !isKnown(talk.own));
    const holder = sameStart.find((talk) => talk.title === title) ?? sameStart[0];
    holders.set(alone.key, holder?.own ?? '');
  }
  return holders;
}

interface Contest extends Pick<SharedKey, 'alone'> {
  readonly each: readonly (Pick<SourceTalk, 'start' | 'title'> & Pick<SharedKey, 'own'>)[];
}

/** Keys that several talks have, and the first of them uses: in a later batch of the file it has been given already. */
function contestsIn(talks: readonly SourceTalk[]): Contest[] {
  const byKey = new Map<string, SourceTalk[]>();
  for (const talk of talks) {
    const key = talk.shared?.alone.key;
    if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), talk]);
  }
  return [...byKey].flatMap(([key, sharing]) => {
    const each = sharing.flatMap(({ start, title, shared }) => (shared ? [{ start, title, own: shared.own }] : []));
    const [first] = sharing;
    const isContested = first?.key === key && new Set(each.map(({ own }) => own)).size > 1;
    return isContested && first.shared !== undefined ? [{ alone: first.shared.alone, each }] : [];
  });
}
