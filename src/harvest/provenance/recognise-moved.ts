import type { Slug } from '#catalogue/slug.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { StoreBefore } from '../corrections/corrected-import.ts';
import { withNames } from '../merge/merge-rewriter.ts';
import { RecordsOfTalks } from '../reading/records-of-talks.ts';
import { NOTHING_SAME } from '../reading/same-lines.ts';
import type { SameLines } from '../reading/same-lines.ts';
import type { SourceOptions, SourceReading } from '../reading/source-reading.ts';
import { movedTalks } from './moved-talks.ts';
import { storedKey } from './remembered-keys.ts';
import type { KeyedTalk } from './matching-features.ts';

/**
 * Runs when a whole source has been read: gives talks with new keys their old slugs, and withdraws those that must no
 * longer be published. If unread entries may be any talk, the missing ones are unknown, and all new keys are new talks.
 * @throws StoreUnavailable; the signal's reason when that is aborted
 */
export async function recogniseMoved(
  store: Pick<StoreBefore, 'sourceTalks'>,
  source: SourceReading,
  { additions, same = NOTHING_SAME, read: { now } }: SourceOptions,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { identity, held, heldWithheld, moved } = source;
  const [talks, hidden] = [held.takeAll(), heldWithheld.takeAll()];
  if (talks.length + hidden.length === 0 || source.isPartial) return;
  const { owns } = await source.before();
  const absent = [...owns].filter(
    ([slug, key]) => !isThere(slug, source, same) && !wasSame(slug, key, same) && !source.unread.has(slug, key),
  );
  const missing = new Set(absent.map(([slug]) => slug));
  if (missing.size === 0) return;
  const trial = new RecordsOfTalks(identity, additions);
  const keyed = (given: readonly SourceTalk[]): KeyedTalk[] =>
    given.flatMap((talk): KeyedTalk[] => {
      const made = trial.take(talk, source.file);
      if ('problems' in made) return [];
      const firstSlug = identity.firstSlug(talk.key);
      return [{ key: storedKey(talk.key), firstSlug, record: withNames(made.record, same) }];
    });
  const request = { owns, missing, fresh: keyed(talks), withheld: keyed(hidden), now, signal };
  for (const { slug, key, by, isWithheld } of await movedTalks(store.sourceTalks(new Set(owns.keys())), request)) {
    if (isWithheld) {
      source.withheld.add(slug);
      continue;
    }
    identity.changeKey(slug, key);
    moved.set(slug, by);
  }
}

/** Whether a talk has come, under this slug or one merged with it. */
function isThere(slug: Slug, { records, left, withheld }: SourceReading, same: SameLines): boolean {
  if (same.keepOf(slug) !== undefined) return true;
  return [slug, ...same.dropsOf(slug)].some((name) => records.has(name) || left.has(name) || withheld.has(name));
}

/** Whether the talk was merged into this slug, and the operator has deleted that line. */
function wasSame(slug: Slug, key: string, same: SameLines): boolean {
  return key === '' && !same.isKept(slug);
}
