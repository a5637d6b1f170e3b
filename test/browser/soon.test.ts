import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barriers } from './axe.ts';
import { browsedCatalogue, TALK_TITLE } from './catalogue.ts';
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

  it('is marked in calendars while it is on, with words for screen readers, unless it is cancelled', async () => {
    await reading({}, async ({ page, open }) => {
      await page.clock.install({ time: Date.parse('2041-03-20T17:10:00Z') });
      for (const path of ['/calendar/week/2041-W12', '/calendar/month/2041-03']) {
        await open(path);
        const item = page.locator('[data-calendar] li').filter({ hasText: TALK_TITLE });
        assert.deepEqual(await item.locator('.soon:not([hidden])').allInnerTexts(), ['On now'], path);
        assert.equal(await page.locator('[data-calendar] li[data-start^="2041-03-21"] .soon').count(), 0, path);
        assert.deepEqual(await barriers(page), [], path);
      }
      await page.clock.runFor(90 * MINUTE);
      assert.equal(await page.locator('[data-calendar] .soon:not([hidden])').count(), 0);
      await page.clock.setFixedTime(Date.parse('2041-03-06T17:10:00Z'));
      await open('/calendar/week/2041-W10');
      const cancelled = page.locator('[data-calendar] li[data-start="2041-03-06T17:00:00Z"]:has(.cancelled-title)');
      assert.ok(await cancelled.isVisible());
      assert.equal(await cancelled.locator('.soon').count(), 0);
    });
  });
});
