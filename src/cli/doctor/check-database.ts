import type { Store } from '#store/store.ts';
import { firstDamage } from '../first-damage.ts';
import { withStore } from '../with-store.ts';
import { ok, problem, type Finding } from './finding.ts';
import { checkSources } from './check-sources.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';

interface DatabaseRequest {
  readonly database: string;
  readonly sources: readonly ConfiguredSource[];
  readonly isFull: boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Whether the database can be read and is undamaged, and the state of its sources. */
export async function* checkDatabase(request: DatabaseRequest): AsyncGenerator<Finding> {
  const { StoreUnavailable } = await import('#store/store.ts');
  const { database, sources, isFull, now, signal } = request;
  const findings: Finding[] = [];
  try {
    await withStore(database, 'read', async (store) => {
      const { version, isReplica } = await store.state();
      findings.push(
        ok('database', `answers; version ${String(version)} of the catalogue${isReplica ? ', on a standby' : ''}`),
      );
      findings.push(
        isFull ? await integrityOf(store, signal) : ok('integrity', 'not checked; --full reads every record'),
      );
      findings.push(...checkSources(await store.sources.list(), sources, now));
    });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    // Its message says what to do.
    findings.push(problem('database', error.message));
  }
  yield* findings;
}

async function integrityOf(store: Pick<Store, 'findDamage'>, signal: AbortSignal): Promise<Finding> {
  const what = await firstDamage(store, signal);
  if (what === undefined) return ok('integrity', 'every record matches its checksum');
  const hint = 'List all damage with lectern check; then restore a backup, or import the records again.';
  return problem('integrity', `damaged: ${what}`, hint);
}
