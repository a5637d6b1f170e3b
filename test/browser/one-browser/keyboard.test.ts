import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { barriers } from '../axe.ts';
import { SERIES } from '../catalogue.ts';
import { focused, reachable, tabThrough } from '../focus.ts';
import { PAGE_KINDS } from '../page-kinds.ts';
import { PHONE } from '../reader.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

/** Without smooth scrolling, a focused element is in its final position at once. */
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

describe('the keyboard', { skip }, () => {
  for (const { name, path, status = 200 } of PAGE_KINDS.filter((kind) => TABBED.includes(kind.name))) {
    it(`reaches every control in document order, with a visible focus: ${name}`, async () => {
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

  it('keeps a visible focus on a phone', async () => {
    await reading({ ...STILL, viewport: PHONE }, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const unseen = (await tabThrough(page)).filter(({ isMarked, isSeen }) => !isMarked || !isSeen);
      assert.deepEqual(unseen, []);
    });
  });

  it('opens the Follow menu, copies its address and closes it', async () => {
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

  it('first reaches a skip link, which becomes visible and leads to the content', async () => {
    await reading(STILL, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const skipLink = page.getByRole('link', { name: MESSAGES.en.site.skip });
      const unfocused = await skipLink.boundingBox();
      assert.ok(
        unfocused === null || unfocused.y + unfocused.height <= 0 || unfocused.width <= 1,
        'it is visible before it has the focus',
      );
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
