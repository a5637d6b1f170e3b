import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import type { Site } from './site.ts';

/** A reader of the site. Forbidden actions of pages are recorded meanwhile. */
export interface Reading {
  readonly page: Page;
  /** Opens a path of the site, and waits until the page has loaded. Returns the status. */
  readonly open: (path: string) => Promise<number>;
}

export interface ReadingOptions extends BrowserContextOptions {
  /** Expected statuses besides 200. */
  readonly statuses?: readonly number[];
  /** Whether the test may take the reader offline. */
  readonly offline?: boolean;
}

/**
 * Reads the site in a window of its own. Throws if any page wrote to the console, threw, requested something that is
 * missing or on another site, violated its policy (reported on the console), opened a dialog or window, or set cookies.
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
    const faults = watch(context, site, [200, ...statuses]);
    const waiting = watchWaiting(context);
    const page = await context.newPage();
    const popups: string[] = [];
    context.on('page', (opened) => popups.push(`a window was opened: ${opened.url()}`));
    const open = async (path: string): Promise<number> => {
      const answer = await page.goto(path, { waitUntil: 'load' });
      return answer?.status() ?? 0;
    };
    await act({ page, open }).catch((error: unknown) => {
      // Says what the page did, too: a wait that timed out may be for a response that never came.
      if (error instanceof Error) error.message += `\nUntil then: ${[...faults, ...waiting()].join('; ')}`;
      throw error;
    });
    const cookies = (await context.cookies()).map(({ name }) => `a cookie: ${name}`);
    const seen = faults.filter((fault) => !(offline && fault.includes('net::ERR_INTERNET_DISCONNECTED')));
    assert.deepEqual([...seen, ...popups, ...cookies], []);
  } finally {
    await context.close();
  }
}

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** A window of 1280 pixels at a zoom of 400 % (WCAG 2.2, 1.4.10). */
export const NARROW = { width: 320, height: 640 };

/** Returns the requests without a complete response, from now on. */
function watchWaiting(context: BrowserContext): () => readonly string[] {
  const waiting = new Set<Request>();
  context.on('request', (request) => waiting.add(request));
  context.on('requestfinished', (request) => waiting.delete(request));
  context.on('requestfailed', (request) => waiting.delete(request));
  return () => [...waiting].map((request) => `waiting for ${request.url()}`);
}

/** Records forbidden actions in all windows of the context from now on. */
function watch(context: BrowserContext, site: Site, statuses: readonly number[]): readonly string[] {
  const faults: string[] = [];
  const note = (text: string): void => void faults.push(text);
  context.on('console', (message) => {
    // The browser reports the status of the page itself, which is checked below.
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
    if (why !== 'net::ERR_ABORTED') note(`a failed request: ${request.url()}: ${why}`);
  });
  context.on('response', (response) => {
    const allowed = response.request().isNavigationRequest() ? [...statuses, 301, 302, 303, 307, 308] : [200, 304];
    if (!allowed.includes(response.status())) note(`${response.url()} → ${String(response.status())}`);
  });
  return faults;
}
