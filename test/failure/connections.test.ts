import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { Client } from 'pg';
import { itServesOnAt } from '../http/broken-store.ts';
import { assertFewConnections, ownServer, type OwnServer } from './places.ts';

const MAX_CONNECTIONS = 14;
/** Of these, reserved for superusers. */
const RESERVED = 3;

/** Opens connections to another database until the server refuses more, and returns them. */
async function eatAll({ server }: OwnServer): Promise<readonly Client[]> {
  const eaten: Client[] = [];
  for (;;) {
    const client = new Client(server.address('postgres'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      eaten.push(client);
    } catch (error) {
      assert.match(String(error), /connection slots|too many clients/);
      return eaten;
    }
  }
}

describe('Lectern on a PostgreSQL server with few connections', { concurrency: false }, () => {
  const settings = {
    max_connections: String(MAX_CONNECTIONS),
    superuser_reserved_connections: String(RESERVED),
  };
  itServesOnAt(() => ownServer(settings), {
    what: 'while other clients hold all of them',
    breakIt: async (place) => {
      const { server, name } = place;
      const eaten = [...(await eatAll(place))];
      // Ends Lectern's connections and takes them. Repeats because a connection that is being opened is not listed yet.
      while (eaten.length < MAX_CONNECTIONS - RESERVED) {
        await server.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`);
        eaten.push(...(await eatAll(place)));
      }
      return async () => {
        await Promise.all(eaten.map((client) => client.end()));
      };
    },
    afterwards: assertFewConnections,
  });
});
