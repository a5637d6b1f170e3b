import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import { StoreUnavailable } from '../store.ts';
import type { Connection } from './connection.ts';
import { connectTo } from './location.ts';
import { asStoreError } from './trouble.ts';

/** Copies all tables with their indexes into a new schema; inside the caller's transaction. Returns its name. */
export async function copyTables(connection: Connection, schema: string): Promise<string> {
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
