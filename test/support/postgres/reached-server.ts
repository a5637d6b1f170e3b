import { Client, type QueryResultRow } from 'pg';
import { ADMINISTRATOR, PASSWORD, USER } from './database-folder.ts';
import type { PostgresVersion } from './programs.ts';

export interface TestDatabase {
  /** `postgres://…`, for a user who owns this database and has no other rights. */
  readonly address: string;
  readonly name: string;
  readonly drop: () => Promise<void>;
}

/** Gives connections to a database a minute to succeed, for machines that are busy with other tests. */
export function withPatience(address: string): string {
  return `${address}?connect_timeout=60`;
}

let databases = 0;

/** A running PostgreSQL server for tests. */
export class ReachedServer {
  readonly version: PostgresVersion;
  readonly host = '127.0.0.1';
  readonly port: number;
  readonly user = USER;
  readonly password = PASSWORD;

  constructor(version: PostgresVersion, port: number) {
    this.version = version;
    this.port = port;
  }

  /** The address of a database. With the `port` of a proxy or pooler, connections go through that. */
  address(database: string, port = this.port): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@${this.host}:${port}/${database}`;
  }

  /** Creates an empty database, or a copy of one that has no connections. */
  async database(copied = 'template1'): Promise<TestDatabase> {
    databases += 1;
    const name = `lectern_${process.pid}_${databases}`;
    // By default PostgreSQL also writes the copy to the write-ahead log, which takes three times as long.
    await this.query(`CREATE DATABASE ${name} OWNER ${USER} TEMPLATE ${copied} STRATEGY file_copy`);
    return {
      address: this.address(name),
      name,
      drop: async () => {
        await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      },
    };
  }

  /**
   * Runs a query as the superuser on a new connection. The superuser can connect even when the server refuses other
   * users.
   */
  query(sql: string, database = 'postgres'): Promise<readonly QueryResultRow[]> {
    return this.session(async (client) => (await client.query<QueryResultRow>(sql)).rows, database);
  }

  /** Runs a function with a connection of the superuser. */
  async session<T>(use: (client: Client) => Promise<T>, database = 'postgres'): Promise<T> {
    const client = new Client({
      host: this.host,
      port: this.port,
      database,
      user: ADMINISTRATOR,
      password: PASSWORD,
      application_name: 'lectern tests',
      connectionTimeoutMillis: 20_000,
    });
    // Ignored: if the server stops during a query, the query itself fails.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  }

  /** Number of open connections of the test user, to one database or to all. */
  async connections(database?: string): Promise<number> {
    const there = database === undefined ? '' : ` AND datname = '${database}'`;
    const [row] = await this.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = '${USER}'${there}`,
    );
    return Number(row?.count);
  }
}
