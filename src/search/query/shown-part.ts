import type { Page } from './question.ts';
import type { NamedValue } from './request.ts';

/** As much of a page of talks as is shown to people, in smaller pages. */
export interface ShownPart extends Page {
  /** How many talks of this smaller page stand before what was asked for, and are not shown. */
  readonly skipped: number;
}

/**
 * Where a page of a question begins, in pages that can be shown: it begins with the same talk, and ends where the next
 * of them does.
 * @param most talks that can be shown
 */
export function shownPart({ page, count }: Page, most: number): ShownPart {
  if (count <= most) return { page, count, skipped: 0 };
  const before = (page - 1) * count;
  return { page: Math.floor(before / most) + 1, count: most, skipped: before % most };
}

/** The question in pages that can be shown. @param page as it was asked for. @param part of it */
export function askedInParts(asked: readonly NamedValue[], page: Page, part: Page): readonly NamedValue[] {
  if (page.count === part.count) return asked;
  const shown = { name: 'count', value: String(part.count) };
  const isSaid = asked.some(({ name }) => name === shown.name);
  return isSaid ? asked.map((one) => (one.name === shown.name ? shown : one)) : [...asked, shown];
}
