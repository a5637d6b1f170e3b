import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '#pages/frame/language.ts';
import { insert, MESSAGES } from '#pages/messages.ts';
import { FACULTY, TALK, TALK_TITLE } from '../catalogue.ts';
import { MANY } from '../page-kinds.ts';
import { DESKTOP, PHONE } from '../reader.ts';
import { brokenWords, sticksOut } from '../shape.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

const { calendar } = MESSAGES.en.browse;

/** The focused day, or `''`. */
async function day(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest('[data-day]')?.getAttribute('data-day') ?? '');
}

async function press(page: Page, key: string, expected: string): Promise<void> {
  await page.keyboard.press(key);
  assert.equal(await day(page), expected, key);
}

describe('the calendar of a month', { skip }, () => {
  it('is a table of weeks and days with accessible names and links to talks', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/calendar/month/2041-03');
      const table = page.getByRole('table', { name: /March 2041/ });
      assert.deepEqual([await table.getByRole('row').count(), await table.getByRole('columnheader').count()], [6, 8]);
      const row = table.getByRole('row', { name: new RegExp(insert(calendar.weekNumber, { week: 12 })) });
      const link = row.getByRole('link', { name: TALK_TITLE });
      assert.ok(await link.isVisible());
      await link.click();
      await page.waitForURL(new RegExp(`/talks/id/${TALK}`));
    });
  });

  it('supports arrow keys, Home, End, Page Up, Page Down and Enter', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/calendar/month/2041-03');
      await page.locator('[data-day="2041-03-20"]').focus();
      await press(page, 'ArrowRight', '2041-03-21');
      await press(page, 'ArrowLeft', '2041-03-20');
      await press(page, 'ArrowDown', '2041-03-27');
      await press(page, 'ArrowUp', '2041-03-20');
      await press(page, 'Home', '2041-03-18');
      await press(page, 'End', '2041-03-24');
      await page.keyboard.press('PageDown');
      await page.waitForURL(/\/calendar\/month\/2041-04/);
      await page.waitForFunction(() => document.activeElement?.closest('[data-day]') !== null);
      assert.match(await day(page), /^2041-04/);
      await page.keyboard.press('PageUp');
      await page.waitForURL(/\/calendar\/month\/2041-03/);
      await page.waitForFunction(() => document.activeElement?.closest('[data-day]') !== null);
      assert.match(await day(page), /^2041-03/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?from=2041-03/);
    });
  });

  it('supports the arrow keys also if a long query turns its days into buttons', async () => {
    await reading({}, async ({ page, open }) => {
      await open(`/calendar/month/2041-03?${MANY}`);
      await page.locator('[data-day="2041-03-31"]').focus();
      await press(page, 'ArrowLeft', '2041-03-30');
      await page.keyboard.press('ArrowDown');
      await page.waitForURL(/\/calendar\/month\/2041-04/);
      await page.waitForFunction(() => document.activeElement?.closest('[data-day]') !== null);
      assert.equal(await day(page), '2041-04-06');
    });
  });

  it('moves on to the next month if an arrow key leaves the month', async () => {
    await reading({}, async ({ page, open }) => {
      await open('/calendar/month/2041-03');
      await page.locator('[data-day="2041-03-31"]').focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/\/calendar\/month\/2041-04/);
      await page.waitForFunction(() => document.activeElement?.closest('[data-day]') !== null);
      assert.equal(await day(page), '2041-04-01');
    });
  });

  it('keeps its filters across months and views', async () => {
    await reading({}, async ({ page, open }) => {
      await open(`/calendar/month/2041-03?organising_department=${FACULTY}`);
      await page.getByRole('link', { name: calendar.nextMonth }).first().click();
      await page.waitForURL(/2041-04\?.*organising_department/);
      await page.getByRole('navigation', { name: calendar.views }).getByRole('link', { name: calendar.week }).click();
      await page.waitForURL(/\/calendar\/week\/2041-W\d\d\?.*organising_department/);
      await page.getByRole('navigation', { name: calendar.views }).getByRole('link', { name: calendar.agenda }).click();
      await page.waitForURL(/\/agenda\?.*organising_department/);
    });
  });

  it('keeps its talks within the width of a phone, like the week and the agenda', async () => {
    await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
      for (const path of ['/calendar/month/2041-03', '/calendar/week/2041-W12', '/agenda?from=2041-03-18']) {
        await open(path);
        const link = page.getByRole('link', { name: TALK_TITLE }).first();
        await link.scrollIntoViewIfNeeded();
        const box = await link.boundingBox();
        assert.ok(box !== null && box.x >= 0 && box.x + box.width <= PHONE.width, `${path}: ${JSON.stringify(box)}`);
      }
    });
  });
});

