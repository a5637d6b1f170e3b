import { type LinkBudget, linkBudgetFor } from '#pages/search/search-links.ts';
import type { NamedValue } from '#search/query/request.ts';

/** Maximum talks on a page, by link budget: with more it would load slowly. */
const MAX_TALKS: Readonly<Record<LinkBudget, number>> = { ample: 25, little: 15, least: 10 };

/** @param asked the normalised query of the page */
export function mostShown(asked: readonly NamedValue[]): number {
  return MAX_TALKS[linkBudgetFor(asked)];
}
