import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { catalogueFile } from './location.ts';
import { checkSchema } from './schema.ts';
import { explained, isBusy } from './trouble.ts';

/** Milliseconds between two tries while an import is at it, or somebody reads an earlier state. */
const AGAIN = 50;
/** Tries to empty the log: those who read an earlier state are waited for, but not for ever. */
const TRIES = 100;

/**
 * Writes the file anew without what was deleted: free pages, unused parts of pages and deleted words, and empties the log.
 * False: somebody went on reading an earlier state, so that the log still has it. @throws StoreUnavailable
 */
export async function scrubFile(path: string): Promise<boolean> {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { fileMustExist: true, timeout: 0 });
    checkSchema(db, path);
    const file = db;
    // Words of deleted rows stay in the segments of an index until these are merged.
    await patiently(() => {
      file.exec(
        "INSERT INTO talk_text (talk_text) VALUES ('optimize'); INSERT INTO name_text (name_text) VALUES ('optimize')",
      );
    });
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
  // Its first column: whether it was kept from finishing.
  return db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
}
