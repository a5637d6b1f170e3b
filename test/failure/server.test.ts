import { after, before, describe } from 'node:test';
import { itServesOnAt, type Trouble } from '../http/broken-store.ts';
import { assertFewConnections, ownServer, type OwnServer } from './places.ts';

const TROUBLES: readonly Pick<Trouble<OwnServer>, 'what' | 'breakIt'>[] = [
  {
    what: 'frozen, so that connections stay open without answers',
    breakIt: async ({ server }) => {
      server.freeze();
      return async () => {
        server.thaw();
      };
    },
  },
  {
    what: 'behind a network that drops all data',
    breakIt: async ({ network }) => {
      network.stall();
      return async () => {
        network.resume();
      };
    },
  },
  {
    what: 'behind a network that cuts connections and refuses new ones',
    breakIt: async ({ network }) => {
      await network.refuse();
      network.cut();
      return () => network.accept();
    },
  },
  {
    what: 'stopped',
    breakIt: async ({ server }) => {
      await server.stop('fast');
      return () => server.start();
    },
  },
  {
    what: 'stopped in immediate mode',
    breakIt: async ({ server }) => {
      await server.stop('immediate');
      return () => server.start();
    },
  },
  {
    what: 'killed',
    breakIt: async ({ server }) => {
      await server.kill();
      return () => server.start();
    },
  },
  {
    what: 'out of connections for the role',
    breakIt: async ({ server, name }) => {
      await server.query('ALTER ROLE lectern CONNECTION LIMIT 0');
      await endSessions(server, name);
      return async () => {
        await server.query('ALTER ROLE lectern CONNECTION LIMIT -1');
      };
    },
  },
  {
    what: 'rejecting the password',
    breakIt: async ({ server, name }) => {
      await server.query(`ALTER ROLE lectern PASSWORD 'another'`);
      await endSessions(server, name);
      return async () => {
        await server.query(`ALTER ROLE lectern PASSWORD '${server.password}'`);
      };
    },
  },
];

function endSessions(server: OwnServer['server'], name: string): Promise<unknown> {
  return server.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`);
}

describe('while the PostgreSQL server is', { concurrency: false }, () => {
  let place: OwnServer;
  before(async () => {
    place = await ownServer();
  });
  after(() => place.remove());

  /** An empty database on the server. */
  async function another(): Promise<OwnServer> {
    const { name, drop } = await place.server.database();
    return { ...place, name, address: place.server.address(name, place.network.port), remove: drop };
  }

  for (const trouble of TROUBLES) {
    itServesOnAt(another, { ...trouble, afterwards: assertFewConnections });
  }
});
