import { readText } from '#search/query/text-query.ts';
import type { Store, TermMatches } from '#store/store.ts';

/** The matches of each term of a search text; empty if it has no terms. */
export async function matchesOf(store: Store, typed: string): Promise<readonly TermMatches[]> {
  const text = readText(typed);
  if (text === undefined || text === 'nothing') return [];
  const found: TermMatches[] = [];
  for await (const { value } of store.findTerms(text.terms)) found.push(value);
  return found;
}

/** Numbers of the talks whose own text contains all terms. */
export async function talksWithText(store: Store, typed: string): Promise<number[]> {
  const [first, ...others] = (await matchesOf(store, typed)).map(({ text }) => [...text.begun]);
  return (first ?? []).filter((number) => others.every((numbers) => numbers.includes(number)));
}
