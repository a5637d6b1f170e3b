import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { SqliteAddress } from '../address.ts';
import { schemaAfter, stepsAfter } from '../migration.ts';
import type { MigrateOptions, Migration } from '../migration.ts';
import { fileAt } from './location.ts';
import { MIGRATIONS, schemaOf, migrate } from './schema.ts';
import { asStoreError, isBusy } from './trouble.ts';

/** Milliseconds between attempts to begin while an import or another migration runs. */
const BEGIN_AGAIN = 50;

/**
 * Brings a catalogue's schema up to date, in one transaction; undefined when there is none. @throws StoreUnavailable
 */
export async function migrateSqlite(
  { path }: SqliteAddress,
  { steps = MIGRATIONS, before }: MigrateOptions = {},
): Promise<Migration | undefined> {
  if ((fileAt(path)?.size ?? 0) === 0) return undefined;
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { fileMustExist: true, timeout: 0 });
    // Before any change, so that another program's file is left alone.
    stepsAfter(schemaOf(db, path), steps, path);
    while (!hasBegun(db)) await sleep(BEGIN_AGAIN);
    const [from, to] = [schemaOf(db, path), schemaAfter(steps)];
    const missing = stepsAfter(from, steps, path);
    if (missing.length > 0) {
      await before?.(from);
      migrate(db, missing, to);
    }
    db.exec('COMMIT');
    return { from, to };
  } catch (error) {
    throw asStoreError(error, path);
  } finally {
    db?.close();
  }
}

function hasBegun(db: Database.Database): boolean {
  try {
    db.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
