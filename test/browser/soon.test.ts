import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browsedCatalogue } from './catalogue.ts';
import { browserSuite } from './suite.ts';

const { skip, reading } = await browserSuite(() => browsedCatalogue(new Date()));

const MINUTE = 60_000;

describe('a talk that is on, or begins soon', { skip }, () => {
  it('says so in lists and on its page, and stays right while the page is open', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const item = page.locator('li.talk:not(:has(.flag.cancelled))').first();
      const [start = '', end = ''] = await item
        .locator('.talk-when time')
        .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
      const length = (Date.parse(end) - Date.parse(start)) / MINUTE;
      assert.ok(length > 0);
      await page.clock.install({ time: Date.parse(start) - 90 * MINUTE });
      await open('/search?from=2041-01-01');
      const flag = item.locator('.flag.soon');
      assert.equal(await flag.count(), 0);
      await page.clock.runFor(70 * MINUTE);
      assert.equal(await flag.innerText(), 'in 20 minutes');
      await page.clock.runFor(25 * MINUTE);
      assert.equal(await flag.innerText(), 'On now');
      const href = await item.locator('.talk-title a').getAttribute('href');
      await open(href ?? '');
      assert.equal(await page.locator('.flag.soon').first().innerText(), 'On now');
      await page.clock.runFor(length * MINUTE);
      assert.ok(await page.locator('.flag.soon').first().isHidden());
    });
  });
});
