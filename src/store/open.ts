import { dirname } from 'node:path';
import { describe, readAddress, type StoreAddress } from './address.ts';
import { EngineStore } from './engine-store.ts';
import type { MigrateOptions, Migration } from './migration.ts';
import { NoCatalogue, type Store, StoreUnavailable } from './store.ts';

export interface OpenOptions {
  /**
   * `read`: the catalogue must exist. `write`: it need not exist, and an import creates it; reads are from the primary
   * too, since a standby may lag behind what an import decides on.
   */
  readonly mode: Mode;
}

type Mode = 'read' | 'write';

/**
 * How long a read of PostgreSQL may take, in milliseconds. Readers do not wait longer than that; an import runs at a
 * low priority, and on a busy machine needs more time for the same.
 */
const READ = { read: 3_000, write: 30_000 } as const;

/**
 * Opens the store at an address; its scheme chooses the engine: `sqlite:` and the path of a file, or `postgres://`.
 * @throws StoreUnavailable, with a message for the operator, when mode is `read` and there is no readable catalogue
 */
export async function openStore(address: string, { mode }: OpenOptions): Promise<Store> {
  const store = await storeAt(parsed(address), mode);
  if (mode === 'read') {
    try {
      await store.state();
    } catch (error) {
      await store.close();
      throw error;
    }
  }
  return store;
}

/**
 * Creates an empty catalogue at an address that has none; returns whether it did. An existing catalogue is not changed.
 * @throws StoreUnavailable when the existing catalogue cannot be served
 */
export async function createStore(address: string): Promise<boolean> {
  try {
    const store = await openStore(address, { mode: 'read' });
    await store.close();
    return false;
  } catch (error) {
    if (!(error instanceof NoCatalogue)) throw error;
  }
  await makeEmpty(parsed(address));
  return true;
}

/**
 * Brings the schema of a catalogue up to date, all or nothing; waits for a running import.
 * If there is no catalogue, creates an empty one; then `from` is 0.
 * @throws StoreUnavailable when it cannot be done, or when a newer version made the catalogue
 */
export async function migrateStore(text: string, options: MigrateOptions = {}): Promise<Migration> {
  const address = parsed(text);
  const done = await migrated(address, options);
  if (done !== undefined) return done;
  await makeEmpty(address);
  const made = await migrated(address, options);
  if (made === undefined) throw new Error('An import has made no catalogue');
  return { ...made, from: 0 };
}

async function migrated(address: StoreAddress, options: MigrateOptions): Promise<Migration | undefined> {
  if (address.engine === 'sqlite') {
    const { migrateSqlite } = await import('./sqlite/file-maintenance.ts');
    return migrateSqlite(address, options);
  }
  const { migratePostgres } = await import('./postgres/schema-maintenance.ts');
  return migratePostgres(address, options);
}

/**
 * Moves a catalogue of a newer version away from its address: to a file beside it, or to another schema of the
 * database. Nobody may be using it. @throws StoreUnavailable
 */
export async function setAside(text: string, name: string): Promise<SetAside> {
  const address = parsed(text);
  if (address.engine === 'sqlite') {
    const { moveFile } = await import('./sqlite/file-maintenance.ts');
    const where = `${address.path}.${name}`;
    moveFile(address.path, where);
    return { where, putBack: async () => moveFile(where, address.path) };
  }
  const { renameSchema } = await import('./postgres/schema-maintenance.ts');
  const schema = `lectern_${name.replaceAll(/[^a-z0-9]/gi, '_').toLowerCase()}`;
  await renameSchema(address, 'lectern', schema);
  const where = `the schema ${schema} of ${describe(address)}`;
  return { where, putBack: () => renameSchema(address, schema, 'lectern') };
}

interface SetAside {
  /** Where the catalogue is now, for messages. */
  readonly where: string;
  /** Moves the catalogue back; there must be none at its address. @throws StoreUnavailable */
  readonly putBack: () => Promise<void>;
}

/** The first import creates the catalogue, even if it is empty. */
async function makeEmpty(address: StoreAddress): Promise<void> {
  const store = await storeAt(address, 'write');
  try {
    const started = await store.beginImport({ replace: false, now: new Date() });
    try {
      await started.finish();
    } finally {
      await started.abandon();
    }
  } finally {
    await store.close();
  }
}

/** Absolute path of a store's file. Undefined: the store is not a file. */
export function sqliteFileOf(text: string): string | undefined {
  const read = readAddress(text);
  return read.ok && read.address.engine === 'sqlite' ? read.address.path : undefined;
}

/** Folder of a store's file, where related files can go. Undefined: the store is not a file. */
export function folderOf(text: string): string | undefined {
  const file = sqliteFileOf(text);
  return file === undefined ? undefined : dirname(file);
}

/** Loads only the driver of the engine in use. */
async function storeAt(address: StoreAddress, mode: Mode): Promise<Store> {
  if (address.engine === 'sqlite') {
    const { sqliteEngine } = await import('./sqlite/sqlite-engine.ts');
    return new EngineStore(sqliteEngine(address));
  }
  const { postgresEngine } = await import('./postgres/postgres-engine.ts');
  return new EngineStore(postgresEngine(mode === 'write' ? { ...address, session: 'primary' } : address, READ[mode]));
}

function parsed(text: string): StoreAddress {
  const read = readAddress(text);
  if (read.ok) return read.address;
  throw new StoreUnavailable(`${read.what} ${read.hint}`);
}

/**
 * Writes a consistent copy of a SQLite database into the file `target`, which must be empty. False, and nothing is
 * done, if the address is not of SQLite. @throws StoreUnavailable
 */
export async function copyDatabaseFile(address: string, target: string): Promise<boolean> {
  const read = readAddress(address);
  if (!read.ok || read.address.engine !== 'sqlite') return false;
  const { copyFile } = await import('./sqlite/file-maintenance.ts');
  copyFile(read.address.path, target);
  return true;
}

/** Turns a SQLite database that was written into a single file, with no log beside it. @throws StoreUnavailable */
export async function endLogOf(path: string): Promise<void> {
  const { endLog } = await import('./sqlite/file-maintenance.ts');
  endLog(path);
}

/** Whether a SQLite file must be migrated before it can be read. @throws StoreUnavailable unless it is a catalogue */
export async function isOutdatedFile(path: string): Promise<boolean> {
  const { isOutdated } = await import('./sqlite/file-maintenance.ts');
  return isOutdated(path);
}
