import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barriers } from '../axe.ts';
import { slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { browsedCatalogue, linesOf, TALK_TITLE } from '../catalogue.ts';
import { DESKTOP, PHONE } from '../reader.ts';
import { browserSuite } from '../suite.ts';

const MINUTE = 60_000;

/** Titles of talks, with the minutes from now at which they begin and end. */
const THESE_DAYS = [
  ['Three days', -26 * 60, 40 * 60],
  ['Two hours', -90, 30],
  ['Of unknown length, over', -75, -75],
  ['Half an hour', -45, -15],
  ['Of unknown length', -20, -20],
] as const;

const { skip, reading } = await browserSuite(async () => {
  const now = Date.now();
  const talks = THESE_DAYS.map(([title, ...minutes], at) => {
    const [start = '', end = ''] = minutes.map((one) => `${new Date(now + one * MINUTE).toISOString().slice(0, 19)}Z`);
    return talk(slugOf(0x3000 + at), start, { title, end });
  });
  return (await browsedCatalogue(new Date(now))) + linesOf(talks);
});

describe('a talk that is on or begins soon', { skip }, () => {
  it('is marked in lists and on its page, and the mark is updated while the page is open', async () => {
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

  it('is in the first list of the home page while it is on', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await reading({ viewport }, async ({ page, open }) => {
        await open('/');
        const today = page.locator('.home-talks').first();
        const titles = await today.locator('li.talk:has(.flag.soon:not([hidden])) .talk-title').allInnerTexts();
        const ours = titles.filter((title) => THESE_DAYS.some(([one]) => one === title));
        assert.deepEqual(ours.toSorted(), ['Of unknown length', 'Three days', 'Two hours']);
        assert.doesNotMatch(await today.innerText(), /Half an hour|, over/);
        assert.deepEqual(await barriers(page), []);
      });
    }
  });

  it('is marked in calendars only today if it has several days', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/calendar/week');
      const marked = page.locator('[data-calendar] li[data-start]:has(.soon:not([hidden]))');
      const ours = marked.filter({ hasText: 'Three days' });
      assert.equal(await ours.count(), 1);
      const day = ours.locator('xpath=ancestor::section//*[@data-day]');
      assert.equal(await day.getAttribute('aria-current'), 'date');
    });
  });

  it('is marked accessibly in calendars while it is on, unless it is cancelled', async () => {
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
