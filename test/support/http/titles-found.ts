import assert from 'node:assert/strict';
import { valueAt } from '../json-value.ts';
import type { AskableServer } from './server.ts';

/** The titles of all talks from 2041 on that match a search. */
export async function titlesFound(server: AskableServer, query: string): Promise<readonly unknown[]> {
  const found = await server.read(`/api/talks/search?from=2041-01-01&${query}`);
  const talks = valueAt(found, '_embedded', 'talks') as readonly unknown[];
  assert.equal(valueAt(found, 'total'), talks.length);
  return talks.map((one) => valueAt(one, 'title_display'));
}
