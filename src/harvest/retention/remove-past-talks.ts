import { withCorrections } from '#catalogue/correction.ts';
import type { Correction } from '#catalogue/correction.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import { NoCatalogue } from '#store/store.ts';
import type { Changes, Store } from '#store/store.ts';
import { oneByOne } from '../sync/one-by-one.ts';

export interface RetentionRequest {
  /** Talks that ended before this moment are removed. */
  readonly before: Timestamp;
  readonly now: Date;
  /** True: everything is done but the commit. */
  readonly dryRun?: boolean;
  /** Called once if an import has to be waited for. */
  readonly onWait?: () => void;
}

/** Talks that are read together. */
const BATCH = 500;

/**
 * Removes past talks, all of them or none, and what is kept of them beneath corrections, also of those that are hidden. Of each is
 * left that it was removed, and when, for those who have a copy. Returns how many could be seen. @throws StoreUnavailable
 */
export async function removePastTalks(
  store: Store,
  { before, now, dryRun = false, onWait }: RetentionRequest,
): Promise<number> {
  // Most often there are none, and nobody need wait for an import.
  if ((await pastTalks(store, before)).length === 0 && (await hiddenPastTalks(store, before)).length === 0) return 0;
  const started = await store.beginImport({ replace: false, now, dryRun, ...(onWait === undefined ? {} : { onWait }) });
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

/** The slugs of talks that ended before a moment. None where there is no catalogue. */
async function pastTalks(store: Pick<Store, 'changes' | 'talks'>, before: Timestamp): Promise<string[]> {
  const began = await begunBefore(store, secondsOf(before));
  const slugs: string[] = [];
  for (let at = 0; at < began.length; at += BATCH) {
    const { value } = await store.talks(began.slice(at, at + BATCH));
    for (const details of value) {
      if (details !== undefined && details.talk.end < before) slugs.push(details.talk.slug);
    }
  }
  return slugs;
}

/** Corrections that hide talks which ended before a moment, and which still have them. None where there is no catalogue. */
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

async function begunBefore(store: Pick<Store, 'changes'>, seconds: number): Promise<number[]> {
  const changes = await allTalks(store);
  if (changes === undefined) return [];
  const numbers: number[] = [];
  try {
    for await (const { start, number } of oneByOne(changes.talks)) if (start < seconds) numbers.push(number);
  } finally {
    changes.close();
  }
  return numbers;
}

/** Undefined where there is no catalogue. What is damaged is left to those who mend it. */
async function allTalks(store: Pick<Store, 'changes'>): Promise<Changes | undefined> {
  try {
    return await store.changes(null, () => undefined);
  } catch (error) {
    if (!(error instanceof NoCatalogue)) throw error;
    return undefined;
  }
}
