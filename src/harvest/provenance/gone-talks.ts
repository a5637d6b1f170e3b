import { latestTimes, rememberedStart } from '#catalogue/all-day.ts';
import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/** What to do with talks that are gone from their source: keep them, cancel those not over yet, or remove them. */
export const GONE_POLICIES = ['keep', 'cancel', 'remove'] as const;
export type GonePolicy = (typeof GONE_POLICIES)[number];

/**
 * A talk that is gone from its source. `elsewhere`: another source has it and owns it now. `withdrawn`: the source says
 * that it must no longer be published, so it is removed whatever the policy. `excluded`: the same, as its recurring event
 * is read but no longer has it. `unsure`: kept, as it may still be there.
 */
export interface GoneTalk {
  readonly slug: Slug;
  readonly title: string;
  /** As from `rememberedStart`. */
  readonly start: Timestamp;
  readonly fate: 'kept' | 'cancelled' | 'removed' | 'over' | 'elsewhere' | 'withdrawn' | 'excluded' | 'unsure';
}

export interface Gone {
  readonly talks: readonly GoneTalk[];
  /** Records that cancel or remove them. */
  readonly records: readonly LocatedRecord[];
  /** Talks that the source no longer owns. */
  readonly forgotten: ReadonlySet<Slug>;
  /** How many upcoming talks would be cancelled or removed, without those that were cancelled already. */
  readonly missing: number;
}

export const NOTHING_GONE: Gone = { talks: [], records: [], forgotten: new Set(), missing: 0 };

interface GoneRequest {
  /** `unsure`: the source could not be read completely. */
  readonly policy: GonePolicy | 'unsure';
  readonly now: Timestamp;
  /** File name for problems. */
  readonly file: string;
  /** Talks that another source has. */
  readonly elsewhere: ReadonlySet<Slug>;
  /** Talks that must no longer be published. */
  readonly withheld: ReadonlySet<Slug>;
  /** Talks that their recurring events no longer have. */
  readonly excluded: ReadonlySet<Slug>;
}

/**
 * Applies the policy to talks that are gone. When cancelling, talks that are over or already cancelled stay as they are.
 * @param records those of the talks that are in the catalogue
 */
export async function goneTalks(
  records: AsyncIterable<TalkRecord>,
  slugs: ReadonlySet<Slug>,
  request: GoneRequest,
): Promise<Gone> {
  const talks: GoneTalk[] = [];
  const changes: LocatedRecord[] = [];
  const found = new Set<Slug>();
  let missing = 0;
  for await (const record of records) {
    found.add(record.slug);
    const fate = fateOf(record, request);
    if ((fate === 'cancelled' || fate === 'removed') && isToCome(record, request.now)) missing++;
    talks.push({ slug: record.slug, title: record.title, start: rememberedStart(record), fate });
    const change = changeOf(record, fate, request.now);
    if (change !== undefined) changes.push({ record: change, file: request.file, line: talks.length });
  }
  const forgotten = [...slugs].filter((slug) => !found.has(slug));
  // Sources of upcoming talks drop every talk one day: a past talk is reported once and no longer tracked after that.
  const left = talks.filter(({ fate }) => LEAVING.includes(fate)).map(({ slug }) => slug);
  return { talks, records: changes, forgotten: new Set([...forgotten, ...left]), missing };
}

/** Whether readers still expect the talk; on an all-day talk until its day is over everywhere. */
export function isToCome(talk: Pick<TalkRecord, 'allDay' | 'start' | 'end' | 'status'>, now: Timestamp): boolean {
  return latestTimes(talk).end > now && talk.status !== 'cancelled';
}

const LEAVING: readonly GoneTalk['fate'][] = ['removed', 'withdrawn', 'excluded', 'elsewhere', 'over'];

function fateOf(talk: TalkRecord, { policy, now, elsewhere, withheld, excluded }: GoneRequest): GoneTalk['fate'] {
  const { slug, status } = talk;
  if (elsewhere.has(slug)) return 'elsewhere';
  if (withheld.has(slug)) return 'withdrawn';
  if (excluded.has(slug)) return 'excluded';
  if (policy === 'remove') return 'removed';
  if (latestTimes(talk).end <= now) return 'over';
  if (policy === 'unsure') return 'unsure';
  return policy === 'keep' || status === 'cancelled' ? 'kept' : 'cancelled';
}

function changeOf(talk: TalkRecord, fate: GoneTalk['fate'], now: Timestamp): CatalogueRecord | undefined {
  if (fate === 'removed' || fate === 'withdrawn' || fate === 'excluded')
    return { type: 'removed_talk', slug: talk.slug, uid: '', removed: now, history: null };
  if (fate === 'cancelled') return { ...talk, status: 'cancelled', updated: null, history: null };
  return undefined;
}
