import { readAddress } from './address.ts';

/**
 * Writes the database at an address, as it is at one moment, into a file for SQLite, which must be empty. False, and nothing
 * is done, if it is not SQLite. @throws StoreUnavailable
 */
export async function copyDatabaseFile(address: string, target: string): Promise<boolean> {
  const read = readAddress(address);
  if (!read.ok || read.address.engine !== 'sqlite') return false;
  const { copyFile } = await import('./sqlite/backup.ts');
  copyFile(read.address.path, target);
  return true;
}

/** Makes a file of SQLite that was written a single file, without a log beside it. @throws StoreUnavailable */
export async function endLogOf(path: string): Promise<void> {
  const { endLog } = await import('./sqlite/backup.ts');
  endLog(path);
}

/** Whether a file of SQLite has to be migrated before it can be read. @throws StoreUnavailable unless it is a catalogue */
export async function isOutdatedFile(path: string): Promise<boolean> {
  const { isOutdated } = await import('./sqlite/backup.ts');
  return isOutdated(path);
}
