import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA, and what axe holds for good practice: landmarks, and headings in their order. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** What bars somebody from a page, a line for each place; none when nobody is barred. Of these rules, or of all. */
export async function barriers(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Evaluated from outside, which the page's policy lets pass; loaded as its script it would not.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    runOnly: rules === undefined ? { type: 'tag', values: TAGS } : { type: 'rule', values: [...rules] },
    resultTypes: ['violations'],
    // It would fetch the stylesheet from a script, which the policy forbids.
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
