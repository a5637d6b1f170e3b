import { POSTGRES_VERSIONS, serverPrograms, type PostgresVersion } from './programs.ts';
import { ReachedServer } from './reached-server.ts';
import { postgresServer, type PostgresServer } from './server.ts';

/** Whether there is a PostgreSQL of this version to test on. */
export function isThere(version: PostgresVersion): boolean {
  return serverPrograms(version) !== undefined;
}

const started = new Map<PostgresVersion, Promise<ReachedServer>>();

/**
 * The server that all tests of a run share, each with databases of its own. `test/run.mjs` has started it and says where it
 * is; a test file that runs by itself starts one, which ends with its process.
 */
export function sharedPostgres(version: PostgresVersion): Promise<ReachedServer> {
  const port = process.env[variable(version)];
  if (port !== undefined) return Promise.resolve(new ReachedServer(version, Number(port)));
  const server = started.get(version) ?? postgresServer({ version });
  started.set(version, server);
  return server;
}

/** For a whole run: starts a server of each version that can be had, and tells the processes that this one starts. */
export async function startShared(): Promise<{ readonly stop: () => Promise<void> }> {
  const servers: PostgresServer[] = [];
  for (const version of POSTGRES_VERSIONS) {
    if (!isThere(version)) continue;
    const server = await postgresServer({ version, settings: { max_connections: '120' } });
    process.env[variable(version)] = String(server.port);
    servers.push(server);
  }
  return {
    stop: async () => {
      await Promise.all(servers.map((server) => server.remove()));
    },
  };
}

function variable(version: PostgresVersion): string {
  return `LECTERN_TEST_POSTGRES_${version}`;
}
