import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '#pages/frame/language.ts';
import { MESSAGES } from '#pages/messages.ts';
import { TALK, TALK_TITLE } from '../catalogue.ts';
import { NARROW } from '../reader.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

const NAMES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

describe('the language of the pages', { skip }, () => {
  it('leaves room for the text of the search button, which may arrive after the button', async () => {
    await reading({ viewport: NARROW }, async ({ page, open }) => {
      for (const language of LANGUAGES) {
        await open(`/?lang=${language}`);
        const widths = await page.locator('.search-words button').evaluate((button) => {
          const whole = button.getBoundingClientRect().width;
          button.textContent = '';
          return [button.getBoundingClientRect().width, whole];
        });
        assert.equal(widths[0], widths[1], language);
      }
    });
  });

  for (const language of LANGUAGES) {
    it(`follows the Accept-Language header of the browser: ${language}`, async () => {
      await reading({ locale: `${language}-${language.toUpperCase()}` }, async ({ page, open }) => {
        await open(`/talks/id/${TALK}/`);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        assert.ok(await page.getByText(MESSAGES[language].talk.about).first().isVisible());
        // The language of catalogue text is unknown.
        const title = page.getByRole('heading', { level: 1, name: TALK_TITLE });
        assert.deepEqual([await title.getAttribute('lang'), await title.getAttribute('dir')], ['', 'auto']);
      });
    });
  }

  it('is English if the browser asks for an unsupported language', async () => {
    await reading({ locale: 'cy-GB' }, async ({ page, open }) => {
      await open('/');
      assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    });
  });

  it('changes with links that keep the query and stays changed on later pages', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/search?q=lichens&from=2041-01-01');
      for (const language of ['de', 'fr', 'es'] as const) {
        await page.locator(`a[hreflang="${language}"]`, { hasText: NAMES[language] }).click();
        await page.waitForURL(new RegExp(`lang=${language}`));
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        const { searchParams } = new URL(page.url());
        assert.deepEqual([searchParams.get('q'), searchParams.get('from')], ['lichens', '2041-01-01']);
      }
      await page.getByRole('link', { name: TALK_TITLE }).click();
      await page.getByRole('heading', { level: 1, name: TALK_TITLE }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'es');
      assert.ok(await page.getByText(MESSAGES.es.talk.about).first().isVisible());
      await page.getByRole('navigation', { name: MESSAGES.es.site.navigation }).getByRole('link').first().click();
      assert.equal(await page.locator('html').getAttribute('lang'), 'es');
      const { search } = MESSAGES.es;
      await page.locator('#search-q').fill('lichens');
      await page.getByRole('button', { name: search.submit }).first().click();
      await page.waitForURL(/q=lichens/);
      assert.equal(await page.locator('html').getAttribute('lang'), 'es');
    });
  });

  it('is that of the lang parameter rather than that of the browser', async () => {
    await reading({ locale: 'de-DE' }, async ({ page, open }) => {
      await open('/calendar/month/2041-03?lang=fr');
      assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
      assert.ok(
        await page
          .getByText(/mars 2041/)
          .first()
          .isVisible(),
      );
    });
  });
});

describe('the reader’s own time', { skip }, () => {
  it('is shown beside the time at the venue if it differs', async () => {
    await reading({ timezoneId: 'America/New_York' }, async ({ page, open }) => {
      await open(`/talks/id/${TALK}/`);
      const text = await page.getByRole('main').innerText();
      assert.match(text, /17:00/);
      assert.match(text, /Greenwich Mean Time/);
      assert.match(text, /13:00.14:30 (GMT-4|Eastern Daylight Time)/);
    });
  });

  it('includes the day if that differs, too', async () => {
    await reading({ timezoneId: 'Asia/Tokyo', locale: 'de-DE' }, async ({ page, open }) => {
      await open(`/talks/id/${TALK}/`);
      const text = await page.getByRole('main').innerText();
      assert.match(text, /21\. März.*02:00.*03:30/);
    });
  });

  it('can be turned on in lists and calendars and stays on', async () => {
    await reading({ timezoneId: 'Asia/Tokyo' }, async ({ page, open }) => {
      const wish = page.getByLabel(MESSAGES.en.site.ownTimes);
      const own = page.locator('li', { hasText: TALK_TITLE }).locator('.own-time').first();
      await open('/search?from=2041-03-01&to=2041-03-31&q=breakwater');
      assert.equal(await own.count(), 0);
      await wish.focus();
      await page.keyboard.press('Space');
      assert.match(await own.innerText(), /Thu.*02:00.*(GMT\+9|JST)/);
      for (const path of ['/calendar/month/2041-03', '/calendar/week/2041-W12']) {
        await open(path);
        assert.ok(await wish.isChecked(), path);
        assert.match(await own.innerText(), /02:00/, path);
      }
      await wish.uncheck();
      assert.equal(await own.count(), 0);
    });
  });

  it('is hidden in a time zone with the same time', async () => {
    await reading({ timezoneId: 'Europe/Lisbon' }, async ({ page, open }) => {
      await open(`/talks/id/${TALK}/`);
      assert.equal(await page.getByText(MESSAGES.en.talk.ownTime).first().isVisible(), false);
      await open('/calendar/month/2041-03');
      assert.equal(await page.getByLabel(MESSAGES.en.site.ownTimes).isVisible(), false);
    });
  });
});
