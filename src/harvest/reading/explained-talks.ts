import type { UnsaidField } from '#catalogue/record.ts';
import type { Talk, TalkRecord } from '#catalogue/talk.ts';
import { talkRecords, type TalksBySlug } from '../stored-talks.ts';
import type { Explained } from './source-reading.ts';

/** Talks as they will be stored: fields that the source does not mention keep their values. @throws StoreUnavailable */
export async function withWhatIsKept(
  store: TalksBySlug,
  explained: readonly Explained[],
): Promise<readonly Explained[]> {
  const slugs = explained.flatMap(({ record, unsaid }) =>
    record === undefined || unsaid.length === 0 ? [] : record.slug,
  );
  const before = await talkRecords(store, slugs);
  return explained.map((one) => {
    const known = one.record === undefined ? undefined : before.get(one.record.slug);
    return one.record === undefined || known === undefined
      ? one
      : { ...one, record: { ...one.record, ...keptOf(known, one.record, one.unsaid) } };
  });
}

/** The values that the store keeps: given items are added to a stored list, and a given text fills an empty one. */
export function keptOf(known: Talk, given: TalkRecord, unsaid: readonly UnsaidField[]): Partial<TalkRecord> {
  const kept = unsaid.flatMap((field) => {
    const [before, now]: readonly [unknown, unknown] = [known[field], given[field]];
    if (isList(before) && isList(now)) return [[field, [...new Set([...before, ...now])]] as const];
    return before === '' || before === null || before === false ? [] : [[field, before] as const];
  });
  return Object.fromEntries(kept);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Value of `--explain` that stands for all talks that must not be published. */
export const LEFT_OUT = 'left-out';
/** Value of `--explain` that stands for all talks whose speakers were found in texts. */
export const SPEAKERS = 'speakers';
