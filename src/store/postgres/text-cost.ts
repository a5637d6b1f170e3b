import type { TextTerm } from '../store.ts';
import type { Ask } from './connection.ts';
import { begins } from './text-search.ts';

/** Entries of the index taken for each word that the server has no statistics of: one that few talks have. */
const ENTRIES_OF_A_RARE_WORD = 16;

/** In what share of the talks the most common words stand, as the server's statistics have it. */
const COMMON = `
  SELECT number, sum(frequency) AS frequency
  FROM pg_stats, unnest(most_common_elems::text::integer[], most_common_elem_freqs) AS element (number, frequency)
  WHERE schemaname = 'lectern' AND tablename = 'wording' AND number IS NOT NULL
  GROUP BY number`;

/** Tells how much of the word index a search will read, without reading it: for each term, about how many entries. */
export async function textCosts(ask: Ask, terms: readonly TextTerm[]): Promise<number[]> {
  if (terms.length === 0) return [];
  const values: unknown[] = [];
  const parts = terms.map(({ words, isBeginning }, index) => {
    const whole = `word = ANY($${values.push(words)}::text[])`;
    const which = isBeginning ? `${whole} OR ${begins(words, values)}` : whole;
    return `SELECT ${index} AS term, number FROM lectern.word WHERE ${which}`;
  });
  const text = `
    SELECT term, sum(coalesce(frequency * greatest(reltuples, 0), ${ENTRIES_OF_A_RARE_WORD}))
    FROM (${parts.join(' UNION ALL ')}) asked LEFT JOIN (${COMMON}) common USING (number),
      (SELECT reltuples FROM pg_class WHERE oid = 'lectern.wording'::regclass) talks
    GROUP BY term`;
  const costs = terms.map(() => 0);
  for (const [term, cost] of await ask(text, values)) costs[Number(term)] = Number(cost);
  return costs;
}
