import { queryString } from '#representations/links/links.ts';
import type { NamedValue } from '#search/query/request.ts';

/**
 * How many of a page's links may contain its query, so that the page stays under 70 KB: all of them, some twenty, or
 * only the necessary ones. Buttons of a single form, which contains the query once, replace the other links.
 */
export type LinkBudget = 'ample' | 'little' | 'least';

/** Maximum characters of a query that all links may contain: a page has some hundred links. */
const LONG = 115;
const VERY_LONG = 400;

/** @param characters the length of the encoded query */
export function linkBudgetBeside(characters: number): LinkBudget {
  if (characters <= LONG) return 'ample';
  return characters <= VERY_LONG ? 'little' : 'least';
}

/** The budget for a query; all pages of a list have the same. */
export function linkBudgetFor(asked: readonly NamedValue[]): LinkBudget {
  return linkBudgetBeside(queryString(asked.filter(({ name }) => name !== 'page')).length);
}
