import { until } from '../until.ts';
import { PASSWORD, USER } from './database-folder.ts';
import type { TestDatabase } from './reached-server.ts';
import { postgresServer, type PostgresServer, type PostgresServerOptions } from './server.ts';
import { connectionTo, copiedBy, standbyOf, type CopiedBy } from './standby.ts';

/** Starts a primary and two hot standbys that stream from it. */
export async function postgresCluster(options: PostgresServerOptions): Promise<PostgresCluster> {
  const primary = await postgresServer(options);
  const standbys = [await standbyOf(primary), await standbyOf(primary)];
  return new PostgresCluster([primary, ...standbys]);
}

/** Three servers with the same databases, numbered from 0. A server keeps its number when its role changes. */
export class PostgresCluster {
  readonly #servers: PostgresServer[];
  /** The number of the server that accepts writes. */
  #primary = 0;

  constructor(servers: readonly PostgresServer[]) {
    this.#servers = [...servers];
  }

  get primary(): PostgresServer {
    return this.server(this.#primary);
  }

  get standbys(): readonly PostgresServer[] {
    return this.#servers.filter((server) => server !== this.primary);
  }

  get copiedBy(): CopiedBy {
    return copiedBy(this.primary);
  }

  server(number: number): PostgresServer {
    const server = this.#servers[number];
    if (server === undefined) throw new Error(`the cluster has no server ${number}`);
    return server;
  }

  /** An address that lists all servers in order, or those in `numbers` in that order. */
  address(database: string, { session = 'any', numbers }: AddressOptions = {}): string {
    const servers = numbers?.map((number) => this.server(number)) ?? this.#servers;
    const hosts = servers.map(({ host, port }) => `${host}:${port}`).join(',');
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@${hosts}/${database}?target_session_attrs=${session}`;
  }

  /** Creates an empty database on all servers; its address lists the whole cluster. */
  async database(): Promise<TestDatabase> {
    const made = await this.primary.database();
    await this.caughtUp();
    return { ...made, address: this.address(made.name) };
  }

  /** Waits until every running standby, or those in `numbers`, has replayed all that the primary has committed. */
  async caughtUp(numbers?: readonly number[]): Promise<void> {
    const [row] = await this.primary.query('SELECT pg_current_wal_lsn()::text AS position');
    const standbys = numbers?.map((number) => this.server(number)) ?? this.standbys;
    for (const standby of standbys.filter(({ isRunning }) => isRunning)) {
      const isThere = `SELECT pg_last_wal_replay_lsn() >= '${String(row?.position)}'::pg_lsn AS there`;
      await until(async () => (await standby.query(isThere))[0]?.there === true, 'a standby to catch up');
    }
  }

  /** Pauses replay on a standby: it keeps receiving changes but does not show them until `unpause`. */
  async pause(number: number): Promise<void> {
    await this.server(number).query('SELECT pg_wal_replay_pause()');
    const isPaused = `SELECT pg_get_wal_replay_pause_state() = 'paused' AS paused`;
    await until(async () => (await this.server(number).query(isPaused))[0]?.paused === true, 'replay to pause');
  }

  async unpause(number: number): Promise<void> {
    await this.server(number).query('SELECT pg_wal_replay_resume()');
  }

  /** Promotes a standby; the other running servers follow it. Stop the old primary first, or the two would diverge. */
  async promote(number: number): Promise<void> {
    if (this.primary.isRunning) throw new Error('the old primary is still running');
    const chosen = this.server(number);
    await chosen.query('SELECT pg_promote(true, 60)');
    this.#primary = number;
    const conninfo = connectionTo(chosen);
    for (const standby of this.standbys.filter(({ isRunning }) => isRunning)) {
      await standby.query(`ALTER SYSTEM SET primary_conninfo = '${conninfo}'`);
      await standby.query('SELECT pg_reload_conf()');
    }
  }

  /** Replaces a lost server with a new standby of the primary, on another port. */
  async replace(number: number): Promise<void> {
    await this.server(number).remove();
    this.#servers[number] = await standbyOf(this.primary);
  }

  /** Number of open connections of the test user on all running servers. */
  async connections(): Promise<number> {
    const running = this.#servers.filter(({ isRunning }) => isRunning);
    const counts = await Promise.all(running.map((server) => server.connections()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async remove(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.remove()));
  }
}

interface AddressOptions {
  readonly session?: 'any' | 'read-write' | 'read-only' | 'primary' | 'standby' | 'prefer-standby';
  readonly numbers?: readonly number[];
}
