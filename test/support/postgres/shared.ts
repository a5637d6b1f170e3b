import { serverPrograms, type PostgresVersion } from './programs.ts';
import type { ReachedServer } from './reached-server.ts';
import { postgresServer } from './server.ts';

/** Whether there is a PostgreSQL of this version to test on. */
export function isThere(version: PostgresVersion): boolean {
  return serverPrograms(version) !== undefined;
}

/** For tests on the newest version: false, or why they are skipped. */
export const NO_POSTGRES = isThere(18) ? false : 'PostgreSQL 18 is not installed';

const started = new Map<PostgresVersion, Promise<ReachedServer>>();

/** The server that all tests of this process share, each with databases of its own; it ends with the process. */
export function sharedPostgres(version: PostgresVersion): Promise<ReachedServer> {
  const server = started.get(version) ?? postgresServer({ version, settings: { max_connections: '120' } });
  started.set(version, server);
  return server;
}
