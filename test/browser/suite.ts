import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { Lazy } from '../support/lazy.ts';
import { browsedCatalogue } from './catalogue.ts';
import { mustHaveChromium, startChromium } from './chromium.ts';
import { read, type Reading, type ReadingOptions } from './reader.ts';
import { startSite } from './site.ts';

/** The browser of this process, and one site for the tests of a file, or of several. */
interface Suite {
  /** Why its tests are skipped; false if they run. */
  readonly skip: string | false;
  /** Reads the site in a window of its own; throws if a page does something forbidden. */
  readonly reading: (options: ReadingOptions, act: (reading: Reading) => Promise<void>) => Promise<void>;
  /** The origin of the site, `http://127.0.0.1:port`. */
  readonly origin: () => Promise<string>;
  readonly browser: () => Browser;
}

const browsers = new Lazy(async () => {
  const browser = await startChromium();
  if (typeof browser !== 'string') after(() => browser.close());
  else if (mustHaveChromium()) throw new Error(`The pages cannot be tested: ${browser}`);
  else process.stderr.write(`\n*** THE PAGES ARE NOT TESTED IN A BROWSER: ${browser} ***\n\n`);
  return browser;
});

const shared = new Lazy(() => browserSuite(() => browsedCatalogue(new Date())));

/** A suite with `browsedCatalogue`: the same one for all files of a process. */
export function sharedSuite(): Promise<Suite> {
  return shared.get();
}

/**
 * Starts the browser, and the site when a test first needs it; stops them after the tests. Without a browser, throws if
 * there must be one, and otherwise prints a warning.
 * @param catalogue a catalogue file's text
 */
export async function browserSuite(catalogue: () => Promise<string>, settings: readonly string[] = []): Promise<Suite> {
  const browser = await browsers.get();
  if (typeof browser === 'string') {
    const none = (): never => {
      throw new Error(browser);
    };
    return { skip: browser, reading: none, origin: none, browser: none };
  }
  const site = new Lazy(async () => startSite(await catalogue(), settings));
  after(async () => (await site.made)?.stop());
  return {
    skip: false,
    reading: async (options, act) => read(browser, await site.get(), options, act),
    origin: async () => (await site.get()).origin,
    browser: () => browser,
  };
}
