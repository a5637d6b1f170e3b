import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import Database from 'better-sqlite3';
import { Lazy } from '../lazy.ts';
import type { PostgresVersion } from '../postgres/programs.ts';
import { withPatience } from '../postgres/reached-server.ts';
import { sharedPostgres } from '../postgres/shared.ts';
import { emptyDatabase } from '../postgres/used-databases.ts';
import { removed } from '../temporary-folder.ts';

/** A database for a catalogue. */
export interface DatabasePlace {
  /** The value of `DATABASE_URL`. */
  readonly address: string;
  /** A folder for files that are removed with the database. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** A database for a single test, which may damage it. */
export interface FreshDatabase extends DatabasePlace {
  /** Makes the database unavailable, even to open connections. */
  hide(): Promise<void>;
  /** Makes it available again, unchanged. */
  show(): Promise<void>;
  /** Replaces it at its address with another database. */
  replaceBy(other: FreshDatabase): Promise<void>;
  /** Runs SQL that both engines understand. */
  execute(sql: string): Promise<void>;
  /** Removes everything in it, including the catalogue. */
  empty(): Promise<void>;
}

interface Ending {
  readonly after: (end: () => Promise<void>) => void;
}

/**
 * An empty database: a SQLite file or, with `TEST_ENGINE=postgres` (as in the suites `…-on-postgres.ts`), a database on
 * the PostgreSQL server that the tests of the process share.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const engine = process.env.TEST_ENGINE ?? 'sqlite';
  if (engine === 'sqlite') return freshSqlite();
  if (engine === 'postgres') return freshPostgres(18);
  throw new Error(`TEST_ENGINE is “${engine}”; it can be “sqlite” or “postgres”.`);
}

/** A fresh database that is removed after the test. */
export async function databaseOf(test: Ending): Promise<FreshDatabase> {
  const database = await freshDatabase();
  test.after(() => database.remove());
  return database;
}

/** The addresses of several databases by name. Each is created on first use and removed after the tests of the file. */
export function databasesNamed<Name extends string>(...names: readonly Name[]): (name: Name) => Promise<string> {
  const databases = new Map(names.map((name) => [name, new Lazy(freshDatabase)]));
  after(async () => {
    for (const database of databases.values()) await (await database.made)?.remove();
  });
  return async (name) => (await databases.get(name)?.get())?.address ?? '';
}

/** A SQLite file, even with `TEST_ENGINE=postgres`. */
export async function freshSqlite(): Promise<FreshDatabase> {
  return new SqliteFile(await mkdtemp(join(tmpdir(), 'lectern-test-')));
}

/** A database on PostgreSQL of this version, regardless of `TEST_ENGINE`. */
export async function freshPostgres(version: PostgresVersion): Promise<FreshDatabase> {
  return postgresDatabase(version, await mkdtemp(join(tmpdir(), 'lectern-test-')));
}

class SqliteFile implements FreshDatabase {
  readonly folder: string;
  readonly address: string;
  readonly #file: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#file = join(folder, 'talks.db');
    this.address = `sqlite:${this.#file}`;
  }

  hide(): Promise<void> {
    return rename(this.#file, `${this.#file}.away`);
  }

  show(): Promise<void> {
    return rename(`${this.#file}.away`, this.#file);
  }

  async replaceBy(other: FreshDatabase): Promise<void> {
    await rm(`${this.#file}-wal`, { force: true });
    await rename(join(other.folder, 'talks.db'), this.#file);
  }

  async execute(sql: string): Promise<void> {
    const db = new Database(this.#file);
    db.exec(sql);
    db.close();
  }

  async empty(): Promise<void> {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${this.#file}${suffix}`, { force: true });
  }

  remove(): Promise<void> {
    return removed(this.folder);
  }
}

async function postgresDatabase(version: PostgresVersion, folder: string): Promise<FreshDatabase> {
  const server = await sharedPostgres(version);
  const { address, name, drop } = await emptyDatabase(server);
  /** Refuses connections and ends those that are open. */
  const shut = async (database: string): Promise<void> => {
    await server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await server.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}'`);
  };
  const open = async (database: string): Promise<void> => {
    await server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  };
  return {
    address: withPatience(address),
    folder,
    hide: () => shut(name),
    show: () => open(name),
    replaceBy: async (other) => {
      const replacing = new URL(other.address).pathname.slice(1);
      await shut(replacing);
      await shut(name);
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.query(`ALTER DATABASE ${replacing} RENAME TO ${name}`);
      await open(name);
    },
    execute: async (sql) => {
      await server.query(`SET search_path = lectern; ${sql}`, name);
    },
    empty: async () => {
      await server.query('DROP SCHEMA IF EXISTS lectern CASCADE', name);
    },
    remove: async () => {
      await drop();
      await removed(folder);
    },
  };
}
