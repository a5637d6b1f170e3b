import { describe } from 'node:test';
import { itServesOnAt, type Trouble } from '../http/broken-store.ts';
import { assertFewConnections, ownServer, type OwnServer } from './places.ts';

const TROUBLES: readonly Pick<Trouble<OwnServer>, 'what' | 'breakIt'>[] = [
  {
    what: 'hung, so that connections stay and nobody answers',
    breakIt: async ({ server }) => {
      server.freeze();
      return async () => {
        server.thaw();
      };
    },
  },
  {
    what: 'behind a network that swallows everything',
    breakIt: async ({ network }) => {
      network.stall();
      return async () => {
        network.resume();
      };
    },
  },
  {
    what: 'behind a network that forgets connections and takes no new ones',
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
    what: 'stopped in a hurry',
    breakIt: async ({ server }) => {
      await server.stop('immediate');
      return () => server.start();
    },
  },
  {
    what: 'on a machine that has lost its power',
    breakIt: async ({ server }) => {
      await server.kill();
      return () => server.start();
    },
  },
  {
    what: 'out of connections',
    breakIt: async ({ server, name }) => {
      await server.query('ALTER ROLE lectern CONNECTION LIMIT 0');
      await endSessions(server, name);
      return async () => {
        await server.query('ALTER ROLE lectern CONNECTION LIMIT -1');
      };
    },
  },
  {
    what: 'shut to everybody’s password',
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
  for (const trouble of TROUBLES) {
    itServesOnAt(ownServer, { ...trouble, afterwards: assertFewConnections });
  }
});
