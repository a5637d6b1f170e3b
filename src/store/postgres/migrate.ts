import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import { schemaAfter, stepsAfter } from '../migration.ts';
import type { MigrateOptions, Migration } from '../migration.ts';
import { copyTables } from './backup.ts';
import type { Connection } from './connection.ts';
import { connectTo } from './location.ts';
import { MIGRATIONS, hasLock, schemaOf, migrate } from './schema.ts';
import { asStoreError } from './trouble.ts';

/** Milliseconds between attempts to begin while an import or another migration runs. */
const BEGIN_AGAIN = 50;

/**
 * Brings a catalogue's schema up to date, in one transaction; undefined when there is none. @throws StoreUnavailable
 */
export async function migratePostgres(
  address: PostgresAddress,
  { steps = MIGRATIONS, before, keepTables = false }: MigrateOptions = {},
): Promise<Migration | undefined> {
  const connection = await connectTo(address, 'primary');
  try {
    while (!(await hasBegun(connection))) await sleep(BEGIN_AGAIN);
    const from = await schemaOf(connection, address);
    if (from === undefined) return undefined;
    const to = schemaAfter(steps);
    const missing = stepsAfter(from, steps, describe(address));
    let kept: string | undefined;
    if (missing.length > 0) {
      await before?.(from);
      if (keepTables) kept = await copyTables(connection, `lectern_schema_${from}`);
      await migrate(connection, missing, to);
    }
    await connection.queryWithoutLimit('COMMIT');
    return { from, to, ...(kept === undefined ? {} : { kept }) };
  } catch (error) {
    throw asStoreError(error, describe(address));
  } finally {
    await connection.close();
  }
}

async function hasBegun(connection: Connection): Promise<boolean> {
  await connection.queryWithoutLimit('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
  if (await hasLock(connection)) return true;
  await connection.queryWithoutLimit('ROLLBACK');
  return false;
}
