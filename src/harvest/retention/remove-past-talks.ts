import { withCorrections, type Correction } from '#catalogue/correction.ts';
import { secondsOf, timestampOf, type Timestamp } from '#catalogue/timestamp.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import { NoCatalogue, type ChangesSince, type Store } from '#store/store.ts';
import { slugText } from '#store/talks.ts';
import { oneByOne } from '../sync/one-by-one.ts';

export interface RetentionRequest {
  /** Talks that ended before this time are removed. */
  readonly before: Timestamp;
  readonly now: Date;
  /** True: a dry run, rolled back at the end. */
  readonly dryRun?: boolean;
  /** Called once if it has to wait for an import. */
  readonly onWait?: () => void;
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Removes past talks, all or none, including hidden ones and the source values kept with corrections. A record that
 * each was removed, and when, stays for those who have a copy. Returns how many were visible.
 * @throws StoreUnavailable
 */
export async function removePastTalks(
  store: Store,
  { before, now, dryRun = false, onWait, signal }: RetentionRequest,
): Promise<number> {
  // Usually there are none: then there is no need to wait for an import.
  if ((await pastTalks(store, before)).length === 0 && (await hiddenPastTalks(store, before)).length === 0) return 0;
  const started = await store.beginImport({ replace: false, now, dryRun, onWait, signal });
  try {
    const slugs = new Set(await pastTalks(store, before));
    const removed = timestampOf(Math.floor(now.getTime() / 1000));
    const records = [...slugs].map((slug, at): LocatedRecord => {
      return {
        record: { type: 'removed_talk', slug, uid: '', removed, history: null },
        file: 'past talks',
        line: at + 1,
      };
    });
    const problems = await started.put(records);
    const visible = (await store.corrections.all()).filter(({ slug }) => slugs.has(slug));
    const corrections = [...visible, ...(await hiddenPastTalks(store, before))];
    await started.changeCorrections({ put: corrections.map((each) => ({ ...each, source: null })) });
    const outcome = await started.finish();
    if (!outcome.ok) {
      throw new Error(`Past talks have problems: ${JSON.stringify([...problems, ...outcome.problems])}`);
    }
    return slugs.size;
  } finally {
    await started.abandon();
  }
}

/** Slugs of talks that ended before a time; none without a catalogue. */
async function pastTalks(store: Pick<Store, 'changes'>, before: Timestamp): Promise<string[]> {
  const changes = await allTalks(store);
  if (changes === undefined) return [];
  const slugs: string[] = [];
  const seconds = secondsOf(before);
  try {
    for await (const { slug, start, length } of oneByOne(changes.talks))
      if (start + length < seconds) slugs.push(slugText(slug));
  } finally {
    changes.close();
  }
  return slugs;
}

/** Corrections that hide past talks and still keep their source values; none without a catalogue. */
async function hiddenPastTalks(store: Pick<Store, 'corrections'>, before: Timestamp): Promise<readonly Correction[]> {
  try {
    return (await store.corrections.all()).filter(({ fields, source }) => {
      return fields.hidden === true && source !== null && withCorrections(source, fields).end < before;
    });
  } catch (error) {
    if (!(error instanceof NoCatalogue)) throw error;
    return [];
  }
}

/** Undefined: no catalogue. Damaged talks are passed over. */
async function allTalks(store: Pick<Store, 'changes'>): Promise<ChangesSince | undefined> {
  try {
    return await store.changes(null, () => undefined);
  } catch (error) {
    if (!(error instanceof NoCatalogue)) throw error;
    return undefined;
  }
}
