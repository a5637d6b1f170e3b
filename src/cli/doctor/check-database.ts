import type { Store } from '#store/store.ts';
import { firstDamage } from '../first-damage.ts';
import { withStore } from '../with-store.ts';
import { ok, problem, skipped, type Finding } from './finding.ts';
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
      findings.push(...(await integrityOf(store, isFull, signal)));
      findings.push(...checkSources(await store.sources.list(), sources, now));
    });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    // Its message says what to do.
    findings.push(problem('database', error.message));
  }
  yield* findings;
}

async function integrityOf(store: Store, isFull: boolean, signal: AbortSignal): Promise<readonly Finding[]> {
  const what = (await damageAtStart(store, signal)) ?? (isFull ? await firstDamage(store, signal) : undefined);
  if (what !== undefined) {
    const hint = 'List all damage with lectern check; then restore a backup, or import the records again.';
    return [problem('integrity', `damaged: ${what}`, hint)];
  }
  if (isFull) return [ok('integrity', 'every record matches its checksum')];
  return [
    ok('integrity', 'what lectern serve reads when it starts is undamaged'),
    skipped('records', 'not read; --full compares each with its checksum'),
  ];
}

/** The first damage that a server would find when it starts: it builds an index, and takes a quick look. */
async function damageAtStart(store: Store, signal: AbortSignal): Promise<string | undefined> {
  for await (const { what } of store.findDamage('quick', signal)) return what;
  const { applyChanges } = await import('#search/index/apply-changes.ts');
  let first: string | undefined;
  const changes = await store.changes(null, ({ what }) => (first ??= what));
  try {
    const { isDamaged } = await applyChanges(undefined, changes);
    signal.throwIfAborted();
    return first ?? (isDamaged ? 'a talk refers to a record that is missing.' : undefined);
  } finally {
    changes.close();
  }
}
