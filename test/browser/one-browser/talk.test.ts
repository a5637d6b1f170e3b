import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { barriers } from '../axe.ts';
import { TALK } from '../catalogue.ts';
import { DESKTOP, NARROW, PHONE } from '../reader.ts';
import { sticksOut } from '../shape.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

const PATH = `/talks/id/${TALK}/`;
const DAY = 24 * 3_600_000;

describe('the page of a talk on a phone', { skip }, () => {
  it('has a bar that stays: one menu for calendars, which opens without scripts, and the star', async () => {
    for (const viewport of [PHONE, NARROW])
      for (const colorScheme of ['light', 'dark'] as const)
        await reading({ viewport, isMobile: true, colorScheme }, async ({ page, open }) => {
          await open(PATH);
          const bar = page.locator('.talk-bar');
          for (const from of ['top', 'bottom']) {
            await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), from);
            const { y, height } = (await bar.boundingBox()) ?? assert.fail();
            assert.ok(
              Math.abs(y + height - viewport.height) < 1 && height < 100,
              `${from}: ${String(y)} ${String(height)}`,
            );
          }
          const { bottom } = await page.locator('footer.site').evaluate((one) => one.getBoundingClientRect());
          const top = (await bar.boundingBox())?.y ?? 0;
          assert.ok(bottom <= top + 1, `${String(bottom)} ${String(top)} in ${String(viewport.width)}`);
          // The star of the title and the links beside the place are in the bar.
          assert.ok(await page.locator('.page-header > .star').isHidden());
          assert.equal(await page.locator('.bill .choices:visible').count(), 0);
          await bar.locator('.star').click();
          assert.equal(await bar.locator('.star').getAttribute('aria-pressed'), 'true');
          assert.deepEqual(await sticksOut(page), []);
          assert.deepEqual(await barriers(page), []);
        });
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      await open(PATH);
      await page.getByText(MESSAGES.en.talk.addShort).click();
      const links = page.locator('.talk-bar .choices a');
      assert.equal(await links.count(), 4);
      for (const link of await links.all()) {
        const { y, height } = (await link.boundingBox()) ?? assert.fail();
        assert.ok(y > 0 && y + height < PHONE.height && height >= 24);
      }
      assert.deepEqual(await sticksOut(page), []);
    });
  });

  it('offers the sheet of the system for sharing where there is one', async () => {
    await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'share', {
          value: (what: { readonly url: string }) => {
            document.title = `shared ${what.url}`;
            return Promise.resolve();
          },
        });
      });
      await open(PATH);
      await page.locator('.talk-bar [data-do=share]').click();
      assert.match(await page.title(), new RegExp(`^shared http.*${TALK}`));
    });
    await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'share', { value: undefined });
      });
      await open(PATH);
      assert.ok(await page.locator('.talk-bar [data-do=share]').isHidden());
    });
  });

  it('has no bar on a laptop, or once the talk is cancelled', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open(PATH);
      assert.ok(await page.locator('.talk-bar').isHidden());
      assert.equal(
        await page
          .locator('.star:visible')
          .first()
          .evaluate((one) => one.nextElementSibling?.tagName),
        'H1',
      );
    });
    await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
      await open('/search?from=2041-01-01&cancelled=only');
      await page.locator('.talk-title a').first().click();
      await page.locator('.notice.cancelled').waitFor();
      assert.equal(await page.locator('.talk-bar').count(), 0);
    });
  });
});

describe('when a talk is, seen from now', { skip }, () => {
  it('is beside its hours in the last week before it, in the language of the page, and moves nothing', async () => {
    const start = Date.parse('2041-03-20T17:00:00Z');
    for (const [before, language, said] of [
      [8 * DAY, 'en', undefined],
      [3 * DAY, 'en', 'In 3 days'],
      [22 * 3_600_000, 'en', 'Tomorrow, in 22 hours'],
      [5 * 3_600_000, 'de', 'Heute, in 5 Stunden'],
      [25 * 60_000, 'fr', 'dans 25 minutes'],
    ] as const)
      await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
        const heightOf = async (): Promise<number | undefined> =>
          (await page.locator('dl.bill .hours').boundingBox())?.height;
        await open(`${PATH}?lang=${language}`);
        const plain = await heightOf();
        await page.clock.install({ time: start - before });
        await open(`${PATH}?lang=${language}`);
        const flag = page.locator('dl.bill .flag.soon:visible');
        assert.deepEqual(await flag.allInnerTexts(), said === undefined ? [] : [said]);
        assert.equal(await heightOf(), plain);
      });
  });
});
