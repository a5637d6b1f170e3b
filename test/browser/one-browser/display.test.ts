import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

const SCREEN = { width: 1920, height: 1080 };
const MINUTE = 60_000;

/** Changes the start and the end of a talk on the page, in minutes from now. */
async function retime(page: Page, [start, over]: readonly [number, number], title: string): Promise<void> {
  await page.locator('.display-talks li', { hasText: title }).evaluate(
    (talk, [from, to]) => {
      talk.setAttribute('data-start', from);
      talk.setAttribute('data-over', to);
    },
    [start, over].map((minutes) => new Date(Date.now() + minutes * MINUTE).toISOString()) as [string, string],
  );
}

describe('a screen in a foyer', { skip }, () => {
  it('has text of at least 2.5 % of its height and cuts off no talk', async () => {
    for (const viewport of [SCREEN, { width: 1080, height: 1920 }, { width: 1280, height: 720 }]) {
      await reading({ viewport }, async ({ page, open }) => {
        await open('/display');
        const sizes = await page
          .locator('main *')
          .evaluateAll((all) =>
            all.filter((one) => one.textContent.trim() !== '').map((one) => parseFloat(getComputedStyle(one).fontSize)),
          );
        const side = Math.min(viewport.width, viewport.height);
        assert.ok(Math.min(...sizes) >= side * 0.025, `${Math.min(...sizes)} of ${side}`);
        const cut = await page.locator('.display-talks li').evaluateAll((all) => {
          const box = all[0]?.parentElement?.getBoundingClientRect();
          return all.filter((one) => {
            const { left, bottom } = one.getBoundingClientRect();
            return box !== undefined && left < box.right && bottom > box.bottom + 1;
          }).length;
        });
        assert.equal(cut, 0);
      });
    }
  });

  it('has each day once, as a heading, and is filled on screens of either shape', async () => {
    for (const viewport of [SCREEN, { width: 1080, height: 1920 }]) {
      await reading({ viewport }, async ({ page, open }) => {
        await open('/display');
        const days = await page.locator('.display-talks h2').allInnerTexts();
        assert.match(days[0] ?? '', /\d{4}/);
        assert.deepEqual([...new Set(days)], days);
        const free = await page.locator('.display-talks').evaluate((list) => {
          const box = list.getBoundingClientRect();
          const shown = [...list.children]
            .map((one) => one.getBoundingClientRect())
            .filter(({ left }) => left < box.right);
          return (box.bottom - Math.max(...shown.map(({ bottom }) => bottom))) / box.height;
        });
        assert.ok(free < 0.02, `${free} of the list is empty`);
        assert.match(await page.locator('figcaption').innerText(), /127\.0\.0\.1:\d+\/search/);
      });
    }
  });

  it('marks current and upcoming talks and hides past ones for an hour without a network', async () => {
    await reading({ viewport: SCREEN, offline: true }, async ({ page, open }) => {
      await page.clock.install();
      await open('/display');
      const [first = '', second = '', third = ''] = await page.locator('.display-talks h3').allInnerTexts();
      assert.ok(third !== '');
      await retime(page, [-30, 30], first);
      await retime(page, [20, 50], second);
      await retime(page, [70, 130], third);
      await page.route('**/display', (route) => route.abort('internetdisconnected'));
      const talk = (title: string) => page.locator('.display-talks li', { hasText: title });
      await page.clock.runFor(6_000);
      assert.match(await talk(first).innerText(), /On now/);
      assert.match(await talk(second).innerText(), /in 20 minutes/);
      assert.ok(await page.locator('[data-said]').isHidden());
      await page.clock.runFor(61 * MINUTE);
      assert.ok(await talk(first).isHidden());
      assert.ok(await talk(second).isHidden());
      assert.match(await talk(third).innerText(), /in 9 minutes/);
      assert.match(await page.locator('[data-said]').innerText(), /^Not updated since \d\d:\d\d$/);
    });
  });

  it('fetches changes every minute and shows them', async () => {
    await reading({ viewport: SCREEN }, async ({ page, open }) => {
      await page.clock.install();
      await open('/display');
      const title = await page.locator('.display-talks h3').first().innerText();
      await page.route('**/display', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replaceAll(title, 'Moved to the Great Hall'),
        });
      });
      await page.clock.runFor(MINUTE + 1_000);
      await page.getByRole('heading', { name: 'Moved to the Great Hall' }).first().waitFor();
      assert.equal(await page.locator('main').count(), 1);
    });
  });
});
