import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { barriers } from './axe.ts';
import { browsedCatalogue, SERIES } from './catalogue.ts';
import { focused, reachable, tabThrough } from './focus.ts';
import { PAGE_KINDS } from './page-kinds.ts';
import { PHONE } from './reader.ts';
import { browserSuite } from './suite.ts';

const { skip, reading } = await browserSuite(() => browsedCatalogue(new Date()));

/** So that what has the keyboard is where it will be as soon as it has it. */
const STILL = { reducedMotion: 'reduce' } as const;

const TABBED = [
  'home',
  'search-filtered',
  'search-error',
  'month',
  'agenda',
  'talk',
  'talk-long-words',
  'person',
  'browse-people',
  'not-found',
];

describe('the keyboard alone', { skip }, () => {
  for (const { name, path, status = 200 } of PAGE_KINDS.filter((kind) => TABBED.includes(kind.name))) {
    it(`gets to everything in the order in which it stands, and is always seen: ${name}`, async () => {
      await reading({ ...STILL, statuses: [status] }, async ({ page, open }) => {
        await open(path);
        const list = await reachable(page);
        const passed = await tabThrough(page);
        assert.deepEqual(
          passed.filter(({ at, isScroller }) => at >= 0 || !isScroller).map(({ at, what }) => list[at] ?? what),
          list,
        );
        assert.deepEqual(
          passed
            .filter(({ isMarked, isSeen }) => !isMarked || !isSeen)
            .map(({ what, isMarked, isSeen }) => ({ what, isMarked, isSeen })),
          [],
        );
      });
    });
  }

  it('sees on a phone where it is, too', async () => {
    await reading({ ...STILL, viewport: PHONE }, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const unseen = (await tabThrough(page)).filter(({ isMarked, isSeen }) => !isMarked || !isSeen);
      assert.deepEqual(unseen, []);
    });
  });

  it('opens the menu of what can be followed, copies its address, and closes it', async () => {
    await reading({ ...STILL, permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page, open }) => {
      await open(`/talks/series/id/${SERIES}`);
      const menu = page.locator('details.follow');
      const button = menu.locator('summary');
      await button.focus();
      await page.keyboard.press('Enter');
      assert.deepEqual(await barriers(page), []);
      const address = await menu.locator('input').inputValue();
      await menu.getByRole('button', { name: MESSAGES.en.follow.copy }).press('Enter');
      await menu.getByText(MESSAGES.en.follow.copied).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
      await page.keyboard.press('Escape');
      assert.equal(await menu.getAttribute('open'), null);
      assert.ok(await button.evaluate((summary) => summary === document.activeElement));
    });
  });

  it('comes first to a link that skips to the content, which shows itself', async () => {
    await reading(STILL, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const skipLink = page.getByRole('link', { name: MESSAGES.en.site.skip });
      const unfocused = await skipLink.boundingBox();
      assert.ok(unfocused === null || unfocused.y + unfocused.height <= 0 || unfocused.width <= 1, 'it shows before');
      await page.keyboard.press('Tab');
      const shown = await skipLink.boundingBox();
      assert.ok(shown !== null && shown.y >= 0 && shown.x >= 0 && shown.width > 20, JSON.stringify(shown));
      await reachable(page);
      assert.equal((await focused(page))?.what, `<a> ${MESSAGES.en.site.skip}`);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.equal((await focused(page))?.inMain, true);
    });
  });
});
