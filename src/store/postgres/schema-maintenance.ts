import { setTimeout as sleep } from 'node:timers/promises';
import { describe, type PostgresAddress } from '../address.ts';
import { type MigrateOptions, type Migration, schemaAfter, stepsAfter } from '../migration.ts';
import { StoreUnavailable } from '../store.ts';
import { type Connection, connectTo } from './connection.ts';
import { hasLock, migrate, MIGRATIONS, schemaOf } from './schema.ts';
import { asStoreError } from './postgres-errors.ts';

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

/** Copies all tables with their indexes into a new schema; inside the caller's transaction. Returns its name. */
async function copyTables(connection: Connection, schema: string): Promise<string> {
  const there = await connection.queryWithoutLimit('SELECT 1 WHERE to_regnamespace($1) IS NOT NULL', [schema]);
  if (there.length > 0) {
    throw new StoreUnavailable(
      `The backup of an earlier migration, the schema ${schema}, is still in the database. Drop it, or give --skip-backup.`,
    );
  }
  await connection.queryWithoutLimit(`CREATE SCHEMA ${schema}`);
  const tables = await connection.queryWithoutLimit<{ table: string }>(
    "SELECT quote_ident(tablename) AS table FROM pg_tables WHERE schemaname = 'lectern' ORDER BY tablename",
  );
  for (const { table } of tables) {
    await connection.queryWithoutLimit(`CREATE TABLE ${schema}.${table} (LIKE lectern.${table} INCLUDING ALL)`);
    await connection.queryWithoutLimit(`INSERT INTO ${schema}.${table} SELECT * FROM lectern.${table}`);
  }
  return schema;
}

/** Renames the schema of a catalogue, to hide it or to bring it back. @throws StoreUnavailable */
export async function renameSchema(address: PostgresAddress, from: string, to: string): Promise<void> {
  const connection = await connectTo(address, 'primary');
  try {
    await connection.queryWithoutLimit(`ALTER SCHEMA ${from} RENAME TO ${to}`);
  } catch (error) {
    throw asStoreError(error, describe(address));
  } finally {
    await connection.close();
  }
}
