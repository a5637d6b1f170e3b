import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { barriers } from '../axe.ts';
import { TALK, TALK_TITLE } from '../catalogue.ts';
import { DESKTOP, PHONE } from '../reader.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

const FROM = '/search?from=2041-01-01';

async function starred(page: Page): Promise<string[]> {
  const kept = await page.evaluate(() => localStorage.getItem('lectern-my-talks') ?? '[]');
  return JSON.parse(kept) as string[];
}

describe('the talks of “My talks”', { skip }, () => {
  for (const viewport of [PHONE, DESKTOP]) {
    it(`can be starred by keyboard, are listed, and stay in sync across tabs, at ${viewport.width} pixels`, async () => {
      await reading({ viewport }, async ({ page, open }) => {
        const menu = page.locator('.to-menu');
        /** The link of the list, in the menu of a phone. */
        const listLink = async (name: string): Promise<Locator> => {
          if (viewport === PHONE && !(await page.locator('.menu').isVisible())) await menu.click();
          return page.getByRole('link', { name, exact: true });
        };
        await open(FROM);
        const star = page.locator('li.talk .star').first();
        await star.focus();
        await page.keyboard.press('Space');
        assert.equal(await star.getAttribute('aria-pressed'), 'true');
        const { width = 0, height = 0 } = (await star.boundingBox()) ?? {};
        assert.ok(width >= 44 && height >= 44);
        await page.locator('li.talk .star').nth(1).click();
        if (viewport === PHONE) assert.equal(await menu.getAttribute('data-count'), '2');
        await (await listLink('My talks (2)')).click();
        await page.locator('.mine li.talk').nth(1).waitFor();
        assert.ok(await page.getByRole('link', { name: 'Calendar file (.ics)' }).isVisible());
        assert.deepEqual(await barriers(page), []);
        await page.locator('.mine li.talk .star').first().press('Enter');
        assert.equal((await starred(page)).length, 1);
        await (await listLink('My talks (1)')).waitFor();
        await open(`/talks/id/${TALK}/`);
        await page.getByRole('button', { name: `My talks: ${TALK_TITLE}` }).click();
        await (await listLink('My talks (2)')).waitFor();
        // Simulates a change in another tab.
        await page.evaluate(() => {
          localStorage.removeItem('lectern-my-talks');
          dispatchEvent(new StorageEvent('storage', { key: 'lectern-my-talks' }));
        });
        await (await listLink('My talks')).waitFor();
        assert.equal(await menu.getAttribute('data-count'), null);
      });
    });
  }

  for (const viewport of [PHONE, DESKTOP])
    it(`can be starred in calendars, at ${viewport.width} pixels`, async () => {
      await reading({ viewport }, async ({ page, open }) => {
        for (const [at, path] of ['/calendar/week/2041-W12', '/calendar/month/2041-03'].entries()) {
          await open(path);
          // A phone shows the talks of one day of a month.
          if (viewport === PHONE && at === 1) await page.locator('[data-day="2041-03-20"]').click();
          const star = page.getByRole('button', { name: `My talks: ${TALK_TITLE}` });
          assert.equal(await star.getAttribute('aria-pressed'), String(at === 1));
          const { width = 0, height = 0 } = (await star.boundingBox()) ?? {};
          assert.ok(width >= 24 && height >= 24);
          await star.press('Space');
          assert.deepEqual(await starred(page), at === 0 ? [TALK] : []);
          assert.deepEqual(await barriers(page), []);
        }
      });
    });

  it('are added from a shared link only on request and can be removed and restored', async () => {
    await reading({}, async ({ page, open }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await open(`/my-talks#talk=${TALK},moss`);
      await page.getByRole('link', { name: TALK_TITLE }).first().waitFor();
      assert.ok(asked.every((url) => !url.includes('#')));
      assert.deepEqual(await starred(page), []);
      await page.getByRole('button', { name: 'Add them to my talks' }).click();
      assert.deepEqual(await starred(page), [TALK]);
      assert.equal(new URL(page.url()).hash, '');
      await page.getByRole('button', { name: 'Remove all' }).click();
      assert.deepEqual(await starred(page), []);
      await page.getByText('Press the star beside a talk').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      assert.deepEqual(await starred(page), [TALK]);
      await page.getByRole('link', { name: TALK_TITLE }).first().waitFor();
    });
  });

  it('are requested again when the network is back', async () => {
    await reading({ offline: true }, async ({ page, open }) => {
      await open('/my-talks');
      await page.context().setOffline(true);
      await page.evaluate((slug) => {
        localStorage.setItem('lectern-my-talks', JSON.stringify([slug]));
        dispatchEvent(new StorageEvent('storage', { key: 'lectern-my-talks' }));
      }, TALK);
      const offline = (await page.locator('[data-my-talks]').getAttribute('data-offline')) ?? '';
      const said = page.locator('[data-said]');
      await said.filter({ hasText: offline }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('link', { name: TALK_TITLE }).first().waitFor();
      assert.equal(await said.textContent(), '');
    });
  });

  it('survive damaged storage and can be removed if they are gone', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/help');
      const gone = '00000000-0000-4000-8000-0000000000ff';
      await page.evaluate(
        (slugs) => localStorage.setItem('lectern-my-talks', JSON.stringify(slugs)),
        [TALK, gone, 'x', 7],
      );
      await open('/my-talks');
      await page.getByRole('button', { name: 'Remove from the list' }).click();
      assert.deepEqual(await starred(page), [TALK]);
      await page.evaluate(() => localStorage.setItem('lectern-my-talks', '{"not": "a list"'));
      await open('/my-talks');
      await page.getByText('Press the star beside a talk').waitFor();
    });
  });

  it('require scripts, and the page says so without them', async () => {
    await reading({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open(FROM);
      assert.equal(await page.locator('.star').count(), 0);
      await open('/my-talks');
      assert.match(await page.getByRole('main').innerText(), /Scripts are turned off/);
    });
  });
});
