import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '#pages/frame/language.ts';
import { insert, MESSAGES } from '#pages/messages.ts';
import { barriers } from '../axe.ts';
import { FACULTY, TALK, TALK_TITLE } from '../catalogue.ts';
import { MANY } from '../page-kinds.ts';
import { DESKTOP, PHONE } from '../reader.ts';
import { brokenWords, cutOff, sticksOut } from '../shape.ts';
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
      await page.waitForURL(/\/calendar\/day\/2041-03/);
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
        if (path.includes('month')) await page.locator('[data-day="2041-03-20"]').click();
        const link = page.getByRole('link', { name: TALK_TITLE }).first();
        await link.scrollIntoViewIfNeeded();
        const box = await link.boundingBox();
        assert.ok(box !== null && box.x >= 0 && box.x + box.width <= PHONE.width, `${path}: ${JSON.stringify(box)}`);
      }
    });
  });
});

describe('a month on a phone', { skip }, () => {
  it('shows the talks of a day that is tapped, and opens its page from the keyboard', async () => {
    await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
      await open('/calendar/month/2041-03');
      await page.locator('[data-day="2041-03-20"]').click();
      assert.ok(await page.getByRole('link', { name: TALK_TITLE }).first().isVisible());
      await page.locator('[data-day="2041-03-20"]').press('Enter');
      await page.waitForURL(/\/calendar\/day\/2041-03-20/);
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
        assert.equal(await page.locator('.column-6-0.column-7-0').count(), 1);
        assert.deepEqual(await brokenWords(page, '.time-grid .day time'), [], language);
      }
    });
  });
});

describe('a week on a scale of hours', { skip }, () => {
  /** Where each talk and each hour is; talks with the times of the clock in London. */
  const measured = async (page: Page) =>
    page.locator('.time-grid').evaluate((grid) => {
      const clock = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/London', timeStyle: 'short' });
      const hours = [...grid.querySelectorAll('.scale span')].map((mark) => ({
        hour: Number.parseInt(mark.textContent, 10),
        top: mark.getBoundingClientRect().top,
        bottom: mark.getBoundingClientRect().bottom,
      }));
      const days = [...grid.querySelectorAll('.column')].map((column) => ({
        day: column.querySelector('[data-day]')?.getAttribute('data-day') ?? '',
        width: column.getBoundingClientRect().width,
        talks: [...column.querySelectorAll<HTMLElement>('.slots > li')].map((talk) => {
          const { left, right, top, bottom } = talk.getBoundingClientRect();
          const [from, to] = [talk.dataset.start, talk.dataset.end].map((time) => clock.format(new Date(time ?? '')));
          return { from: from ?? '', to: to ?? '', left, right, top, bottom };
        }),
      }));
      return { hours, days };
    });

  it('has talks from the line of their start to that of their end, side by side if they overlap', async () => {
    for (const [width, week, hasBusyHours] of [
      [1280, '2041-W10', true],
      [1440, '2041-W19', true],
      [1920, '2041-W12', true],
    ] as const)
      await reading({ viewport: { width, height: 900 }, javaScriptEnabled: false }, async ({ page, open }) => {
        await open(`/calendar/week/${week}`);
        const { hours, days } = await measured(page);
        const lineAt = (time: string): number | undefined => {
          const [hour, minute] = time.split(':').map(Number);
          if (minute !== 0) return undefined;
          return (
            hours.find((one) => one.hour === hour)?.top ?? hours.find((one) => one.hour === (hour ?? 0) - 1)?.bottom
          );
        };
        const talks = days.flatMap((day) => day.talks);
        const onTheHour = talks.flatMap(({ from, to, top, bottom }) => [
          { line: lineAt(from), at: top },
          ...(from === to ? [] : [{ line: lineAt(to), at: bottom }]),
        ]);
        const lined = onTheHour.filter(({ line }) => line !== undefined);
        assert.ok(lined.length > 2, week);
        for (const { line = 0, at } of lined) assert.ok(Math.abs(line - at) < 3, `${String(line)} ${String(at)}`);
        const overlaps = days.flatMap((day) =>
          day.talks.flatMap((one, at) =>
            day.talks
              .slice(at + 1)
              .filter((other) => one.top < other.bottom && other.top < one.bottom)
              .map((other) => ({ day: day.day, isBeside: one.right <= other.left + 1 || other.right <= one.left + 1 })),
          ),
        );
        assert.equal(overlaps.length > 0, hasBusyHours, week);
        assert.deepEqual(
          overlaps.filter(({ isBeside }) => !isBeside),
          [],
        );
        assert.deepEqual(await sticksOut(page), []);
      });
  });

  it('has a narrow weekend without talks, and otherwise one that is wide enough for its words', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open('/calendar/week/2041-W19');
      const quiet = (await measured(page)).days.map(({ width }) => width);
      assert.ok(
        quiet.slice(0, 5).every((width) => width > 150) && quiet.slice(5).every((width) => width < 80),
        quiet.join(),
      );
      await open('/calendar/week/2041-W10');
      assert.deepEqual(await brokenWords(page, '.column:nth-of-type(n + 6) li bdi'), []);
    });
  });

  it('begins with its first talk within 260 pixels of the top, is accessible, and prints every word', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      await reading({ viewport: DESKTOP, colorScheme }, async ({ page, open }) => {
        for (const week of ['2041-W10', '2041-W12', '2041-W19']) {
          await open(`/calendar/week/${week}`);
          const tops = await page
            .locator('.column li')
            .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
          assert.ok(Math.min(...tops) <= 260, `${week}: ${String(Math.min(...tops))}`);
          assert.deepEqual(await barriers(page), [], week);
        }
        await page.emulateMedia({ media: 'print' });
        assert.deepEqual(await cutOff(page), []);
        assert.ok(await page.locator('.slots li').first().isVisible());
      });
  });

  it('has a line at the present, which moves on, and dims what has ended', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await page.clock.install({ time: Date.parse('2041-03-20T17:10:00Z') });
      await open('/calendar/week/2041-W12');
      const column = page.locator('.column').filter({ has: page.locator('[data-day="2041-03-20"]') });
      const talk = column.locator('.slots li', { hasText: TALK_TITLE });
      const [line, now] = [page.locator('.now-line'), column.locator('.now-line')];
      assert.deepEqual([await line.count(), await now.count()], [1, 1]);
      const { y, height } = (await talk.boundingBox()) ?? assert.fail();
      const before = (await now.boundingBox()) ?? assert.fail();
      const [wide, whole] = [await column.locator('.slots').boundingBox(), await column.boundingBox()];
      assert.ok((wide?.width ?? 0) > (whole?.width ?? 0) - 4, `${String(wide?.width)} of ${String(whole?.width)}`);
      assert.ok(before.y > y && before.y < y + height);
      assert.ok(!(await talk.getAttribute('class'))?.includes('is-over'));
      await page.clock.runFor(30 * 60_000);
      assert.ok(((await now.boundingBox())?.y ?? 0) > before.y);
      await page.clock.runFor(60 * 60_000);
      assert.ok((await talk.getAttribute('class'))?.includes('is-over'));
      await open('/calendar/week/2041-W10');
      assert.equal(await line.count(), 0);
    });
  });

  it('runs from right to left where the page does', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open('/calendar/week/2041-W12');
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
      });
      const lefts = await page
        .locator('.column')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
      assert.deepEqual(
        lefts,
        lefts.toSorted((one, other) => other - one),
      );
      assert.deepEqual(await sticksOut(page), []);
    });
  });
});

