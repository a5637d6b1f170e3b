import type { TextTerm } from '../store.ts';
import type { Ask } from './connection.ts';
import { begins } from './text-search.ts';

/** Assumed number of index entries for a word without statistics, which few talks have. */
const ENTRIES_OF_A_RARE_WORD = 16;

/** The share of talks that have each of the most common words, from the server's statistics. */
const COMMON = `
  SELECT number, sum(frequency) AS frequency
  FROM pg_stats, unnest(most_common_elems::text::integer[], most_common_elem_freqs) AS element (number, frequency)
  WHERE schemaname = 'lectern' AND tablename = 'wording' AND number IS NOT NULL
  GROUP BY number`;

/** Estimates how many entries of the word index a search for each term will read, without reading it. */
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
