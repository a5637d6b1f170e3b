import type { UnsaidField } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Talk, TalkRecord } from '#catalogue/talk.ts';
import type { Store } from '#store/store.ts';
import { oneByOne } from '../sync/one-by-one.ts';
import type { Explained } from './source-reading.ts';

/** Talks as they will be stored: fields that the source does not mention keep their values. @throws StoreUnavailable */
export async function withWhatIsKept(
  store: Pick<Store, 'changes' | 'talks'>,
  explained: readonly Explained[],
): Promise<readonly Explained[]> {
  const slugs = explained.flatMap(({ record, unsaid }) =>
    record === undefined || unsaid.length === 0 ? [] : record.slug,
  );
  if (slugs.length === 0) return explained;
  const before = await talksBefore(store, new Set(slugs));
  return explained.map((one) => {
    const known = one.record === undefined ? undefined : before.get(one.record.slug);
    return one.record === undefined || known === undefined
      ? one
      : { ...one, record: { ...one.record, ...keptOf(known, one.record, one.unsaid) } };
  });
}

async function talksBefore(
  store: Pick<Store, 'changes' | 'talks'>,
  slugs: ReadonlySet<Slug>,
): Promise<Map<Slug, Talk>> {
  const hex = new Set([...slugs].map((slug) => slug.replaceAll('-', '')));
  const numbers: number[] = [];
  const changes = await store.changes(null, () => undefined);
  try {
    for await (const { slug, number } of oneByOne(changes.talks)) {
      if (hex.has(Buffer.from(slug).toString('hex'))) numbers.push(number);
    }
  } finally {
    changes.close();
  }
  const { value } = await store.talks(numbers);
  return new Map(value.flatMap((details) => (details === undefined ? [] : [[details.talk.slug, details.talk]])));
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
