import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { browsedCatalogue } from './catalogue.ts';
import { mustHaveChromium, startChromium } from './chromium.ts';
import { read, type Reading, type ReadingOptions } from './reader.ts';
import { startSite, type Site } from './site.ts';

/** One browser and one site for the tests of a file, or of several. */
interface Suite {
  /** Why its tests are skipped; false if they run. */
  readonly skip: string | false;
  /** Reads the site in a window of its own; throws if a page does something forbidden. */
  readonly reading: (options: ReadingOptions, act: (reading: Reading) => Promise<void>) => Promise<void>;
  readonly site: () => Site;
  readonly browser: () => Browser;
}

let shared: Promise<Suite> | undefined;

/** A suite with `browsedCatalogue`: the same one for all files of a process. */
export function sharedSuite(): Promise<Suite> {
  return (shared ??= browserSuite(() => browsedCatalogue(new Date())));
}

/**
 * Starts browser and site, and stops them after the tests. Without a browser, throws if there must be one, and
 * otherwise prints a warning.
 * @param catalogue a catalogue file's text
 */
export async function browserSuite(catalogue: () => Promise<string>, settings: readonly string[] = []): Promise<Suite> {
  const browser = await startChromium();
  if (typeof browser === 'string') {
    if (mustHaveChromium()) throw new Error(`The pages cannot be tested: ${browser}`);
    process.stderr.write(`\n*** THE PAGES ARE NOT TESTED IN A BROWSER: ${browser} ***\n\n`);
    const none = (): never => {
      throw new Error(browser);
    };
    return { skip: browser, reading: none, site: none, browser: none };
  }
  const site = await startSite(await catalogue(), settings).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  after(async () => {
    await browser.close();
    await site.stop();
  });
  return {
    skip: false,
    reading: (options, act) => read(browser, site, options, act),
    site: () => site,
    browser: () => browser,
  };
}
