import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import { damageIn, lostIn } from '../damage-scan.ts';
import type { Engine } from '../engine-store.ts';
import { checkCurrent } from '../migration.ts';
import type { Reader } from '../sql.ts';
import type { SeenState } from '../store.ts';
import { CurrentCatalogue } from './catalogue.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { changesSince } from './changes.ts';
import { Connection, STATE } from './connection.ts';
import { connectTo } from './location.ts';
import { BEGIN_READING, MIGRATIONS } from './schema.ts';
import { asStoreError, pageDamage } from './trouble.ts';

/** Time limit for writing beside the catalogue, in milliseconds. */
const WRITE = 10_000;

/**
 * A catalogue in a PostgreSQL database.
 * @param milliseconds time limit of a read, waiting included
 */
export function postgresEngine(address: PostgresAddress, milliseconds: number): Engine {
  const where = describe(address);
  const catalogue = new CurrentCatalogue(address, milliseconds);
  const news = new ChangeNotifications(address);
  return {
    address,
    read: (read) => catalogue.read(read),
    readOneState: (read) => catalogue.readOneState(read),
    open: async () => openReader(address, await catalogue.place(), BEGIN_READING),
    openForImport: (place) => openReader(address, place),
    async writeBeside(write) {
      // A new connection each time, to the primary: writes are rare.
      const connection = await connectTo(address, 'primary');
      try {
        return await write((text, values = []) => connection.query(text, values, WRITE));
      } catch (error) {
        throw asStoreError(error, where);
      } finally {
        await connection.close();
      }
    },
    state: () =>
      catalogue.read(async (ask) => {
        const text = `SELECT state.*, (SELECT steps FROM lectern.schema) AS schema FROM ${STATE} state`;
        const [row] = await ask<SeenState & { schema: number }>(text);
        checkCurrent(Number(row?.schema), MIGRATIONS, where);
        if (row === undefined) throw new Error('An aggregate has one row');
        return { version: row.version, token: row.token, isReplica: row.isReplica };
      }),
    watch: (onChange) => news.watch(onChange),
    changes: async (since, onDamage, withRecords) =>
      changesSince(address, await catalogue.place(), since, onDamage, withRecords),
    // PostgreSQL itself notices damaged pages when they are read.
    damage: (reader, look) => (look === 'quick' ? lostIn(reader) : damageIn(reader)),
    async scrub() {
      await scrubTables(address);
      return true;
    },
    async close() {
      news.close();
      await catalogue.close();
    },
  };
}

/** Reads without a time limit. @throws StoreUnavailable */
async function openReader(address: PostgresAddress, place: number, begin = 'SELECT 1'): Promise<Reader> {
  const where = describe(address);
  try {
    const connection = await Connection.open(address, place);
    await connection.queryWithoutLimit(begin);
    return {
      ask: (text, values) => connection.queryWithoutLimit(text, values),
      asStoreError: (error) => asStoreError(error, where),
      async lostPage(error) {
        const code = pageDamage(error);
        if (code !== undefined) await connection.queryWithoutLimit(`ROLLBACK; ${begin}`);
        return code;
      },
      close: () => connection.close(),
    };
  } catch (error) {
    throw asStoreError(error, where);
  }
}

/** Tables that may have had data of a forgotten person. */
const TABLES = ['person', 'talk', 'talk_record', 'provenance', 'correction', 'source', 'forgotten'];

/**
 * Removes old versions of deleted or changed rows from the tables. Blocks nobody; versions that an open transaction may
 * still see stay until the server's own vacuum. @throws StoreUnavailable
 */
async function scrubTables(address: PostgresAddress): Promise<void> {
  const connection = await connectTo(address, 'primary');
  try {
    await connection.queryWithoutLimit('SET statement_timeout = 0');
    for (const table of TABLES) await connection.queryWithoutLimit(`VACUUM (ANALYZE) lectern.${table}`);
  } catch (error) {
    throw asStoreError(error, describe(address));
  } finally {
    await connection.close();
  }
}
