import type { LocatedProblem } from '#catalogue/problem.js';
import type { LocatedRecord } from '#catalogue/record.js';
import type { Slug } from '#catalogue/slug.js';
import { timestampOf } from '#catalogue/timestamp.js';
import type { Store, StoreImport } from '#store/store.js';
import { NOTHING_NOTED, collectionsOf, notedTalks } from './brought-talks.js';
import type { NotedTalks } from './brought-talks.js';
import { NOTHING_GONE, goneTalks } from './gone-talks.js';
import type { Gone, GonePolicy } from './gone-talks.js';
import { NO_NEIGHBOURS, broughtBy } from './neighbours.js';
import type { Neighbours } from './neighbours.js';
import type { TalkNoteKind } from './note-slug.js';
import type { Reading } from './reading.js';
import { NOTHING_SAME } from './same/same-lines.js';
import type { SameLines } from './same/same-lines.js';
import { settleSame } from './same/settle-same.js';
import type { SameReport, SettledSame } from './same/settle-same.js';
import type { SourceReading, SourceSummary } from './source-reading.js';

export interface Settling {
  /** True: what the files do not name goes in any case. */
  readonly replace: boolean;
  readonly now: Date;
  readonly sources?: {
    readonly gone: GonePolicy;
    readonly same?: SameLines | undefined;
    readonly allowEmpty?: boolean;
    readonly neighbours?: Neighbours | undefined;
  };
}

export interface Settled {
  readonly sources: readonly SourceSummary[];
  readonly same: SameReport;
}

type Kept = Pick<Store, 'changes' | 'collection' | 'records' | 'talks'>;
type Started = Pick<StoreImport, 'intoEmpty' | 'put' | 'refuse'>;

/**
 * When all has been read: decides about what came under names that are dropped; finds what has vanished from each source since
 * it was last imported, does with it what the policy says, and notes what the source has brought.
 */
export async function settleSources(
  store: Kept,
  started: Started,
  reading: Reading,
  settling: Settling,
): Promise<Settled> {
  const { found, sources } = reading;
  const isAlone = started.intoEmpty || settling.replace;
  const lines = settling.sources?.same ?? NOTHING_SAME;
  const same = await settleSame(store, reading.sources, { lines, isAlone, now: settling.now });
  found.add(await started.put(same.records));
  const summaries: SourceSummary[] = [];
  for (const source of sources.bySource.values()) {
    const noted = (kind: TalkNoteKind): Promise<NotedTalks> =>
      isAlone ? Promise.resolve(NOTHING_NOTED) : notedTalks(store, source.identity, kind);
    const before = { brought: await noted('brought'), also: await noted('also') };
    const settled = await settleSource(store, { source, before, same }, settling);
    if (settled === 'everything') {
      started.refuse([]);
      found.add([everythingGone(source, before.brought)]);
      continue;
    }
    found.add(await started.put(settled.records));
    const lists = await source.lists.settle(settling.sources?.gone ?? 'keep', isAlone ? undefined : store);
    found.add(await started.put(lists.records.map((record) => ({ record, file: source.file, line: 1 }))));
    summaries.push({ source: source.identity.source, gone: settled.gone.talks, lists: lists.news });
  }
  found.add(await started.put(same.closing()));
  return { sources: summaries, same: same.report };
}

interface Parts {
  readonly source: SourceReading;
  readonly before: Readonly<Record<TalkNoteKind, NotedTalks>>;
  readonly same: SettledSame;
}

async function settleSource(
  store: Kept,
  parts: Parts,
  settling: Settling,
): Promise<{ readonly gone: Gone; readonly records: readonly LocatedRecord[] } | 'everything'> {
  const { source, before, same } = parts;
  const { identity, file, hasSkipped, records } = source;
  const here = new Set([...records.slugs].filter((slug) => !same.isDropped(slug)));
  for (const slug of [...source.left, ...same.talks.ownOf(identity.source)]) here.add(slug);
  const also = new Set(same.talks.alsoOf(identity.source));
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
  const noted = [
    ...(slugs.size + also.size + before.brought.collections.length > 0
      ? collectionsOf(identity, 'brought', slugs, before.brought)
      : []),
    ...(also.size + before.also.collections.length > 0 ? collectionsOf(identity, 'also', also, before.also) : []),
  ];
  return { gone, records: [...gone.records, ...noted.map((record) => ({ record, file, line: 1 }))] };
}

async function goneOf(
  store: Kept,
  { source, same }: Parts,
  missing: ReadonlySet<Slug>,
  { sources, now }: Settling,
): Promise<Gone | 'everything'> {
  if (missing.size === 0) return NOTHING_GONE;
  const { identity, file, hasSkipped, records } = source;
  const policy = hasSkipped ? 'keep' : (sources?.gone ?? 'keep');
  const elsewhere = hasSkipped ? new Set<Slug>() : new Set(await same.handOver(missing, identity.source));
  const others = hasSkipped ? [] : (sources?.neighbours ?? NO_NEIGHBOURS).all;
  for (const slug of (await broughtBy(store, others)).keys()) if (missing.has(slug)) elsewhere.add(slug);
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
