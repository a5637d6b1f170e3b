import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startChromium, startProgram } from '../chromium.ts';
import { packagedChromium } from '../packaged-chromium.ts';

const isMadeForThis = process.platform === 'linux' && process.arch === 'x64';

describe('the Chromium of the tests', () => {
  const skip = isMadeForThis ? false : 'the Chromium of the package is made for Linux on x64';

  it('starts from the @sparticuz/chromium package and renders a page', { skip }, async () => {
    const browser = await startProgram(await packagedChromium());
    try {
      const page = await browser.newPage();
      await page.setContent('<main dir="auto">שלום</main>');
      const shown = await page.evaluate(() => {
        const main = document.querySelector('main');
        if (main === null) return null;
        const range = document.createRange();
        range.selectNodeContents(main);
        return { direction: getComputedStyle(main).direction, width: range.getBoundingClientRect().width };
      });
      assert.equal(shown?.direction, 'rtl');
      assert.ok(shown.width > 0, 'no font is available');
    } finally {
      await browser.close();
    }
  });

  it('is the one that CHROMIUM_PATH names, and a missing one is reported without a fallback', async () => {
    const before = process.env.CHROMIUM_PATH;
    process.env.CHROMIUM_PATH = '/nowhere/chromium';
    try {
      const found = await startChromium();
      assert.ok(typeof found === 'string');
      assert.match(found, /not installed \(CHROMIUM_PATH: .*\/nowhere\/chromium/);
    } finally {
      if (before === undefined) delete process.env.CHROMIUM_PATH;
      else process.env.CHROMIUM_PATH = before;
    }
  });
});
