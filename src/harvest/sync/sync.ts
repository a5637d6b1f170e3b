import { parsedAddress } from '#sources/fetch/fetch-address.ts';
import { isInForce, type ListedSource, NEVER_RUN } from '#store/source-states.ts';
import { NoCatalogue, type Store } from '#store/store.ts';
import type { Neighbours } from '../provenance/ownership.ts';
import { freeAbandoned, isAbandoned, type ClaimHolders } from './claim-holder.ts';
import { ImportQueue } from './import-queue.ts';
import { dueAt } from './schedule.ts';
import type { ConfiguredSource } from './sources-file.ts';
import { syncSource, type SourceRun } from './sync-source.ts';
import type { SourceReport } from './sync-report.ts';

export interface SyncRequest extends Omit<SourceRun, 'isForced' | 'neighbours' | 'imports'> {
  readonly sources: readonly ConfiguredSource[];
  /** Due sources, all sources, or these, even if they are not due or not enabled. */
  readonly which: 'due' | 'all' | ReadonlySet<string>;
  /** Called with each report. */
  readonly onReport: (report: SourceReport) => void;
}

/** Sources fetched at the same time. */
const SIDE_BY_SIDE = 4;

/**
 * Syncs sources independently: a failure of one does not affect others. A few are fetched in parallel, but imported one
 * after the other. If what came of a source cannot be stored, it is reported, and the run ends.
 * @throws StoreUnavailable; the signal's reason when that is aborted
 */
export async function sync(store: Store, request: SyncRequest): Promise<void> {
  const { sources, which, dryRun, now, signal } = request;
  if (!dryRun) await makeCatalogue(store, now());
  const abandoned = dryRun ? new Set<string>() : await freeAbandoned(store.sources, request.holders);
  if (!dryRun && typeof which === 'string') {
    await store.sources.forgetAllBut(
      sources.map(({ name }) => name),
      now(),
    );
    await pause(store, sources, request);
  }
  const imports = new ImportQueue();
  const bringIn = async (source: ConfiguredSource, either: AbortSignal): Promise<void> => {
    const isForced = which !== 'due';
    const run = { ...request, imports, isForced, neighbours: neighboursOf(source, sources), signal: either };
    const report = await syncSource(store, source, run);
    request.onReport(report);
    if (report.unsettled !== undefined) throw report.unsettled;
  };
  const wanted = sources.filter(({ name, enabled }) => (typeof which === 'string' ? enabled : which.has(name)));
  const others = wanted.filter(({ name }) => !abandoned.has(name));
  await sideBySide(lanesOf(others), { most: SIDE_BY_SIDE, signal }, bringIn);
  // One of these may have crashed the process that synced it. Syncing them last, one by one, protects the others.
  const last = wanted.filter(({ name }) => abandoned.has(name));
  await sideBySide([last], { most: 1, signal }, bringIn);
}

/** Groups sources by host, so that no server has to serve two at once. */
function lanesOf(sources: readonly ConfiguredSource[]): readonly (readonly ConfiguredSource[])[] {
  return [...Map.groupBy(sources, ({ name, address }) => hostOfAddress(address) ?? `file ${name}`).values()];
}

function hostOfAddress(address: string | null): string | undefined {
  try {
    return address === null ? undefined : parsedAddress(address).host;
  } catch {
    // Opening the source reports that.
    return undefined;
  }
}

/** The other sources. What a disabled one brought stays its own, but it takes over nothing. */
function neighboursOf(source: ConfiguredSource, sources: readonly ConfiguredSource[]): Neighbours {
  const earlier = sources.slice(0, sources.indexOf(source));
  const before = earlier.filter(({ enabled, trust }) => enabled && trust === 'all');
  const all = sources.filter((other) => other !== source);
  return { before: before.map(({ name }) => name), all: all.map(({ name }) => name) };
}

/** When the next of these sources is due. Undefined: none is enabled. @throws StoreUnavailable */
export async function nextDue(
  store: Store,
  sources: readonly ConfiguredSource[],
  { now, holders }: { readonly now: Date; readonly holders: ClaimHolders },
): Promise<Date | undefined> {
  const listed = new Map((await listedIn(store)).map((one) => [one.name, one]));
  const times = sources
    .filter(({ enabled }) => enabled)
    .map(({ name, every }) => {
      const { state, claim } = listed.get(name) ?? {};
      // By then the other process has finished, or its claim has expired.
      const isFree = claim === undefined || !isInForce(claim, now) || isAbandoned(claim, holders);
      const free = isFree ? 0 : claim.until.getTime();
      return Math.max(now.getTime(), dueAt(state, every, now).getTime(), free);
    });
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

/** Empty: no catalogue yet, as in a dry run before the first import. */
async function listedIn({ sources }: Store): Promise<readonly ListedSource[]> {
  try {
    return await sources.list();
  } catch (error) {
    if (error instanceof NoCatalogue) return [];
    throw error;
  }
}

async function makeCatalogue(store: Store, now: Date): Promise<void> {
  try {
    await store.sources.list();
  } catch (error) {
    if (!(error instanceof NoCatalogue)) throw error;
    const started = await store.beginImport({ replace: false, now });
    try {
      await started.finish();
    } finally {
      await started.abandon();
    }
  }
}

/** Clears the next run of disabled sources. */
async function pause(store: Store, sources: readonly ConfiguredSource[], { by, now }: SyncRequest): Promise<void> {
  const paused = new Set(sources.filter(({ enabled }) => !enabled).map(({ name }) => name));
  for (const { name, state } of await store.sources.list()) {
    if (!paused.has(name) || state?.nextRun === null) continue;
    const until = new Date(now().getTime() + 1000);
    const claimed = await store.sources.claim(name, { token: `pause ${name}`, by, until }, now());
    if (claimed !== undefined) {
      await store.sources.settle(name, `pause ${name}`, { ...(claimed.state ?? NEVER_RUN), nextRun: null });
    }
  }
}

/**
 * Runs the work of many lanes, a few lanes at a time, and the items of a lane in order. The first failure aborts the
 * signal of the others, which are awaited.
 * @throws the first failure; the signal's reason when that is aborted
 */
async function sideBySide<T>(
  lanes: readonly (readonly T[])[],
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const waiting = [...lanes];
  const takeLanes = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
      for (const item of lane) {
        either.throwIfAborted();
        await work(item, either);
      }
    }
  };
  const takers = Array.from({ length: Math.min(most, lanes.length) }, () =>
    takeLanes().catch((error: unknown) => failed.abort(error)),
  );
  await Promise.all(takers);
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
}
