import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page, ViewportSize } from 'playwright-core';

/** WCAG 2.2, levels A and AA, and axe's best practices: landmarks, and the order of headings. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** The small file, because every page has to parse it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility faults of a page, a line for each place. */
export async function barriers(page: Page): Promise<readonly string[]> {
  return faults(page, { runOnly: { type: 'tag', values: TAGS } });
}

/** What may differ in the dark: hints have a contrast of 7:1 (WCAG 2.2, 1.4.6), like all other text. */
const COLOURS = ['color-contrast-enhanced', 'link-in-text-block'];

/** Faults in windows of these sizes, in light and dark; all text has to have the enhanced contrast. */
export async function barriersAt(page: Page, sizes: readonly ViewportSize[]): Promise<readonly string[]> {
  const enhanced = { 'color-contrast': { enabled: false }, 'color-contrast-enhanced': { enabled: true } };
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const note = (scheme: string, seen: readonly string[]): void =>
      void found.push(...seen.map((fault) => `${String(size.width)} px, ${scheme}: ${fault}`));
    await page.emulateMedia({ colorScheme: 'light' });
    note('light', await faults(page, { runOnly: { type: 'tag', values: TAGS }, rules: enhanced }));
    await page.emulateMedia({ colorScheme: 'dark' });
    note('dark', await faults(page, { runOnly: { type: 'rule', values: COLOURS } }));
  }
  return found;
}

async function faults(page: Page, rules: axe.RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await load(page);
  // Preloading would fetch the stylesheet from a script, which the policy forbids.
  const options: axe.RunOptions = { ...rules, resultTypes: ['violations'], preload: false };
  const violations = await page.evaluate(async (how) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, how);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, options);
  return violations.map((line) => line.replaceAll(/\s+/g, ' '));
}

/**
 * Loads axe from outside, which the page's policy allows; it would block a script element. `page.evaluate` passes the
 * source to `eval`, which takes longer.
 */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: SOURCE });
  await session.detach();
}
