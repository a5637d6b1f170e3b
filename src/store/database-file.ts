import { readAddress } from './address.ts';

/**
 * Writes a consistent copy of a SQLite database into the file `target`, which must be empty. False, and nothing is
 * done, if the address is not of SQLite. @throws StoreUnavailable
 */
export async function copyDatabaseFile(address: string, target: string): Promise<boolean> {
  const read = readAddress(address);
  if (!read.ok || read.address.engine !== 'sqlite') return false;
  const { copyFile } = await import('./sqlite/backup.ts');
  copyFile(read.address.path, target);
  return true;
}

/** Turns a SQLite database that was written into a single file, with no log beside it. @throws StoreUnavailable */
export async function endLogOf(path: string): Promise<void> {
  const { endLog } = await import('./sqlite/backup.ts');
  endLog(path);
}

/** Whether a SQLite file must be migrated before it can be read. @throws StoreUnavailable unless it is a catalogue */
export async function isOutdatedFile(path: string): Promise<boolean> {
  const { isOutdated } = await import('./sqlite/backup.ts');
  return isOutdated(path);
}
