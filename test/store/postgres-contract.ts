import { after } from 'node:test';
import { openStore } from '#store/open.ts';
import type { PostgresVersion } from '../support/postgres/programs.ts';
import { withPatience, type TestDatabase } from '../support/postgres/reached-server.ts';
import { isThere, sharedPostgres } from '../support/postgres/shared.ts';
import { storeContract } from './contract.ts';

/** Runs the store contract on this version of PostgreSQL if it is available. Each version has a file, so that they run in parallel. */
export function postgresContract(version: PostgresVersion): void {
  if (!isThere(version)) return;
  let database: TestDatabase | undefined;
  after(() => database?.drop());

  storeContract(`PostgreSQL ${version}`, async () => {
    const server = await sharedPostgres(version);
    database ??= await server.database();
    const { address, name } = database;
    return {
      open: () => openStore(withPatience(address), { mode: 'write' }),
      // A new database takes longer than a new schema.
      remove: async () => {
        await server.query('DROP SCHEMA IF EXISTS lectern CASCADE', name);
      },
    };
  });
}