describe('a day', { skip }, () => {
  it('lists its talks, or has them on a scale of hours by room, at the top and accessibly', async () => {
    for (const viewport of [DESKTOP, PHONE])
      for (const colorScheme of ['light', 'dark'] as const)
        await reading({ viewport, colorScheme, isMobile: viewport === PHONE }, async ({ page, open }) => {
          for (const [path, talk] of [
            ['/calendar/day/2041-03-20', 'li.talk'],
            ['/calendar/rooms/2041-03-20', '.column li'],
          ] as const) {
            await open(path);
            const talks = page.locator(talk).filter({ hasText: TALK_TITLE });
            assert.equal(await talks.count(), 1, path);
            const { y } = (await page.locator(talk).first().boundingBox()) ?? assert.fail();
            // On a phone, the name of the first room is above its talks.
            assert.ok(y <= (viewport === PHONE ? 310 : 260), `${path}: ${String(y)} in ${String(viewport.width)}`);
            assert.deepEqual(await sticksOut(page), [], path);
            assert.deepEqual(await barriers(page), [], path);
          }
        });
  });

  it('has a column for each room, and its neighbours a click away', async () => {
    await reading({ viewport: DESKTOP, javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/calendar/week/2041-W12');
      await page.locator('[data-day="2041-03-20"]').click();
      await page.waitForURL(/\/calendar\/day\/2041-03-20$/);
      const views = page.getByRole('navigation', { name: calendar.views });
      await views.getByRole('link', { name: calendar.rooms }).click();
      await page.waitForURL(/\/calendar\/rooms\/2041-03-20$/);
      const rooms = await page
        .locator('.column')
        .evaluateAll((all) =>
          all.map((one) => [one.querySelector('h2')?.textContent.trim(), one.getBoundingClientRect().top] as const),
        );
      assert.ok(rooms.length > 1);
      assert.equal(new Set(rooms.map(([name]) => name)).size, rooms.length);
      assert.equal(new Set(rooms.map(([, top]) => top)).size, 1);
      await page.getByRole('link', { name: calendar.nextDay }).click();
      await page.waitForURL(/\/calendar\/rooms\/2041-03-21$/);
    });
  });

  it('by room leaves arrow keys to the browser, says the room once, and reads out when talks end', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open('/calendar/rooms/2041-03-20');
      const talk = page.locator('.slots > li', { hasText: TALK_TITLE });
      await talk.locator('a').first().focus();
      for (const key of ['ArrowDown', 'ArrowRight', 'Home', 'PageDown']) await page.keyboard.press(key);
      assert.match(page.url(), /\/calendar\/rooms\/2041-03-20$/);
      assert.equal(await page.locator('.is-room .place').filter({ visible: true }).count(), 0);
      assert.match(await talk.ariaSnapshot(), /17:00 –18:30/);
    });
  });
});
