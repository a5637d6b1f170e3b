import { linkBudgetFor, type LinkBudget } from '#pages/lists/link-budget.ts';
import type { NamedValue } from '#search/query/request.ts';

/** Talks that a page lists at most, by how much room its question leaves: of more it would be too large to come quickly. */
const MOST: Readonly<Record<LinkBudget, number>> = { ample: 25, little: 15, least: 10 };

/** @param asked the question of the page, said in one way by all who ask the same */
export function mostShown(asked: readonly NamedValue[]): number {
  return MOST[linkBudgetFor(asked)];
}
