import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Site } from './site.ts';

/** What a page must do nothing of, whoever reads it, is noted down while it is read. */
export interface Reading {
  readonly page: Page;
  /** Goes to an address of the site, and waits until all of the page is there; its status. */
  readonly open: (path: string) => Promise<number>;
}

export interface ReadingOptions extends BrowserContextOptions {
  /** Statuses of the pages that are opened, besides 200. */
  readonly statuses?: readonly number[];
  /** Whether the network may go away. */
  readonly offline?: boolean;
}

/**
 * Reads the site in a window of its own. Throws if any page did what none may: say something on the console, throw, ask for
 * something elsewhere or in vain, break its own policy (the console tells), open a dialog or a window, or leave a cookie.
 */
export async function read(
  browser: Browser,
  site: Site,
  { statuses = [], offline = false, ...options }: ReadingOptions,
  act: (reading: Reading) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: site.origin, viewport: DESKTOP, locale: 'en-GB', ...options });
  try {
    context.setDefaultTimeout(60_000);
    // The compiler of the tests gives functions their names by it, also those that are handed to a page.
    await context.addInitScript('globalThis.__name = (made) => made;');
    const faults = watch(context, site, [200, ...statuses]);
    const page = await context.newPage();
    const popups: string[] = [];
    context.on('page', (opened) => popups.push(`a window was opened: ${opened.url()}`));
    const open = async (path: string): Promise<number> => {
      const answer = await page.goto(path, { waitUntil: 'load' });
      return answer?.status() ?? 0;
    };
    await act({ page, open });
    const cookies = (await context.cookies()).map(({ name }) => `a cookie: ${name}`);
    const seen = faults.filter((fault) => !(offline && fault.includes('net::ERR_INTERNET_DISCONNECTED')));
    assert.deepEqual([...seen, ...popups, ...cookies], []);
  } finally {
    await context.close();
  }
}

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** What remains of 1280 pixels when they are enlarged to four times their size (WCAG 2.2, 1.4.10). */
export const NARROW = { width: 320, height: 640 };

/** Whatever happens in any window of the context that must not, from now on. */
function watch(context: BrowserContext, site: Site, statuses: readonly number[]): readonly string[] {
  const faults: string[] = [];
  const note = (text: string): void => void faults.push(text);
  context.on('console', (message) => {
    // A browser reports the status of the page itself; that is looked at below.
    if (message.text().startsWith('Failed to load resource: the server responded with a status of')) return;
    note(`console, ${message.type()}: ${message.text()}, on ${message.page()?.url() ?? 'a page that is gone'}`);
  });
  context.on('weberror', (error) => note(`an error on ${error.page()?.url() ?? ''}: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    note(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(`${site.origin}/`)) note(`a request elsewhere: ${request.url()}`);
    if (request.headers().cookie !== undefined) note(`a request with a cookie: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') note(`a request in vain: ${request.url()}: ${why}`);
  });
  context.on('response', (response) => {
    const allowed = response.request().isNavigationRequest() ? [...statuses, 301, 302, 303, 307, 308] : [200, 304];
    if (!allowed.includes(response.status())) note(`${response.url()} → ${String(response.status())}`);
  });
  return faults;
}
