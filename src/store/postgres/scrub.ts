import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import { connectTo } from './location.ts';
import { explained } from './trouble.ts';

/** Tables that may have had data of a forgotten person. */
const TABLES = ['person', 'talk', 'talk_record', 'provenance', 'correction', 'source', 'forgotten'];

/**
 * Removes old versions of deleted or changed rows from the tables. Blocks nobody; versions that an open transaction may
 * still see stay until the server's own vacuum. @throws StoreUnavailable
 */
export async function scrubTables(address: PostgresAddress): Promise<void> {
  const connection = await connectTo(address, 'primary');
  try {
    await connection.patiently('SET statement_timeout = 0');
    for (const table of TABLES) await connection.patiently(`VACUUM (ANALYZE) lectern.${table}`);
  } catch (error) {
    throw explained(error, describe(address));
  } finally {
    await connection.close();
  }
}
