import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabasePlace } from '../support/db/fresh-database.ts';
import { postgresServer, type PostgresServer } from '../support/postgres/server.ts';
import { TcpProxy } from '../support/postgres/tcp-proxy.ts';
import { until } from '../support/until.ts';

/** Connections to a database that one serving process may hold, whatever has happened to it. */
const CONNECTIONS_AT_MOST = 12;

/** A database on a server of its own, reached through a network of its own. */
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

/** A place by its address alone, with a folder of its own. */
export async function placeAt(address: string): Promise<DatabasePlace> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  return { address, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Those who serve hold a bounded number of connections, whatever they have been through. */
export async function assertFewConnections({ server, name }: Pick<OwnServer, 'server' | 'name'>): Promise<void> {
  const count = await server.connections(name);
  assert.ok(count <= CONNECTIONS_AT_MOST, `there are ${String(count)} connections`);
}

/** Nobody is connected to the database any more. */
export async function assertNoConnections({ server, name }: Pick<OwnServer, 'server' | 'name'>): Promise<void> {
  await until(async () => (await server.connections(name)) === 0, 'every connection to be closed');
}
