import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { barriers } from '../axe.ts';
import { DESKTOP, PHONE } from '../reader.ts';
import { sticksOut } from '../shape.ts';
import { browserSuite } from '../suite.ts';

const DAY = 86_400_000;

/** `yyyy-mm-dd` of a day from now. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}

// A term of twenty weeks around today.
const TERM = `Hilary=${dayFromNow(-70)}/${dayFromNow(69)}`;
const LATER = dayFromNow(10);

const { skip, reading } = await browserSuite(
  () =>
    Promise.resolve(
      [
        talk(slugOf(1), `${dayFromNow(1)}T12:00:00Z`, { title: 'Moss of tomorrow' }),
        talk(slugOf(2), `${LATER}T12:00:00Z`, { title: 'Moss of later' }),
        talk(slugOf(3), `${dayFromNow(100)}T12:00:00Z`, { title: 'Moss after term' }),
      ]
        .map((record) => JSON.stringify(record))
        .join('\n'),
    ),
  ['--terms', TERM, '--time-zone', 'UTC'],
);

const { search } = MESSAGES.en;

for (const colorScheme of ['light', 'dark'] as const)
  for (const viewport of [DESKTOP, PHONE])
    describe(`time in words, ${colorScheme}, ${String(viewport.width)} wide`, { skip }, () => {
      it('is found in the search box, and is a filter that can be taken away', async () => {
        await reading({ viewport, colorScheme }, async ({ page, open }) => {
          await open('/search');
          await page.locator('#search-q').fill('moss tomorrow');
          await page.locator('#search-q').press('Enter');
          await page.waitForURL(/from=tomorrow/);
          assert.equal(await page.locator('#search-q').inputValue(), 'moss');
          assert.deepEqual(await page.getByRole('link', { name: /^Moss/ }).allInnerTexts(), ['Moss of tomorrow']);
          await page.getByRole('link', { name: `Remove: ${search.tomorrow}` }).click();
          await page.waitForURL((url) => !url.search.includes('from'));
          assert.equal(await page.getByRole('link', { name: /^Moss/ }).count(), 3);
        });
      });

      it('is a week of term beside dates, and a term is a choice', async () => {
        await reading({ viewport, colorScheme }, async ({ page, open }) => {
          await open('/search');
          assert.match(await page.getByRole('heading', { level: 3 }).first().innerText(), /Week 11, Hilary/);
          await page.locator('.shortcuts').getByRole('link', { name: 'Hilary' }).click();
          await page.waitForURL(/from=term&to=term/);
          assert.deepEqual(await page.getByRole('link', { name: /^Moss/ }).allInnerTexts(), [
            'Moss of tomorrow',
            'Moss of later',
          ]);
          assert.ok(await page.getByRole('link', { name: 'Remove: Hilary' }).isVisible());
          assert.deepEqual([await barriers(page), await sticksOut(page)], [[], []]);
          await page.getByRole('link', { name: 'Moss of tomorrow' }).click();
          assert.ok(await page.getByText('Week 11, Hilary').isVisible());
          assert.deepEqual([await barriers(page), await sticksOut(page)], [[], []]);
        });
      });
    });
