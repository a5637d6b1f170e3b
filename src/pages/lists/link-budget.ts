import { queryString } from '#representations/links/links.ts';
import type { NamedValue } from '#search/query/request.ts';

/**
 * How many of a page's links may hold its question, so that it stays under 60 KB whatever is asked: all of them, some
 * twenty, or no more than a page must have. Buttons of one form, which holds the question once, then do what links do.
 */
export type LinkBudget = 'ample' | 'little' | 'least';

/** Characters of a question: it stands in some ninety links of a page. */
const LONG = 120;
const VERY_LONG = 400;

/** @param characters of the question as it stands in an address */
export function linkBudgetBeside(characters: number): LinkBudget {
  if (characters <= LONG) return 'ample';
  return characters <= VERY_LONG ? 'little' : 'least';
}

/** On whichever of its pages. */
export function linkBudgetFor(asked: readonly NamedValue[]): LinkBudget {
  return linkBudgetBeside(queryString(asked.filter(({ name }) => name !== 'page')).length);
}
