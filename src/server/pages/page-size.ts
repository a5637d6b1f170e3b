import { type LinkBudget, linkBudgetFor } from '#pages/search/search-links.ts';
import type { Page } from '#search/query/question.ts';
import type { NamedValue } from '#search/query/request.ts';

/** Maximum talks on a page, by link budget: with more it would load slowly. */
const MAX_TALKS: Readonly<Record<LinkBudget, number>> = { ample: 25, little: 15, least: 10 };

/** @param asked the normalised query of the page */
export function mostShown(asked: readonly NamedValue[]): number {
  return MAX_TALKS[linkBudgetFor(asked)];
}

/** The smaller page that is shown where a requested page has more talks than can be shown. */
export interface ShownPart extends Page {
  /** Talks at the start of this smaller page that precede the requested page, and are not shown. */
  readonly skipped: number;
}

/**
 * The smaller page that a requested page begins in: it shows the same first talk.
 * @param most how many talks can be shown
 */
export function shownPart({ page, count }: Page, most: number): ShownPart {
  if (count <= most) return { page, count, skipped: 0 };
  const before = (page - 1) * count;
  return { page: Math.floor(before / most) + 1, count: most, skipped: before % most };
}

/** The canonical query with the page size of `part`. @param page as requested. @param part the page that is shown */
export function askedInParts(asked: readonly NamedValue[], page: Page, part: Page): readonly NamedValue[] {
  if (page.count === part.count) return asked;
  const shown = { name: 'count', value: String(part.count) };
  const isSaid = asked.some(({ name }) => name === shown.name);
  return isSaid ? asked.map((one) => (one.name === shown.name ? shown : one)) : [...asked, shown];
}
