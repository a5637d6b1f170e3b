import type { Slug } from '#catalogue/slug.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { Store } from '#store/store.ts';
import { talkWithNames } from '../merge/merge-rewriter.ts';
import { RecordsOfTalks } from '../reading/records-of-talks.ts';
import { NOTHING_SAME } from '../reading/same-lines.ts';
import type { SameLines } from '../reading/same-lines.ts';
import type { SourceOptions, SourceReading } from '../reading/source-reading.ts';
import { movedTalks } from './moved-talks.ts';
import { storedKey } from './remembered-keys.ts';
import type { KeyedTalk } from './talk-traits.ts';

/**
 * When all of a source has been read: gives talks that have come under new keys the slugs that they had, and withdraws those
 * that must no longer be published. If any talk may be among the entries that could not be read, nobody knows which are
 * missing, and all new keys are new talks.
 * @throws StoreUnavailable; the signal's reason when that is aborted
 */
export async function recogniseMoved(
  store: Pick<Store, 'records'>,
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
      return [{ key: storedKey(talk.key), firstSlug, record: talkWithNames(made.record, same) }];
    });
  const request = { owns, missing, fresh: keyed(talks), withheld: keyed(hidden), now, signal };
  for (const { slug, key, by, isWithheld } of await movedTalks(store.records('talk'), request)) {
    if (isWithheld) {
      source.withheld.add(slug);
      continue;
    }
    identity.changeKey(slug, key);
    moved.set(slug, by);
  }
}

/** Whether a talk has come, under this slug or under one that the operator says is the same. */
function isThere(slug: Slug, { records, left, withheld }: SourceReading, same: SameLines): boolean {
  if (same.keepOf(slug) !== undefined) return true;
  return [slug, ...same.dropsOf(slug)].some((name) => records.has(name) || left.has(name) || withheld.has(name));
}

/** Whether a talk came under this slug because operators said that it was the same as another, and they no longer do. */
function wasSame(slug: Slug, key: string, same: SameLines): boolean {
  return key === '' && !same.isKept(slug);
}
