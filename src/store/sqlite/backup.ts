import { renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { catalogueFile } from './location.ts';
import { STEPS, stepsHad } from './schema.ts';
import { explained } from './trouble.ts';

/**
 * Writes a catalogue of this or an earlier schema, as it is at one moment, into another file, which must be empty: without
 * what was removed, and without a log beside it. Others may read and write meanwhile.
 * @throws StoreUnavailable
 */
export function copyFile(path: string, target: string): void {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    stepsHad(db, path, STEPS);
    db.prepare('VACUUM INTO ?').run(target);
  } catch (error) {
    throw explained(error, path);
  } finally {
    db?.close();
  }
}

/** Puts what stands in a file's log into the file, which has none from now on. @throws StoreUnavailable */
export function endLog(path: string): void {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { fileMustExist: true });
    db.pragma('journal_mode = DELETE');
  } catch (error) {
    throw explained(error, path);
  } finally {
    db?.close();
  }
}

/** Whether a migration has something to do for it. @throws StoreUnavailable unless it is a catalogue of this or an earlier schema */
export function isOutdated(path: string): boolean {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    return stepsHad(db, path, STEPS) < STEPS.length;
  } catch (error) {
    throw explained(error, path);
  } finally {
    db?.close();
  }
}

/** Gives a file another name, once nothing of it stands in its log any more. @throws StoreUnavailable */
export function moveFile(path: string, target: string): void {
  endLog(path);
  renameSync(path, target);
}
