import type { Page } from './question.js';
import type { NamedValue } from './request.js';

/** Talks that a page for people shows at most: of more it would be too large to come quickly. */
export const MOST_SHOWN = 25;

/** As much of a page of talks as is shown to people, in smaller pages. */
export interface ShownPart extends Page {
  /** How many talks of this smaller page stand before what was asked for, and are not shown. */
  readonly skipped: number;
}

/**
 * Where a page of a question begins, in pages that can be shown: it begins with the same talk, and ends where the next
 * of them does.
 */
export function shownPart({ page, count }: Page): ShownPart {
  if (count <= MOST_SHOWN) return { page, count, skipped: 0 };
  const before = (page - 1) * count;
  return { page: Math.floor(before / MOST_SHOWN) + 1, count: MOST_SHOWN, skipped: before % MOST_SHOWN };
}

/** The question in pages that can be shown. @param page as it was asked for */
export function askedInParts(asked: readonly NamedValue[], { count }: Page): readonly NamedValue[] {
  if (count <= MOST_SHOWN) return asked;
  const shown = { name: 'count', value: String(MOST_SHOWN) };
  const isSaid = asked.some(({ name }) => name === shown.name);
  return isSaid ? asked.map((one) => (one.name === shown.name ? shown : one)) : [...asked, shown];
}
