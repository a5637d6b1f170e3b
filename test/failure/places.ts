import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabasePlace } from '../support/db/fresh-database.ts';
import { postgresServer, type PostgresServer } from '../support/postgres/server.ts';
import { TcpProxy } from '../support/postgres/tcp-proxy.ts';
import { until } from '../support/until.ts';

/** The most connections that one serving process may hold to a database, even after failures. */
export const CONNECTIONS_AT_MOST = 5;

/** A database on a server of its own, reached through a proxy of its own. */
export interface OwnServer extends DatabasePlace {
  readonly server: PostgresServer;
  readonly network: TcpProxy;
  readonly name: string;
}

/** Starts a server with one empty database. `settings` are those of postgresql.conf. */
export async function ownServer(settings: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const server = await postgresServer({ version: 18, settings });
  const network = await TcpProxy.to(server.port);
  const { name } = await server.database();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  return {
    server,
    network,
    name,
    folder,
    address: server.address(name, network.port),
    remove: async () => {
      await network.close();
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A place at an address, with a folder of its own. */
export async function placeAt(address: string): Promise<DatabasePlace> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  return { address, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Asserts that the serving process holds a bounded number of connections, even after failures. */
export async function assertFewConnections({ server, name }: Pick<OwnServer, 'server' | 'name'>): Promise<void> {
  const count = await server.connections(name);
  assert.ok(count <= CONNECTIONS_AT_MOST, `there are ${String(count)} connections`);
}

/** Waits until all connections to the database are closed. */
export async function assertNoConnections({ server, name }: Pick<OwnServer, 'server' | 'name'>): Promise<void> {
  await until(async () => (await server.connections(name)) === 0, 'every connection to be closed');
}
