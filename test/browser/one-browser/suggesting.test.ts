import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { barriers } from '../axe.ts';
import { person, slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { browsedCatalogue, linesOf } from '../catalogue.ts';
import { DESKTOP, PHONE } from '../reader.ts';
import { browserSuite } from '../suite.ts';

/** More people than one page of a filter shows. */
const CROWD = Array.from({ length: 205 }, (_, at) => slugOf(0x90_000 + at));

const { skip, reading } = await browserSuite(
  async () =>
    (await browsedCatalogue(new Date())) +
    linesOf([
      ...CROWD.map((slug, at) => person(slug, { name: `Crowd ${String.fromCharCode(97 + (at % 26))}, member ${at}` })),
      talk(slugOf(0x91_000), '2042-02-03T10:00:00Z', { title: 'A crowded panel', speakers: CROWD }),
    ]),
);
const { search } = MESSAGES.en;
const { suggest } = search;

describe('a reader who types a name into the search field', { skip }, () => {
  for (const viewport of [PHONE, DESKTOP])
    it(`can choose a suggestion by keyboard, at ${String(viewport.width)} px`, async () => {
      await reading({ viewport }, async ({ page, open }) => {
        const asked: string[] = [];
        page.on('request', (request) => {
          if (request.url().includes('/api/suggest')) asked.push(request.url());
        });
        await open('/?lang=en');
        const field = page.getByRole('combobox', { name: MESSAGES.en.search.words });
        const list = page.getByRole('listbox', { name: suggest.label });
        await field.press('z');
        assert.deepEqual(asked, [], 'one letter is too short');
        await field.press('o');
        await list.waitFor();
        const option = list.getByRole('option', { name: /^Zoë Núñez-Åström/ });
        assert.equal(await field.getAttribute('aria-expanded'), 'true');
        assert.match((await page.getByRole('status').allInnerTexts()).join(' '), /Suggestions: \d/);
        assert.deepEqual(await barriers(page), []);
        await field.press('Escape');
        assert.equal(await list.isVisible(), false);
        assert.equal(await field.inputValue(), 'zo', 'the text stays');
        await field.press('ArrowDown');
        await list.waitFor();
        await field.press('ArrowDown');
        assert.equal(await option.getAttribute('aria-selected'), 'true');
        assert.equal(await field.getAttribute('aria-activedescendant'), await option.getAttribute('id'));
        await field.press('Enter');
        await page.waitForURL(/\/talks\/persons\/id\/[^?]+\?lang=en$/);
      });
    });

  it('keeps the selected name when newer suggestions arrive', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open('/?lang=en');
      const late = Promise.withResolvers<undefined>();
      await page.route('**/api/suggest?q=zo%C3%AB', async (route) => {
        await late.promise;
        await route.continue();
      });
      const field = page.getByRole('combobox', { name: MESSAGES.en.search.words });
      const option = page.getByRole('option', { name: /^Zoë Núñez-Åström/ });
      await field.pressSequentially('zo');
      await option.waitFor();
      await field.pressSequentially('ë');
      await field.press('ArrowDown');
      assert.equal(await option.getAttribute('aria-selected'), 'true');
      const before = await option.elementHandle();
      late.resolve(undefined);
      await page.waitForFunction((one) => !one.isConnected, before);
      assert.equal(await option.getAttribute('aria-selected'), 'true');
      await field.press('Enter');
      await page.waitForURL(/\/talks\/persons\/id\//);
    });
  });

  it('gets suggestions from all pages of a long filter and can filter by one of them', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open('/search?from=2042-01-01&lang=en');
      await page.getByRole('link', { name: search.all.speakers }).click();
      const filter = page.locator('#facet-speakers');
      const field = filter.getByRole('combobox', { name: search.narrowAll });
      const name = 'Crowd t, member 175';
      await field.pressSequentially('crowd t, member 175');
      await filter.getByRole('option', { name }).waitFor();
      assert.deepEqual(await barriers(page), []);
      await field.press('ArrowDown');
      await field.press('Enter');
      await page.waitForURL(/speaker=/);
      const { searchParams } = new URL(page.url());
      assert.deepEqual(searchParams.getAll('speaker'), [CROWD[175]]);
      assert.deepEqual([searchParams.get('from'), searchParams.get('lang')], ['2042-01-01', 'en']);
    });
  });

  it('does not see outdated suggestions when the network is gone', async () => {
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

  it('finds matching people above the talks without scripts', async () => {
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
