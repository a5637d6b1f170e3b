import type { Collection } from '#catalogue/collection.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Store, StoreImport } from '#store/store.ts';
import { NOTHING_NOTED, collectionsOf, notedTalks } from './brought-talks.ts';
import type { NotedTalks } from './brought-talks.ts';
import { NOTHING_GONE, goneTalks } from './gone-talks.ts';
import type { Gone, GonePolicy } from './gone-talks.ts';
import { likelyName } from '../reading/likely-name.ts';
import type { TalkNoteKind } from './note-slug.ts';
import type { CatalogueReading } from '../reading/catalogue-reading.ts';
import { NOTHING_SAME } from '../merge/same-lines.ts';
import type { SameLines } from '../merge/same-lines.ts';
import { finalizeMerges } from '../merge/finalize-merges.ts';
import type { SameReport, FinalizedMerges } from '../merge/finalize-merges.ts';
import { SharedTalks } from './shared-talks.ts';
import type { SourceReading, SourceSummary } from '../reading/source-reading.ts';
import type { SharingOptions } from './ownership.ts';

export interface FinalizeRequest {
  /** True: what the files do not name goes in any case. */
  readonly replace: boolean;
  readonly now: Date;
  readonly sources?: SharingOptions & {
    readonly gone: GonePolicy;
    readonly allowEmpty?: boolean;
    readonly same?: SameLines | undefined;
  };
}

export interface FinalizedSources {
  readonly sources: readonly SourceSummary[];
  readonly same: SameReport;
}

type Kept = Pick<Store, 'changes' | 'collection' | 'records' | 'talks'>;
type Started = Pick<StoreImport, 'intoEmpty' | 'put' | 'refuse'>;

/**
 * When all has been read: decides about what came under names that are dropped; finds what has vanished from each source since
 * it was last imported, does with it what the policy says, and notes what the source has brought.
 */
export async function finalizeSources(
  store: Kept,
  started: Started,
  reading: CatalogueReading,
  settling: FinalizeRequest,
): Promise<FinalizedSources> {
  const { found, sources } = reading;
  const isAlone = started.intoEmpty || settling.replace;
  const lines = settling.sources?.same ?? NOTHING_SAME;
  const same = await finalizeMerges(store, reading.sources, { lines, isAlone, now: settling.now });
  found.add(await started.put(same.records));
  const shared = new SharedTalks(store, sources.bySource.values(), same.notes, settling.sources ?? {});
  const summaries: SourceSummary[] = [];
  for (const source of sources.bySource.values()) {
    const noted = (kind: keyof Parts['before']): Promise<NotedTalks> =>
      isAlone ? Promise.resolve(NOTHING_NOTED) : notedTalks(store, source.identity.notes, kind);
    const before = { brought: await noted('brought'), also: await noted('also'), cancelled: await noted('cancelled') };
    const settled = await settleSource(store, { source, before, same, shared }, settling);
    if (settled === 'everything') {
      started.refuse([]);
      found.add([everythingGone(source, before.brought)]);
      continue;
    }
    if (!isAlone) await shared.takeOver(source);
    found.add(await started.put(settled.records));
    const lists = await source.lists.settle(settling.sources?.gone ?? 'keep', isAlone ? undefined : store);
    found.add(await started.put(lists.records.map((record) => ({ record, file: source.file, line: 1 }))));
    const isNew = !isAlone && before.brought.collections.length + before.also.collections.length === 0;
    summaries.push({
      source: source.identity.source,
      gone: settled.gone.talks,
      lists: lists.news,
      likelyName: isNew ? await likelyName(store, source.sample, othersThan(reading, settling)) : undefined,
    });
  }
  found.add(await started.put(same.closing()));
  return { sources: summaries, same: same.report };
}

/** What is known to be a source by itself, as their notes begin. */
function othersThan({ sources }: CatalogueReading, settling: FinalizeRequest): ReadonlySet<string> {
  const read = [...sources.bySource.values()].map(({ identity }) => identity.notes);
  return new Set([...read, ...(settling.sources?.neighbours?.all ?? []).map(({ notes }) => notes)]);
}

interface Parts {
  readonly source: SourceReading;
  readonly before: Readonly<Record<TalkNoteKind | 'cancelled', NotedTalks>>;
  readonly same: FinalizedMerges;
  readonly shared: SharedTalks;
}

