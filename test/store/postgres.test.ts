import { after } from 'node:test';
import { openStore } from '#store/open.js';
import { POSTGRES_VERSIONS } from '../support/postgres/programs.js';
import { isThere, sharedPostgres } from '../support/postgres/shared.js';
import type { TestDatabase } from '../support/postgres/reached-server.js';
import { storeContract } from './contract.js';

for (const version of POSTGRES_VERSIONS.filter(isThere)) {
  let database: TestDatabase | undefined;
  after(() => database?.drop());

  storeContract(`PostgreSQL ${version}`, async () => {
    const server = await sharedPostgres(version);
    database ??= await server.database();
    const { address, name } = database;
    return {
      open: () => openStore(address, { mode: 'write' }),
      // A new database takes longer than a new schema.
      remove: async () => {
        await server.query('DROP SCHEMA IF EXISTS lectern CASCADE', name);
      },
    };
  });
}
