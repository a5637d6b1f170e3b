import { NEVER_RUN } from '#store/source-state.ts';
import { NoCatalogue } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import { sourceNamed } from '../provenance/neighbours.ts';
import type { Neighbours } from '../provenance/neighbours.ts';
import type { NotedSource } from '../provenance/brought-talks.ts';
import { dueAt } from './schedule.ts';
import type { ConfiguredSource } from './sources-file.ts';
import { syncSource } from './sync-source.ts';
import type { SourceRun } from './sync-source.ts';
import type { SourceReport } from './sync-report.ts';

export interface SyncRequest extends Omit<SourceRun, 'isForced' | 'neighbours'> {
  readonly sources: readonly ConfiguredSource[];
  /** Those that are due; all of them; or these, whether they are due or enabled or not. */
  readonly which: 'due' | 'all' | ReadonlySet<string>;
  /** Called with each source when it begins, and with each report when it is there. */
  readonly onBegin?: (source: ConfiguredSource) => void;
  readonly onReport: (report: SourceReport) => void;
}

/**
 * Brings the sources in, each by itself and one after the other: that one fails leaves the others alone.
 * @throws StoreUnavailable; the signal's reason when that is aborted
 */
export async function sync(store: Store, request: SyncRequest): Promise<void> {
  const { sources, which, dryRun, now, signal } = request;
  if (!dryRun) await makeCatalogue(store, now());
  if (!dryRun && typeof which === 'string') {
    await store.sources.forgetAllBut(
      sources.map(({ name }) => name),
      now(),
    );
    await pause(store, sources, request);
  }
  for (const source of sources) {
    const isNamed = typeof which !== 'string' && which.has(source.name);
    if (!isNamed && (typeof which !== 'string' || !source.enabled)) continue;
    signal.throwIfAborted();
    request.onBegin?.(source);
    const run = { ...request, isForced: which !== 'due', neighbours: neighboursOf(source, sources) };
    request.onReport(await syncSource(store, source, run));
  }
}

/** What is not looked at any more has nothing to say of what others have. */
function neighboursOf(source: ConfiguredSource, sources: readonly ConfiguredSource[]): Neighbours {
  const before = sources.slice(0, sources.indexOf(source)).filter(({ enabled }) => enabled);
  const all = sources.filter((other) => other !== source);
  const noted = (some: readonly ConfiguredSource[]): NotedSource[] => some.map(({ name }) => sourceNamed(name));
  return { before: noted(before), all: noted(all) };
}

/** When the next of these sources is due, by what the store knows; undefined when none ever is. @throws StoreUnavailable */
export async function nextDue(
  store: Store,
  sources: readonly ConfiguredSource[],
  now: Date,
): Promise<Date | undefined> {
  const listed = new Map((await store.sources.list()).map((one) => [one.name, one]));
  const times = sources
    .filter(({ enabled }) => enabled)
    .map(({ name, every }) => {
      const { state, claim } = listed.get(name) ?? {};
      // Whoever is at it will be done by then, or is lost.
      const free = claim === undefined ? 0 : claim.until.getTime();
      return Math.max(now.getTime(), dueAt(state, every).getTime(), free);
    });
  return times.length === 0 ? undefined : new Date(Math.min(...times));
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

/** No run is planned of what is not enabled. */
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
