import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { catalogueFile } from './location.ts';
import { checkSchema } from './schema.ts';
import { explained, isBusy } from './trouble.ts';

/** Milliseconds between attempts while an import runs, or somebody reads an earlier state. */
const AGAIN = 50;
/** Attempts to empty the log: waits for readers of an earlier state, but not forever. */
const TRIES = 100;

/**
 * Rewrites the file without deleted data (free pages, unused parts of pages), and empties the log.
 * False: somebody went on reading an earlier state, so the log still has deleted data. @throws StoreUnavailable
 */
export async function scrubFile(path: string): Promise<boolean> {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { fileMustExist: true, timeout: 0 });
    checkSchema(db, path);
    const file = db;
    await patiently(() => {
      file.exec('VACUUM');
    });
    for (let tries = 0; tries < TRIES; tries++) {
      if (isEmptied(file)) return true;
      await sleep(AGAIN);
    }
    return false;
  } catch (error) {
    throw explained(error, path);
  } finally {
    db?.close();
  }
}

async function patiently(act: () => void): Promise<void> {
  for (;;) {
    try {
      act();
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await sleep(AGAIN);
  }
}

function isEmptied(db: Database.Database): boolean {
  // The first column says whether the checkpoint could not finish.
  return db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
}