describe('a month on a tablet', { skip }, () => {
  it('does not break words of titles', async () => {
    await reading({ viewport: { width: 820, height: 1180 } }, async ({ page, open }) => {
      await open('/calendar/month/2041-03');
      assert.deepEqual(await brokenWords(page, 'table.calendar li bdi'), []);
    });
  });
});

describe('a week on a desktop', { skip }, () => {
  it('does not break names of days in any language, even if a free weekend is narrow', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      for (const language of LANGUAGES) {
        await open(`/calendar/week/2041-W19?lang=${language}`);
        assert.equal(await page.locator('.quiet-weekend').count(), 1);
        assert.deepEqual(await brokenWords(page, '.week-grid .day time'), [], language);
      }
    });
  });
});

describe('talks at the same time', { skip }, () => {
  /** For each hour with several talks, such as `2041-03-06 16`, whether its first two are side by side. */
  const areBeside = async (page: Page): Promise<ReadonlyMap<string, boolean>> => {
    const found = await page.locator('.week-grid .hour').evaluateAll((hours) =>
      hours.flatMap((hour): readonly (readonly [string, boolean])[] => {
        const tops = [...hour.querySelectorAll('li')].map((talk) => Math.round(talk.getBoundingClientRect().top));
        const day = hour.closest('.day-column')?.querySelector('time')?.dateTime ?? '';
        const name = `${day} ${/hour-(\d+)/.exec(hour.getAttribute('class') ?? '')?.[1] ?? ''}`;
        return tops.length < 2 ? [] : [[name, tops[0] === tops[1]]];
      }),
    );
    return new Map(found);
  };

  const weeks = [
    {
      what: 'with a free weekend',
      at: { width: 1440, week: '2041-W19' },
      beside: ['2041-05-07 17'],
      below: [],
      hasTooLongWord: false,
    },
    {
      what: 'that is full',
      at: { width: 1280, week: '2041-W10' },
      // At 17:00 on 6 March, it depends on the font.
      beside: ['2041-03-06 16', '2041-03-07 17'],
      below: ['2041-03-07 18', '2041-03-08 13'],
      hasTooLongWord: false,
    },
    {
      what: 'with a word wider than a day',
      at: { width: 1920, week: '2041-W12' },
      beside: ['2041-03-20 17'],
      below: ['2041-03-23 17'],
      hasTooLongWord: true,
    },
  ];

  for (const { what, at, beside, below, hasTooLongWord } of weeks)
    it(`are side by side unless that breaks a word, in a week ${what}`, async () => {
      await reading({ viewport: { width: at.width, height: 900 } }, async ({ page, open }) => {
        await open(`/calendar/week/${at.week}`);
        const found = await areBeside(page);
        const hours = [...beside, ...below];
        assert.deepEqual(
          hours.filter((hour) => found.get(hour) === true),
          beside,
        );
        assert.deepEqual(
          hours.filter((hour) => found.get(hour) === false),
          below,
        );
        const broken = await brokenWords(page, '.week-grid .hour bdi');
        assert.equal(broken.length > 0, hasTooLongWord, broken.join());
        assert.deepEqual(await sticksOut(page), []);
      });
    });
});
