import type { Store, StoreState } from '#store/store.ts';
import { firstDamage, withStore } from '../with-store.ts';
import { writeBackupFile } from './backup-file.ts';

interface BackupRequest {
  readonly signal: AbortSignal;
  readonly onRecords: (records: number) => void;
}

type BackupReport =
  | { readonly outcome: 'written'; readonly state: StoreState }
  /** Nothing was written. `what`: the first damage found. */
  | { readonly outcome: 'damaged'; readonly what: string };

class Damaged extends Error {}

/**
 * Writes a consistent snapshot of a whole database to a SQLite file, reads it back, and only then
 * gives it its name.
 *
 * @throws StoreUnavailable; the signal's reason if that is aborted
 */
export async function writeBackup(database: string, path: string, request: BackupRequest): Promise<BackupReport> {
  try {
    return await writeBackupFile(path, async (temporary) => {
      const { copyDatabaseFile, endLogOf } = await import('#store/open.ts');
      if (!(await copyDatabaseFile(database, temporary))) {
        await withStore(database, 'read', (from) =>
          withStore(`sqlite:${temporary}`, 'write', (to) => copyAll(from, to, request)),
        );
        await endLogOf(temporary);
      }
      return withStore(`sqlite:${temporary}`, 'read', async (copy) => {
        const what = await firstDamage(copy, request.signal);
        if (what !== undefined) throw new Damaged(what);
        const { version, token } = await copy.state();
        return { outcome: 'written', state: { version, token } };
      });
    });
  } catch (error) {
    if (error instanceof Damaged) return { outcome: 'damaged', what: error.message };
    throw error;
  }
}

/** The catalogue, and the sync state of its sources. */
async function copyAll(from: Store, to: Store, { signal, onRecords }: BackupRequest): Promise<void> {
  const { copyCatalogue } = await import('#harvest/copy-catalogue.ts');
  const { claimSources, replaceSources, statesIn } = await import('#harvest/copy-sources.ts');
  const { recordLine } = await import('#representations/catalogue-file-writer.ts');
  const options = { replace: false, now: new Date(), line: recordLine, signal, onProgress: onRecords };
  const states = await statesIn(from.sources);
  const { outcome } = await copyCatalogue(from, to, options);
  if (outcome !== 'copied') throw new Error(`A backup was ${outcome}`);
  const token = `backup ${String(process.pid)}`;
  const claimed = await claimSources(to.sources, states.keys(), { by: token, token, now: () => new Date() });
  await replaceSources(to.sources, claimed, { by: states, token });
}
