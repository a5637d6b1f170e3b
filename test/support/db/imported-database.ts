import { after } from 'node:test';
import { freshDatabase } from './fresh-database.ts';
import { importRecords } from './import-records.ts';
import { Lazy } from '../lazy.ts';
import type { WireRecord } from '../catalogue/wire-records.ts';

/** The address of a database with these records. It is created on first use and removed after the tests of the file. */
export function importedDatabase(records: readonly WireRecord[]): () => Promise<string> {
  const database = new Lazy(async () => {
    const fresh = await freshDatabase();
    await importRecords(fresh.address, records);
    return fresh;
  });
  after(async () => {
    await (await database.made)?.remove();
  });
  return async () => (await database.get()).address;
}
