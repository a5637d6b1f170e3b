import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page, ViewportSize } from 'playwright-core';

/** WCAG 2.2, levels A and AA, and axe's best practices: landmarks, and the order of headings. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** What may differ in the dark: hints have a contrast of 7:1 (WCAG 2.2, 1.4.6), like all other text. */
const COLOURS = ['color-contrast-enhanced', 'link-in-text-block'];

/** The small file, because every page has to parse it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility faults of a page, a line for each place; by these rules or by all. */
export async function barriers(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Evaluated from outside, which the page's policy allows; it would block a script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
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

/** The same of a window of each size, in light and dark; only rules about colours depend on which of these it is. */
export async function barriersAt(page: Page, sizes: readonly ViewportSize[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const note = (scheme: string, faults: readonly string[]): void =>
      void found.push(...faults.map((fault) => `${String(size.width)} px, ${scheme}: ${fault}`));
    await page.emulateMedia({ colorScheme: 'light' });
    note('light', [...(await barriers(page)), ...(await barriers(page, ['color-contrast-enhanced']))]);
    await page.emulateMedia({ colorScheme: 'dark' });
    note('dark', await barriers(page, COLOURS));
  }
  return found;
}
