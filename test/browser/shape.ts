import type { Page } from 'playwright-core';

/** An entry of the Layout Instability API, which TypeScript's types lack. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/**
 * Opens a path, and delivers its scripts only after the first paint, as a slow connection does. The reader then sees
 * what a script moves. Returns the status.
 */
export async function openWithLateScript(page: Page, path: string): Promise<number> {
  const scripts = '**/assets/*.js';
  await page.route(scripts, async (route) => {
    await page.evaluate(
      () =>
        new Promise<void>((painted) => {
          new PerformanceObserver((_, observer) => {
            observer.disconnect();
            painted();
          }).observe({ type: 'paint', buffered: true });
        }),
    );
    await route.continue();
  });
  try {
    const answer = await page.goto(path, { waitUntil: 'load' });
    return answer?.status() ?? 0;
  } finally {
    await page.unroute(scripts);
  }
}

/** The layout shifts of a page since it was opened (https://web.dev/articles/cls): how much and what has moved. */
export async function layoutShifts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    // Changes are painted with the second frame at the latest.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords();
    observer.disconnect();
    return (entries as unknown as readonly LayoutShift[]).map(({ value, sources }) => {
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].join(' '),
        );
        return `${node?.nodeName ?? ''} “${node?.textContent?.trim().slice(0, 40) ?? ''}” from ${from ?? ''} to ${to ?? ''}`;
      });
      return `${String(value)}: ${moved.join(', ')}`;
    });
  });
}

/** Elements that overflow the window sideways and make it scroll; empty if the page fits. */
export async function sticksOut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 1 || left < -1);
    });
    const told = wide.slice(0, 5).map(({ tagName, className, textContent }) => {
      const text = textContent.trim().slice(0, 40);
      return `<${tagName.toLowerCase()} class="${className}">${text}`;
    });
    return [`${String(scrollWidth)} px wide in a window of ${String(clientWidth)} px`, ...told];
  });
}

/** Text that is cut off because its box is too small. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        // Fields scroll as one types.
        if (element instanceof HTMLInputElement) return false;
        const isHidden = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        const { clientWidth, scrollWidth, clientHeight, scrollHeight } = element;
        // Text for screen readers only is a pixel large; scrollable text is not cut off.
        const isCut =
          (isHidden(overflowX) && scrollWidth > clientWidth + 1) ||
          (isHidden(overflowY) && scrollHeight > clientHeight + 1);
        return isCut && clientWidth > 1;
      })
      .map((element) => `<${element.tagName.toLowerCase()}>${element.textContent.trim().slice(0, 60)}`),
  );
}

/** Elements that are animated, or would be on interaction. Must be empty with reduced motion. */
export async function motions(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const seconds = (list: string): number => Math.max(...list.split(',').map((one) => Number.parseFloat(one)));
    const moving = [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName, animationDuration, scrollBehavior } = getComputedStyle(element);
      const animated = animationName !== 'none' && seconds(animationDuration) > 0.01;
      return animated || seconds(transitionDuration) > 0.01 || scrollBehavior === 'smooth';
    });
    return moving.slice(0, 10).map(({ tagName, className }) => `<${tagName.toLowerCase()} class="${className}">`);
  });
}

/** Words of up to thirty letters that are broken over lines, in the text directly inside elements of this selector. */
export async function brokenWords(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((all) => {
    // A word in boxes of different lines is broken.
    const isBroken = (node: Text, from: number, to: number): boolean => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    };
    return all.flatMap(({ firstChild }) =>
      firstChild instanceof Text
        ? [...firstChild.data.matchAll(/[\p{L}\p{M}]{2,30}/gu)]
            .filter((word) => isBroken(firstChild, word.index, word.index + word[0].length))
            .map(([word]) => word)
        : [],
    );
  });
}
