import type { CatalogueRecord, FileRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/** What becomes of talks that their source no longer has: nothing; cancelled, if they are not over; removed. */
export const GONE_POLICIES = ['keep', 'cancel', 'remove'] as const;
export type GonePolicy = (typeof GONE_POLICIES)[number];

/**
 * A talk that has vanished from its source. `elsewhere`: another source has it, and from now on it is that one's. `withdrawn`:
 * the source says that it must not be published any more, so it is removed whatever the policy. `unsure`: it is kept, since it
 * may be there all the same.
 */
export interface GoneTalk {
  readonly slug: Slug;
  readonly title: string;
  readonly start: Timestamp;
  readonly fate: 'kept' | 'cancelled' | 'removed' | 'over' | 'elsewhere' | 'withdrawn' | 'unsure';
}

export interface Gone {
  readonly talks: readonly GoneTalk[];
  /** What brings it about. */
  readonly records: readonly LocatedRecord[];
  /** Those that are no more this source's to tell of. */
  readonly forgotten: ReadonlySet<Slug>;
}

export const NOTHING_GONE: Gone = { talks: [], records: [], forgotten: new Set() };

export interface GoneRequest {
  /** `unsure`: not all of the source could be read. */
  readonly policy: GonePolicy | 'unsure';
  readonly now: Timestamp;
  /** As problems would name it. */
  readonly file: string;
  /** Those that another source has. */
  readonly elsewhere: ReadonlySet<Slug>;
  /** Those that must not be published any more. */
  readonly withheld: ReadonlySet<Slug>;
}

/**
 * Finds the talks among `records` that are gone, and what the policy makes of them. Those that are cancelled already, or are
 * over when it cancels, are left as they are.
 */
export async function goneTalks(
  records: AsyncIterable<FileRecord>,
  slugs: ReadonlySet<Slug>,
  request: GoneRequest,
): Promise<Gone> {
  const talks: GoneTalk[] = [];
  const changes: LocatedRecord[] = [];
  const found = new Set<Slug>();
  for await (const record of slugs.size === 0 ? [] : records) {
    if (record.type !== 'talk' || !slugs.has(record.slug)) continue;
    found.add(record.slug);
    const fate = fateOf(record, request);
    talks.push({ slug: record.slug, title: record.title, start: record.start, fate });
    const change = changeOf(record, fate, request.now);
    if (change !== undefined) changes.push({ record: change, file: request.file, line: talks.length });
    if (found.size === slugs.size) break;
  }
  const forgotten = [...slugs].filter((slug) => !found.has(slug));
  // Sources that tell of what is to come drop every talk one day: one that is over is told once, and is history from then on.
  const left = talks.filter(({ fate }) => LEAVING.includes(fate)).map(({ slug }) => slug);
  return { talks, records: changes, forgotten: new Set([...forgotten, ...left]) };
}

const LEAVING: readonly GoneTalk['fate'][] = ['removed', 'withdrawn', 'elsewhere', 'over'];

function fateOf(
  { slug, end, status }: TalkRecord,
  { policy, now, elsewhere, withheld }: GoneRequest,
): GoneTalk['fate'] {
  if (elsewhere.has(slug)) return 'elsewhere';
  if (withheld.has(slug)) return 'withdrawn';
  if (policy === 'remove') return 'removed';
  if (end <= now) return 'over';
  if (policy === 'unsure') return 'unsure';
  return policy === 'keep' || status === 'cancelled' ? 'kept' : 'cancelled';
}

function changeOf(talk: TalkRecord, fate: GoneTalk['fate'], now: Timestamp): CatalogueRecord | undefined {
  if (fate === 'removed' || fate === 'withdrawn')
    return { type: 'removed_talk', slug: talk.slug, uid: '', removed: now, history: null };
  if (fate === 'cancelled') return { ...talk, status: 'cancelled', updated: null, history: null };
  return undefined;
}