async function settleSource(
  store: Kept,
  parts: Parts,
  settling: FinalizeRequest,
): Promise<{ readonly gone: Gone; readonly records: readonly LocatedRecord[] } | 'everything'> {
  const { source, before, same, shared } = parts;
  const { identity, file, hasSkipped, records } = source;
  const here = new Set([...records.slugs].filter((slug) => !same.isDropped(slug)));
  for (const slug of same.talks.ownOf(identity.source)) here.add(slug);
  const also = new Set(same.talks.alsoOf(identity.source));
  for (const [slug, teller] of source.left) (shared.isTold(slug, teller) ? also : here).add(slug);
  if (hasSkipped) for (const slug of before.also.slugs) if (!here.has(slug)) also.add(slug);
  const isSettled = (slug: Slug): boolean => here.has(slug) || also.has(slug) || same.isDropped(slug);
  const missing = new Set([...before.brought.slugs].filter((slug) => !isSettled(slug)));

  const gone = await goneOf(store, parts, missing, settling);
  if (gone === 'everything') return gone;
  const slugs = new Set([...before.brought.slugs, ...here]);
  // What a collection alone has brought does not vanish: that nobody lists it any more does not mean that it is off.
  for (const slug of source.lists.talks) slugs.delete(slug);
  for (const slug of before.brought.slugs) if (also.has(slug) || same.isDropped(slug)) slugs.delete(slug);
  for (const slug of gone.forgotten) slugs.delete(slug);
  const noted = [...notesOf(parts, slugs, also), ...cancelledNotes(parts, here, gone)];
  return { gone, records: [...gone.records, ...noted.map((record) => ({ record, file, line: 1 }))] };
}

function notesOf(
  { source: { identity }, before: { brought, also } }: Parts,
  slugs: ReadonlySet<Slug>,
  others: ReadonlySet<Slug>,
): Collection[] {
  const named = { name: identity.source, notes: identity.notes };
  const isAny = slugs.size + others.size + brought.collections.length > 0;
  return [
    ...(isAny ? collectionsOf(named, 'brought', slugs, brought) : []),
    ...(others.size + also.collections.length > 0 ? collectionsOf(named, 'also', others, also) : []),
  ];
}

/** Those that are back take place again, though their source does not say so (`unsaid`). */
function cancelledNotes(
  { source: { identity }, before: { cancelled } }: Parts,
  here: ReadonlySet<Slug>,
  { talks, forgotten }: Gone,
): Collection[] {
  const now = talks.filter(({ fate }) => fate === 'cancelled').map(({ slug }) => slug);
  const slugs = [...new Set([...cancelled.slugs, ...now])].filter((slug) => !here.has(slug) && !forgotten.has(slug));
  if (slugs.length + cancelled.collections.length === 0) return [];
  return collectionsOf({ name: identity.source, notes: identity.notes }, 'cancelled', slugs, cancelled);
}

async function goneOf(
  store: Kept,
  { source, same, shared }: Parts,
  missing: ReadonlySet<Slug>,
  { sources, now }: FinalizeRequest,
): Promise<Gone | 'everything'> {
  if (missing.size === 0) return NOTHING_GONE;
  const { identity, file, hasSkipped, records } = source;
  const policy = hasSkipped ? 'keep' : (sources?.gone ?? 'keep');
  const elsewhere = hasSkipped ? new Set<Slug>() : new Set(await same.handOver(missing, identity.source));
  const others = new Set([...missing].filter((slug) => !hasSkipped && !elsewhere.has(slug)));
  if (others.size > 0) for (const slug of await shared.handOver(others, source)) elsewhere.add(slug);
  const moment = timestampOf(Math.floor(now.getTime() / 1000));
  const gone = await goneTalks(store.records(), missing, { policy, now: moment, file, elsewhere });
  // Of one that tells of what is to come only, the last talk is over some day.
  const isEnding = gone.talks.some(({ fate }) => fate === 'cancelled' || fate === 'removed');
  const isEmpty = source.left.size === 0 && [...records.slugs].every((slug) => source.lists.talks.has(slug));
  return isEmpty && isEnding && sources?.allowEmpty !== true ? 'everything' : gone;
}

/** An empty calendar is far more often a fault at the source than a department that has given up. */
function everythingGone({ identity, file }: SourceReading, { slugs }: NotedTalks): LocatedProblem {
  return {
    code: 'empty-source',
    where: '',
    what: `There is no talk in it, and ${slugs.size} have come from ${identity.source} before.`,
    hint: 'Look at the source, or say --gone keep. If it is right that all of them go, let lectern import do it once with --allow-empty.',
    file,
    line: 0,
  };
}
