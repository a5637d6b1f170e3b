import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import { connectTo } from './location.ts';
import { explained } from './trouble.ts';

/** What a forgotten person was in. */
const TABLES = ['person', 'word', 'wording', 'talk', 'talk_record', 'provenance', 'correction', 'source', 'forgotten'];

/**
 * Takes the versions of rows that were deleted or changed out of the tables. It locks nobody out; what a transaction
 * that is still open may look at stays until the server's own vacuum. @throws StoreUnavailable
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
