import { serverPrograms, type PostgresVersion } from './programs.ts';
import type { ReachedServer } from './reached-server.ts';
import { postgresServer } from './server.ts';

/** Whether this version of PostgreSQL is installed. */
export function isThere(version: PostgresVersion): boolean {
  return serverPrograms(version) !== undefined;
}

/** Why tests on the newest version are skipped; false if they run. */
export const NO_POSTGRES = isThere(18) ? false : 'PostgreSQL 18 is not installed';

const started = new Map<PostgresVersion, Promise<ReachedServer>>();

/** The server that all tests of this process share, each with its own databases. It stops with the process. */
export function sharedPostgres(version: PostgresVersion): Promise<ReachedServer> {
  const server = started.get(version) ?? postgresServer({ version, settings: { max_connections: '120' } });
  started.set(version, server);
  return server;
}
