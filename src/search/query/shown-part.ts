import type { Page } from './question.ts';
import type { NamedValue } from './request.ts';

/** The part of a page of talks that is shown to people, as a smaller page. */
export interface ShownPart extends Page {
  /** How many talks at the start of this smaller page come before what was asked for, and are not shown. */
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

/** The question with the page size that is shown. @param page as requested. @param part of it */
export function askedInParts(asked: readonly NamedValue[], page: Page, part: Page): readonly NamedValue[] {
  if (page.count === part.count) return asked;
  const shown = { name: 'count', value: String(part.count) };
  const isSaid = asked.some(({ name }) => name === shown.name);
  return isSaid ? asked.map((one) => (one.name === shown.name ? shown : one)) : [...asked, shown];
}
