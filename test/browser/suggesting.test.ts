import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { barriers } from './axe.ts';
import { browsedCatalogue } from './catalogue.ts';
import { DESKTOP, PHONE } from './reader.ts';
import { browserSuite } from './suite.ts';

const { skip, reading } = await browserSuite(() => browsedCatalogue(new Date()));
const { suggest } = MESSAGES.en.search;

describe('whoever types a name into the search field', { skip }, () => {
  for (const viewport of [PHONE, DESKTOP])
    it(`is led to it by the keyboard, at ${String(viewport.width)} px`, async () => {
      await reading({ viewport }, async ({ page, open }) => {
        const asked: string[] = [];
        page.on('request', (request) => {
          if (request.url().includes('/api/suggest')) asked.push(request.url());
        });
        await open('/?lang=en');
        const field = page.getByRole('combobox', { name: MESSAGES.en.search.words });
        const list = page.getByRole('listbox', { name: suggest.label });
        await field.press('z');
        assert.deepEqual(asked, [], 'one letter says too little');
        await field.press('o');
        await list.waitFor();
        const option = list.getByRole('option', { name: /^Zoë Núñez-Åström/ });
        assert.equal(await field.getAttribute('aria-expanded'), 'true');
        assert.match((await page.getByRole('status').allInnerTexts()).join(' '), /Suggestions: \d/);
        assert.deepEqual(await barriers(page), []);
        await field.press('Escape');
        assert.equal(await list.isVisible(), false);
        assert.equal(await field.inputValue(), 'zo', 'the words stay');
        await field.press('ArrowDown');
        await list.waitFor();
        await field.press('ArrowDown');
        assert.equal(await option.getAttribute('aria-selected'), 'true');
        assert.equal(await field.getAttribute('aria-activedescendant'), await option.getAttribute('id'));
        await field.press('Enter');
        await page.waitForURL(/\/talks\/persons\/id\/[^?]+\?lang=en$/);
      });
    });

  it('is shown no names of before when the network is gone', async () => {
    await reading({ viewport: DESKTOP, offline: true }, async ({ page, open }) => {
      await open('/?lang=en');
      const field = page.getByRole('combobox', { name: MESSAGES.en.search.words });
      const list = page.getByRole('listbox', { name: suggest.label });
      await field.pressSequentially('zo');
      await list.waitFor();
      await page.context().setOffline(true);
      await field.press('e');
      await list.waitFor({ state: 'hidden' });
      assert.equal(await field.getAttribute('aria-expanded'), 'false');
      assert.equal(await field.inputValue(), 'zoe');
    });
  });

  it('finds people above the talks, and searches as before, without scripts', async () => {
    await reading({ javaScriptEnabled: false, viewport: PHONE }, async ({ page, open }) => {
      await open('/search');
      const field = page.getByRole('searchbox', { name: MESSAGES.en.search.words });
      await field.fill('nunez');
      await field.press('Enter');
      await page.waitForURL(/q=nunez/);
      const names = page.getByRole('region', { name: suggest.found });
      await names.getByRole('link', { name: 'Zoë Núñez-Åström' }).click();
      await page.waitForURL(/\/talks\/persons\/id\//);
    });
  });
});
