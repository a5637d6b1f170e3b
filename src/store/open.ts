import { dirname } from 'node:path';
import { describe, readAddress } from './address.ts';
import type { StoreAddress } from './address.ts';
import type { MigrateOptions, Migration } from './migration.ts';
import { NoCatalogue, StoreUnavailable } from './store.ts';
import type { Store } from './store.ts';

export interface OpenOptions {
  /** `read`: there must be a catalogue, now. `write`: there may be none yet; an import makes it. */
  readonly mode: 'read' | 'write';
}

/**
 * Opens the store at an address; its scheme chooses the engine: `sqlite:` and the path of a file, or `postgres://`.
 * @throws StoreUnavailable, for the operator to read, when there is nothing to read
 */
export async function openStore(address: string, { mode }: OpenOptions): Promise<Store> {
  const store = await storeAt(parsed(address));
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
 * Makes an empty catalogue at an address that has none; says whether it did. Whatever is there stays as it is.
 * @throws StoreUnavailable when what is there cannot be served
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
 * Brings the schema of the catalogue at an address up to date, all of it or nothing; waits for an import that is at it.
 * Where there is no catalogue it makes an empty one, `from` 0.
 * @throws StoreUnavailable when it cannot be done, or the catalogue is of a newer version
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
    const { migrateSqlite } = await import('./sqlite/migrate.ts');
    return migrateSqlite(address, options);
  }
  const { migratePostgres } = await import('./postgres/migrate.ts');
  return migratePostgres(address, options);
}

/**
 * Moves a catalogue of a newer version out of the way, so that there is none at its address: to a file beside it, or to a
 * schema of the database. Nobody must be using it. @throws StoreUnavailable
 */
export async function setAside(text: string, name: string): Promise<SetAside> {
  const address = parsed(text);
  if (address.engine === 'sqlite') {
    const { moveFile } = await import('./sqlite/backup.ts');
    const where = `${address.path}.${name}`;
    moveFile(address.path, where);
    return { where, putBack: async () => moveFile(where, address.path) };
  }
  const { renameSchema } = await import('./postgres/backup.ts');
  const schema = `lectern_${name.replaceAll(/[^a-z0-9]/gi, '_').toLowerCase()}`;
  await renameSchema(address, 'lectern', schema);
  const where = `the schema ${schema} of ${describe(address)}`;
  return { where, putBack: () => renameSchema(address, schema, 'lectern') };
}

export interface SetAside {
  /** Where it is now, for people. */
  readonly where: string;
  /** Undoes it; there must be no catalogue at its address. @throws StoreUnavailable */
  readonly putBack: () => Promise<void>;
}

/** The first import makes the catalogue, also one that brings nothing. */
async function makeEmpty(address: StoreAddress): Promise<void> {
  const store = await storeAt(address);
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

/** The folder that a store's file is in: a place for files that go with it. Undefined when it is not a file. */
export function folderOf(text: string): string | undefined {
  const read = readAddress(text);
  return read.ok && read.address.engine === 'sqlite' ? dirname(read.address.path) : undefined;
}

/** Only the driver of the engine that is used is loaded. */
async function storeAt(address: StoreAddress): Promise<Store> {
  if (address.engine === 'sqlite') {
    const { SqliteStore } = await import('./sqlite/store.ts');
    return new SqliteStore(address);
  }
  const { PostgresStore } = await import('./postgres/store.ts');
  return new PostgresStore(address);
}

function parsed(text: string): StoreAddress {
  const read = readAddress(text);
  if (read.ok) return read.address;
  throw new StoreUnavailable(`${read.what} ${read.hint}`);
}
