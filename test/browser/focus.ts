import type { Page } from 'playwright-core';

/** The focused element, as seen on the screen. */
interface Focused {
  /** Its position among those that `reachable` lists, in document order; -1: none of them. */
  readonly at: number;
  readonly what: string;
  /** Whether it scrolls, and is focusable only so that the arrow keys scroll it. */
  readonly isScroller: boolean;
  readonly inMain: boolean;
  /** Whether its focus is visible: an outline or a shadow. */
  readonly isMarked: boolean;
  /** Whether at least a part of it is visible, and not covered (WCAG 2.2, 2.4.11). */
  readonly isSeen: boolean;
}

/** Elements that the Tab key must reach, in document order. */
export async function reachable(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex], audio[controls], iframe',
    );
    const list = [...all].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [type=hidden]') &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    Object.assign(window, { reachable: list });
  });
  return page.evaluate(() =>
    (window as unknown as { reachable: HTMLElement[] }).reachable.map(
      (element) => `<${element.tagName.toLowerCase()}> ${(element.textContent || element.id).trim().slice(0, 40)}`,
    ),
  );
}

/** The focused element; undefined if there is none. Call `reachable` first. */
export async function focused(page: Page): Promise<Focused | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return undefined;
    const { reachable: list } = window as unknown as { reachable: Element[] };
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const outlined = outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
    const rectangles = [...element.getClientRects()];
    const isSeen = rectangles.some(({ left, top, width, height }) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
    return {
      at: list.indexOf(element),
      what: `<${element.tagName.toLowerCase()}> ${(element.textContent || element.id).trim().slice(0, 40)}`,
      isScroller: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      inMain: element.closest('main') !== null,
      isMarked: outlined || boxShadow !== 'none',
      isSeen,
    };
  });
}

/** Every element that the Tab key focuses, from the beginning of the page until it leaves it. */
export async function tabThrough(page: Page): Promise<readonly Focused[]> {
  const list = await reachable(page);
  const passed: Focused[] = [];
  // A date field has several tab stops.
  for (let presses = 0; presses < list.length * 4 + 10; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === undefined) return passed;
    if (now.at === passed.at(-1)?.at) continue;
    // In a headless window, Tab goes from the last element to the first.
    if (now.at === passed[0]?.at) return passed;
    passed.push(now);
  }
  throw new Error(`the Tab key does not leave the page; the focus is at ${passed.at(-1)?.what ?? 'nothing'}`);
}
