import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Correction } from '#catalogue/correction.ts';
import type { SeenState, Store } from '#store/store.ts';
import { firstDamage, makeTemporaryStore, withStore } from '../with-store.ts';

interface RestoreRequest {
  readonly signal: AbortSignal;
  readonly onRecords: (records: number) => void;
  /** Called once for each source that is being read, before waiting for it. */
  readonly onWait: (source: string) => void;
  /** Called once if the restore has to wait for an import. */
  readonly onImport: () => void;
  /**
   * Applies the corrections file again as soon as the backup is in place; returns how many talks it
   * corrects.
   */
  readonly correct: (store: Store) => Promise<number | undefined>;
  /**
   * Called once the backup has been verified, before the database is opened. The function that it
   * returns is called if the restore fails.
   */
  readonly onWhole?: () => Promise<() => Promise<void>>;
}

type RestoreReport =
  | {
      readonly outcome: 'restored';
      readonly records: number;
      readonly state: SeenState;
      readonly forgotten: number;
      readonly isForgottenLost: boolean;
      /**
       * Talks corrected by the corrections file, now applied again; undefined if it could not be
       * applied.
       */
      readonly corrected: number | undefined;
      /** Talks that were corrected by hand, and in the backup are not, or differently. */
      readonly uncorrected: number;
    }
  /** Nothing was changed. `what`: the first damage found. */
  | { readonly outcome: 'damaged'; readonly what: string }
  /** Something else was written to the database meanwhile. */
  | { readonly outcome: 'different' };

/**
 * Reads a backup of this or an earlier version of Lectern, and replaces the contents of a database
 * with it, all or nothing.
 *
 * @throws StoreUnavailable; the signal's reason if that is aborted, in which case nothing was
 * changed
 */
export async function restoreBackup(path: string, database: string, request: RestoreRequest): Promise<RestoreReport> {
  return withCurrent(path, (backup) =>
    withStore(backup, 'read', async (from): Promise<RestoreReport> => {
      const what = await firstDamage(from, request.signal);
      if (what !== undefined) return { outcome: 'damaged', what };
      const undo = await request.onWhole?.();
      try {
        return await withStore(database, 'write', (to) => replaceAll(from, to, request));
      } catch (error) {
        await undo?.();
        throw error;
      }
    }),
  );
}

/**
 * A database in the schema of this version: a migrated copy, if the backup is of an earlier one.
 */
async function withCurrent<T>(path: string, work: (database: string) => Promise<T>): Promise<T> {
  const { copyDatabaseFile, isOutdatedFile } = await import('#store/open.ts');
  if (!(await isOutdatedFile(path))) return work(`sqlite:${path}`);
  const { migrateStore } = await import('#store/open.ts');
  const temporary = await makeTemporaryStore('restore');
  try {
    await copyDatabaseFile(`sqlite:${path}`, temporary.database.replace(/^sqlite:/, ''));
    await migrateStore(temporary.database);
    return await work(temporary.database);
  } finally {
    await temporary.remove();
  }
}

async function replaceAll(from: Store, to: Store, request: RestoreRequest): Promise<RestoreReport> {
  const { copyCatalogue } = await import('#harvest/copy-catalogue.ts');
  const { silenced } = await import('#harvest/forget/forget-person.ts');
  const { claimSources, forgetSeen, keepClaims, releaseSources, replaceSources, statesIn } =
    await import('#harvest/copy-sources.ts');
  const { recordLine } = await import('#representations/catalogue-file-writer.ts');
  const { claimToken } = await import('#harvest/sync/claim-holder.ts');
  const { runningProcesses } = await import('../sync/running-processes.ts');
  // Lets a sync free them if this process is killed.
  const holders = runningProcesses();
  const token = claimToken(holders);
  const { signal, onWait, onRecords: onProgress, onImport } = request;
  const claim = { by: `lectern restore on ${hostname()}`, token, holders, now: () => new Date(), onWait };
  const states = await statesIn(from.sources);
  // A running sync would put what it has read into the restored catalogue.
  let held = await claimSources(to.sources, (await knownSources(to)).keys(), { ...claim, signal });
  const keeping = keepClaims(to.sources, () => held, claim);
  try {
    // Even if this process is killed after the catalogue is committed, the talks missing from the
    // backup must be read again.
    await forgetSeen(to.sources, held);
    const options = { replace: true, now: new Date(), line: recordLine, signal, onProgress, onWait: onImport };
    const before = await correctionsIn(to);
    const report = await copyCatalogue(from, to, options);
    const uncorrected = changedSince(before, await to.corrections.all());
    // Its failure is reported after the states are restored.
    const [correcting] = await Promise.allSettled([request.correct(to)]);
    if (report.outcome !== 'copied') return { outcome: 'different' };
    const { forgotten, isForgottenLost } = report;
    const others = [...states.keys()].filter((name) => !held.includes(name));
    // Too late to stop.
    held = [...held, ...(await claimSources(to.sources, others, claim))];
    // The reports of sources may name people who were left out.
    const quiet = [...states].map(([name, state]) => [name, state && silenced(state)] as const);
    const by = forgotten === 0 ? states : new Map(quiet);
    await replaceSources(to.sources, held, { by, token });
    if (correcting.status === 'rejected') throw correcting.reason;
    const corrected = correcting.value;
    const { records } = report;
    return {
      outcome: 'restored',
      records,
      state: await to.state(),
      forgotten,
      isForgottenLost,
      corrected,
      uncorrected,
    };
  } finally {
    keeping.stop();
    await releaseSources(to.sources, held, token);
  }
}

async function knownSources(store: Store): Promise<ReadonlyMap<string, unknown>> {
  const { statesIn } = await import('#harvest/copy-sources.ts');
  return readable(() => statesIn(store.sources), new Map());
}

function correctionsIn(store: Store): Promise<readonly Correction[]> {
  return readable(() => store.corrections.all(), []);
}

/** How many of these have changed or gone. */
function changedSince(before: readonly Correction[], now: readonly Correction[]): number {
  const fields = new Map(now.map((correction) => [correction.slug, correction.fields]));
  return before.filter((correction) => !isDeepStrictEqual(correction.fields, fields.get(correction.slug))).length;
}

/** Yields nothing if there is no catalogue, or none that can be read. */
async function readable<T>(read: () => Promise<T>, nothing: T): Promise<T> {
  const { StoreUnavailable } = await import('#store/store.ts');
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreUnavailable) return nothing;
    throw error;
  }
}
