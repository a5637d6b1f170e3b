import type { Page } from 'playwright-core';

/**
 * Goes to an address, and lets its scripts come only after it was painted without them, as over a slow line. What a script
 * moves then, it moves before the reader's eyes.
 */
export async function openWithLateScript(page: Page, path: string): Promise<void> {
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
    await page.goto(path, { waitUntil: 'load' });
  } finally {
    await page.unroute(scripts);
  }
}

/** How far things on a page have moved by themselves since it was opened (https://web.dev/articles/cls); 0 is not at all. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    // What has changed is seen with the second frame at the latest.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords();
    observer.disconnect();
    return entries.reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
  });
}

/** What sticks out of the window to the side, so that one has to scroll there; nothing when the page fits. */
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

/** Text of the page that stands in boxes too small for it, so that it is cut off. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        // A field is scrolled by who writes into it.
        if (element instanceof HTMLInputElement) return false;
        const isHidden = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        const { clientWidth, scrollWidth, clientHeight, scrollHeight } = element;
        // What is there for readers of the screen only is a pixel large; what can be scrolled to is not cut off.
        const isCut =
          (isHidden(overflowX) && scrollWidth > clientWidth + 1) ||
          (isHidden(overflowY) && scrollHeight > clientHeight + 1);
        return isCut && clientWidth > 1;
      })
      .map((element) => `<${element.tagName.toLowerCase()}>${element.textContent.trim().slice(0, 60)}`),
  );
}

/** What moves on a page, or would at a touch; nothing for who has asked for less motion. */
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
