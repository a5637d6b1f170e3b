import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { StoreUnavailable } from '#store/store.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { NOW, importInto } from '../support/db/import-into.ts';
import { NO_POSTGRES, sharedPostgres } from '../support/postgres/shared.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const COUNT = 2_000;
const talks = (title: string) =>
  Array.from({ length: COUNT }, (_, index) =>
    aTalk(slugOf(index + 1), { title, description: `${title} moss `.repeat(50) }),
  );

/** Imports talk by talk, and calls `cut` before one of them. Returns the error that stopped the import. */
async function stopped(store: Store, cutAfter: number, cut: () => Promise<unknown>): Promise<unknown> {
  try {
    const started = await store.beginImport({ replace: true, now: NOW });
    try {
      for (const [index, record] of talks('New').entries()) {
        if (index === cutAfter) await cut();
        await started.put([{ record, file: 'given', line: index + 1 }]);
      }
      await started.finish();
    } finally {
      await started.abandon();
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

it(
  'an import whose connections the server closes at any point fails with StoreUnavailable',
  { skip: NO_POSTGRES },
  async () => {
    const server = await sharedPostgres(18);
    const database = await server.database();
    const store = await openStore(database.address, { mode: 'write' });
    const endAll = () =>
      server.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database.name}'`);
    try {
      await importInto(store, talks('Old'));
      for (let cutAfter = 1; cutAfter < COUNT; cutAfter += 499) {
        const error = await stopped(store, cutAfter, endAll);
        assert.ok(error instanceof StoreUnavailable, error instanceof Error ? error.stack : String(error));
        assert.match(error.message, /(closed|cut) the connection/);
      }
    } finally {
      await store.close();
      await database.drop();
    }
  },
);
