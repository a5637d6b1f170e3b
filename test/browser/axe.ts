import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA, and axe's best practices: landmarks, and the order of headings. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Accessibility faults of a page, a line for each place; by these rules or by all. */
export async function barriers(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Evaluated from outside, which the page's policy allows; it would block a script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    runOnly: rules === undefined ? { type: 'tag', values: TAGS } : { type: 'rule', values: [...rules] },
    resultTypes: ['violations'],
    // Preloading would fetch the stylesheet from a script, which the policy forbids.
    preload: false,
  };
  const violations = await page.evaluate(async (how) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, how);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, options);
  return violations.map((line) => line.replaceAll(/\s+/g, ' '));
}
