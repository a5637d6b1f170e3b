import { renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { stepsAfter } from '../migration.ts';
import { catalogueFile } from './location.ts';
import { MIGRATIONS, schemaOf } from './schema.ts';
import { asStoreError, asCopyError } from './trouble.ts';

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
