import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { insert, MESSAGES } from '#pages/messages.ts';
import { barriers } from '../axe.ts';
import { DEPARTMENT, LICHENS, LONG_SERIES, NOBODY, SERIES, TALK, TALK_TITLE } from '../catalogue.ts';
import { MANY } from '../page-kinds.ts';
import { PHONE } from '../reader.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

const { search, list } = MESSAGES.en;

/** The number in “60 talks” above the results. */
async function total(page: Page): Promise<number> {
  const text = await page
    .getByRole('heading', { level: 2, name: /^[\d,.\s]+ talks?\b|^No talks/ })
    .first()
    .innerText();
  return Number(/^[\d,.\s]+/.exec(text)?.[0].replace(/\D/g, '') ?? 0);
}

function parametersOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Finds the talk by words typed into the search field, with or without scripts. */
async function findTalk(page: Page): Promise<void> {
  const field = page.locator('#search-q');
  await field.fill('lichen núnez');
  await field.press('Enter');
  await page.waitForURL(/\/search\?/);
  assert.equal(parametersOf(page).q, 'lichen núnez');
  await page.getByRole('link', { name: TALK_TITLE }).click();
  await page.waitForURL(new RegExp(`/talks/id/${TALK}`));
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), TALK_TITLE);
}

describe('a reader who looks for a talk', { skip }, () => {
  it('finds it by words of its title and speaker without accents and sees all its details', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/');
      await findTalk(page);
      const text = await page.getByRole('main').innerText();
      const told = [
        'Zoë Núñez-Åström',
        '17:00',
        '18:30',
        'Lantern Room',
        'Department of Estuaries',
        'Everybody',
        'Free',
      ];
      for (const one of [...told, 'Life at the edge', 'Lichens', 'bring boots']) assert.ok(text.includes(one), one);
    });
  });

  it('can search from the page of a dead link, in the language of that link', async () => {
    await reading({ statuses: [404] }, async ({ page, open }) => {
      await open(`/talks/id/${NOBODY}?lang=fr`);
      await findTalk(page);
      assert.equal(parametersOf(page).lang, 'fr');
    });
  });

  it('opens all values of a facet by keyboard on a phone and narrows them by typing', async () => {
    await reading({ viewport: PHONE }, async ({ page, open }) => {
      await open('/search?from=2020-01-01');
      await page.locator('.to-filters').press('Enter');
      const all = page.getByRole('link', { name: search.all.speakers });
      await all.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/all=speakers#facet-speakers$/);
      const field = page.getByRole('searchbox', { name: search.narrow });
      await field.waitFor();
      assert.deepEqual(await barriers(page), []);
      await field.focus();
      await page.keyboard.type('nunez');
      const values = page.locator('#facet-speakers > ul').first().getByRole('link');
      assert.match(await values.first().innerText(), /Núñez/);
      assert.ok((await values.count()) < 10);
      await values.first().press('Enter');
      await page.waitForURL(/speaker=/);
      assert.equal(parametersOf(page).from, '2020-01-01');
    });
  });

  it('adds a filter with one click and removes it with another', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/search?q=tide+table&from=2041-09-01');
      assert.equal(await total(page), 60);
      const filters = page.getByRole('complementary', { name: search.filters });
      await filters.getByRole('link', { name: /^Department of Estuaries/ }).click();
      await page.waitForURL(/organising_department/);
      assert.equal(parametersOf(page).organising_department, DEPARTMENT);
      assert.equal(await total(page), 40);
      await page.getByRole('link', { name: /^Remove: Department.*Department of Estuaries/ }).click();
      await page.waitForURL((url) => !url.searchParams.has('organising_department'));
      assert.equal(await total(page), 60);
      await page
        .getByRole('link', { name: `${list.remove} ${insert(search.quoted, { words: 'tide table' })}` })
        .click();
      await page.waitForURL((url) => !url.searchParams.has('q'));
      assert.equal(parametersOf(page).from, '2041-09-01');
    });
  });

  it('changes filters of a long query and opens a day of its calendar, without scripts', async () => {
    await reading({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open(`/search?from=today&${MANY}`);
      const before = await total(page);
      const filters = page.getByRole('complementary', { name: search.filters });
      await filters.getByRole('button', { name: /^Lichens/ }).click();
      await page.waitForURL(/topic=/);
      const asked = new URL(page.url()).search;
      assert.equal(decodeURIComponent(asked), `?from=today&${MANY}&topic=${LICHENS}`);
      assert.ok((await total(page)) < before);
      await page.getByRole('button', { name: /^Remove: Topic.*Lichens/ }).click();
      await page.waitForURL((url) => !url.searchParams.has('topic'));
      assert.equal(decodeURIComponent(new URL(page.url()).search), `?from=today&${MANY}`);
      assert.equal(await total(page), before);
      await open(`/calendar/month/2041-03?${MANY}`);
      await page.getByRole('button', { name: /20 March 2041/ }).click();
      await page.waitForURL(/\/agenda\?/);
      assert.equal(parametersOf(page).from, '2041-03-20');
      assert.ok(await page.getByRole('link', { name: TALK_TITLE }).isVisible());
    });
  });

  it('gets the same results as from the API with the same query', async () => {
    await reading({}, async ({ page, open }) => {
      const question = `from=2041-09-01&to=2041-10-31&series=${LONG_SERIES}&organising_department=${DEPARTMENT}&count=5&page=3`;
      await open(`/search?${question}`);
      const answer = await page.request.get(`/api/talks/search?${question}`, {
        headers: { accept: 'application/json' },
      });
      const { total: found, _embedded } = (await answer.json()) as {
        total: number;
        _embedded: { talks: { title: string }[] };
      };
      assert.equal(await total(page), found);
      const titles = await page
        .getByRole('main')
        .getByRole('link', { name: /^Tide table \d+$/ })
        .allInnerTexts();
      assert.deepEqual(
        titles,
        _embedded.talks.map(({ title }) => title),
      );
    });
  });

  it('pages through the results', async () => {
    await reading({}, async ({ page, open }) => {
      await open(`/search?series=${LONG_SERIES}&from=2041-09-01`);
      const pages = page.getByRole('navigation', { name: list.pages });
      await page.getByRole('link', { name: 'Tide table 20', exact: true }).waitFor();
      await pages.getByRole('link', { name: list.next, exact: true }).click();
      await page.getByRole('link', { name: 'Tide table 21', exact: true }).waitFor();
      assert.equal(parametersOf(page).page, '2');
      assert.equal(await page.getByRole('link', { name: 'Tide table 20', exact: true }).count(), 0);
      await pages.getByRole('link', { name: list.next, exact: true }).click();
      await page.getByRole('link', { name: 'Tide table 60', exact: true }).waitFor();
      assert.equal(await pages.getByRole('link', { name: list.next, exact: true }).count(), 0);
      await pages.getByRole('link', { name: list.previous, exact: true }).click();
      await page.getByRole('link', { name: 'Tide table 40', exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Tide table 60', exact: true }).waitFor();
    });
  });

  it('sees that nothing matches and which filter to remove', async () => {
    await reading({}, async ({ page, open }) => {
      await open(`/search?q=lichens&from=2041-01-01&series=${LONG_SERIES}`);
      await page.getByText(search.none).first().waitFor();
      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${search.tryWithout}.*Tide tables`) })
        .click();
      await page.getByRole('link', { name: TALK_TITLE }).waitFor();
    });
  });

  it('sees an invalid date marked in its field and can correct it there', async () => {
    await reading({ statuses: [400] }, async ({ page, open }) => {
      await open('/search?q=lichens&from=2041-13-45');
      const field = page.getByLabel(search.from, { exact: true });
      assert.equal(await field.inputValue(), '2041-13-45');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await field.fill('2041-01-01');
      await page.getByRole('button', { name: search.submit }).first().click();
      await page.getByRole('link', { name: TALK_TITLE }).waitFor();
    });
  });

  it('goes from a talk to the next and the previous one of its series', async () => {
    await reading({}, async ({ page, open }) => {
      await open(`/talks/id/${TALK}/`);
      const besides = page.getByRole('main');
      await besides.getByRole('link', { name: 'Samphire at the table' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Samphire at the table' }).waitFor();
      await besides.getByRole('link', { name: TALK_TITLE }).first().click();
      await page.getByRole('heading', { level: 1, name: TALK_TITLE }).waitFor();
      await besides.getByRole('link', { name: 'Life at the edge' }).first().click();
      await page.waitForURL(new RegExp(`/talks/series/id/${SERIES}`));
    });
  });

  it('can search, filter, page and change the language on a phone without scripts', async () => {
    await reading(
      { javaScriptEnabled: false, viewport: PHONE, isMobile: true, hasTouch: true },
      async ({ page, open }) => {
        await open('/');
        await findTalk(page);
        await open('/search?q=tide+table&from=2041-09-01');
        await page.locator('.to-filters').click();
        await page
          .getByRole('link', { name: /^Department of Estuaries/ })
          .first()
          .click();
        assert.equal(await total(page), 40);
        await page
          .getByRole('navigation', { name: list.pages })
          .getByRole('link', { name: list.next, exact: true })
          .click();
        assert.equal(parametersOf(page).page, '2');
        await open('/calendar/month/2041-03');
        await page.getByRole('link', { name: MESSAGES.en.browse.calendar.nextMonth }).first().click();
        await page.waitForURL(/\/calendar\/month\/2041-04/);
        await page.getByRole('button', { name: MESSAGES.en.site.menu }).click();
        await page
          .getByRole('navigation', { name: MESSAGES.en.site.languages })
          .getByRole('link', { name: 'Deutsch' })
          .click();
        assert.equal(await page.locator('html').getAttribute('lang'), 'de');
      },
    );
  });
});
