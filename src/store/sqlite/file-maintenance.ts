import { renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { SqliteAddress } from '../address.ts';
import { type MigrateOptions, type Migration, schemaAfter, stepsAfter } from '../migration.ts';
import { catalogueFile, fileAt } from './catalogue-file.ts';
import { migrate, MIGRATIONS, schemaOf } from './schema.ts';
import { asCopyError, asStoreError, isBusy } from './sqlite-errors.ts';

/**
 * Writes a consistent copy of a catalogue of this or an earlier schema into another file, which must be empty. The copy
 * has no deleted data in it and no log beside it. Others may read and write meanwhile.
 * @throws StoreUnavailable
 */
export function copyFile(path: string, target: string): void {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    stepsAfter(schemaOf(db, path), MIGRATIONS, path);
    db.prepare('VACUUM INTO ?').run(target);
  } catch (error) {
    throw asCopyError(error, path, target);
  } finally {
    db?.close();
  }
}

/** Moves the content of a file's log into the file, and removes the log. @throws StoreUnavailable */
export function endLog(path: string): void {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { fileMustExist: true });
    db.pragma('journal_mode = DELETE');
  } catch (error) {
    throw asStoreError(error, path);
  } finally {
    db?.close();
  }
}

/** Whether a file needs a migration. @throws StoreUnavailable unless it is a catalogue of this or an earlier schema */
export function isOutdated(path: string): boolean {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    return stepsAfter(schemaOf(db, path), MIGRATIONS, path).length > 0;
  } catch (error) {
    throw asStoreError(error, path);
  } finally {
    db?.close();
  }
}

/** Renames a file, after moving the content of its log into it. @throws StoreUnavailable */
export function moveFile(path: string, target: string): void {
  endLog(path);
  renameSync(path, target);
}

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
