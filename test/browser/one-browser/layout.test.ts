import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { ROOM, TALK_TITLE } from '../catalogue.ts';
import { PAGE_KINDS } from '../page-kinds.ts';
import { DESKTOP, NARROW, PHONE } from '../reader.ts';
import { layoutShifts, sticksOut } from '../shape.ts';
import { slowed } from '../slow-site.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading, origin, browser } = await sharedSuite();

describe('click targets', { skip }, () => {
  it('are at least 24 pixels high and wide in breadcrumbs', async () => {
    await reading({ viewport: NARROW, isMobile: true }, async ({ page, open }) => {
      await open(`/talks/venues/id/${ROOM}`);
      const links = await page.locator('.crumbs a').all();
      assert.ok(links.length > 0);
      for (const link of links) {
        const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
        assert.ok(width >= 24 && height >= 24, `${String(width)} × ${String(height)}`);
      }
    });
  });

  it('include a search button that is aligned with its field', async () => {
    await reading({}, async ({ page, open }) => {
      for (const path of ['/', '/search']) {
        await open(path);
        const field = await page.locator('#search-q').boundingBox();
        const button = await page.locator('.search-words button').boundingBox();
        assert.ok(
          Math.abs((field?.y ?? 0) - (button?.y ?? 99)) < 1,
          `${path}: ${String(field?.y)} ${String(button?.y)}`,
        );
        assert.ok(Math.abs((field?.height ?? 0) - (button?.height ?? 99)) < 1, path);
      }
    });
  });
});

describe('a search that finds nothing', { skip }, () => {
  it('has its Follow button above its message, without overlap', async () => {
    await reading({}, async ({ page, open }) => {
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        await open('/search?q=xyzzy&from=2041-01-01');
        const button = (await page.locator('.results .follow').boundingBox()) ?? assert.fail();
        const box = (await page.locator('.results .empty').boundingBox()) ?? assert.fail();
        assert.ok(button.y + button.height <= box.y, `${String(button.y + button.height)} ${String(box.y)}`);
      }
    });
  });
});

describe('the API reference on a phone', { skip }, () => {
  it('keeps every short name on one line', async () => {
    await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
      for (const path of ['/docs/api/searchTalks', '/docs/api/schema-Talk']) {
        await open(path);
        const lines = await page.evaluate(() =>
          [...document.querySelectorAll('td:first-child code')]
            .filter(({ textContent }) => textContent.length <= 25)
            .map((name) => name.getClientRects().length),
        );
        assert.ok(lines.length > 5, path);
        assert.equal(Math.max(...lines), 1, path);
      }
    });
  });
});

describe('the language links of a page', { skip }, () => {
  it('are among the first links, in one row with the name of the site', async () => {
    await reading({ viewport: NARROW, isMobile: true }, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const names = await page.evaluate(() =>
        [...document.querySelectorAll('a, button, input, summary')]
          .slice(0, 11)
          .map((one) => one.querySelector(':scope > .unseen')?.textContent ?? ''),
      );
      assert.deepEqual(
        names.filter((name) => name !== ''),
        ['English', 'Deutsch', 'Français', 'Español'],
      );
      const brand = await page.locator('.brand').boundingBox();
      for (const link of await page.locator('.languages a').all()) {
        const { y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
        assert.ok(width >= 24 && height >= 24 && y < (brand?.y ?? 0) + (brand?.height ?? 0));
      }
    });
  });
});

describe('the search page', { skip }, () => {
  it('has exactly one visible link to the same talks in a calendar', async () => {
    for (const [viewport, place] of [
      [PHONE, 'p'],
      [DESKTOP, 'span'],
    ] as const) {
      await reading({ viewport }, async ({ page, open }) => {
        await open('/search?from=2041-01-01');
        assert.equal(await page.locator('.to-calendar a:visible').count(), 1);
        await page.locator(`${place}.to-calendar a`).click();
        assert.match(page.url(), /\/calendar\/month\/2041-01$/);
      });
    }
  });
});

describe('the home page on a phone', { skip }, () => {
  // Late in the evening, no talk of today is left, and the page begins with those of this week.
  it('has its first talk within 350 pixels of the top', async () => {
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/');
      const list = await page.locator('.home-talks .listing').first().boundingBox();
      assert.ok(list !== null && list.y <= 350, String(list?.y));
    });
  });
});

describe('the search page on a phone', { skip }, () => {
  it('fits its search field and presets in one row each, and its first talk starts within 350 pixels', async () => {
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      // The last one also shows matching names and a choice of order.
      for (const path of ['/search', '/search?from=2041-01-01', '/search?from=2041-01-01&q=life']) {
        await open(path);
        const talk = await page.locator('.talk').first().boundingBox();
        assert.ok(talk !== null && talk.y <= 350, `${path}: ${String(talk?.y)}`);
        const follow = await page.locator('.follow > summary').boundingBox();
        for (const chip of await page.locator('.chip').all()) {
          const { y = 0, height = 0 } = (await chip.boundingBox()) ?? {};
          assert.ok(y + height + 4 <= (follow?.y ?? 0), path);
        }
        const field = await page.locator('#search-q').boundingBox();
        const button = await page.locator('.search-words button').boundingBox();
        assert.ok(Math.abs((field?.y ?? 0) - (button?.y ?? 99)) < 1, path);
        const presets = await page.locator('.shortcuts a').all();
        const rows = await Promise.all(presets.map(async (one) => Math.round((await one.boundingBox())?.y ?? 0)));
        assert.equal(new Set(rows).size, 1, path);
        assert.deepEqual(await sticksOut(page), [], path);
      }
    });
  });

  it('has its dates and filters in a sheet that shows their number and opens without scripts', async () => {
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/search?from=2041-01-01&cancelled=omit');
      const sheet = page.locator('.search-sheet > summary');
      assert.equal(await sheet.innerText(), `${MESSAGES.en.search.sheet} 2`);
      assert.ok(!(await page.locator('#search-from').isVisible()));
      await sheet.click();
      assert.ok(await page.locator('#search-from').isVisible());
    });
    await reading({}, async ({ page, open }) => {
      await open('/search');
      assert.ok(await page.locator('#search-from').isVisible(), 'on a desktop it is always open');
    });
  });
});

describe('the talks of a series, a person and a place', { skip }, () => {
  it('are grouped by day and omit what they have in common', async () => {
    await reading({ viewport: PHONE, javaScriptEnabled: false }, async ({ page, open }) => {
      const shown = async (kind: string): Promise<readonly string[]> => {
        await open(PAGE_KINDS.find(({ name }) => name === kind)?.path ?? '');
        const item = page.locator('.day .talk', { hasText: TALK_TITLE });
        const parts = ['.talk-day', '.talk-who', '.talk-venue', '.talk-where', '.talk-series'];
        const seen = await Promise.all(parts.map((part) => item.locator(part).isVisible()));
        return parts.filter((_, at) => seen[at]);
      };
      assert.deepEqual(await shown('series'), ['.talk-who', '.talk-venue', '.talk-where']);
      assert.deepEqual(await shown('person'), ['.talk-venue', '.talk-where', '.talk-series']);
      assert.deepEqual(await shown('room'), ['.talk-who', '.talk-where', '.talk-series']);
      assert.deepEqual(await shown('venue'), ['.talk-who', '.talk-venue', '.talk-where', '.talk-series']);
    });
  });
});

describe('a page that can be followed', { skip }, () => {
  const FOLLOWED = ['search', 'series', 'department', 'venue', 'topic', 'person', 'collection', 'my-talks', 'agenda'];

  it('has one Follow button on the first screen of a phone, which opens a menu without scripts', async () => {
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      for (const { name, path } of PAGE_KINDS.filter((kind) => FOLLOWED.includes(kind.name))) {
        await open(path);
        const button = page.locator('.follow > summary');
        assert.equal(await button.count(), 1, name);
        const { y = PHONE.height, height = 0 } = (await button.boundingBox()) ?? {};
        assert.ok(y + height <= PHONE.height, `${name}: ${String(y)}`);
        await button.click();
        assert.match(await page.locator('.follow a').first().getAttribute('href').then(String), /^webcal:/);
        assert.match(await page.locator('.follow input').inputValue(), /^http:.*\.ics/);
        assert.ok(await page.locator('.follow input').isVisible(), name);
        assert.deepEqual(await sticksOut(page), [], name);
      }
    });
  });
});

describe('a calendar on a phone', { skip }, () => {
  it('has its navigation links in one row', async () => {
    await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
      await open('/calendar/month/2041-05');
      const links = await page
        .locator('.calendar-turns a')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
      assert.equal(links.length, 3);
      assert.equal(new Set(links).size, 1);
    });
  });

  it('opens at the first day with talks from today on or at the top for another month', async () => {
    await reading({ viewport: { width: PHONE.width, height: 300 }, isMobile: true }, async ({ page, open }) => {
      const month = new Date().toISOString().slice(0, 7);
      await open(`/calendar/month/${month}`);
      const seen = await page.evaluate(() => {
        const today = document.querySelector<HTMLElement>('[aria-current="date"]')?.dataset.day ?? '';
        const days = [...document.querySelectorAll<HTMLElement>('td [data-day]')].filter(
          (day) => day.offsetParent !== null,
        );
        const first = days.find(({ dataset }) => (dataset.day ?? '') >= today);
        const top = first?.getBoundingClientRect().top ?? 0;
        return first === undefined || first === days[0] || (top >= 0 && top < 60);
      });
      assert.ok(seen);
      await open('/calendar/month/2041-03');
      assert.equal(await page.evaluate(() => scrollY), 0);
    });
  });
});

describe('the day, time and title of a talk', { skip }, () => {
  it('share a baseline', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open(`/talks/venues/id/${ROOM}`);
      const lines = await page.locator('.listing .day').evaluateAll((days) => {
        // The bottom of an empty box in a line is the baseline of the line.
        const baseline = (place: Element | null): number => {
          const box = document.createElement('span');
          box.style.display = 'inline-block';
          place?.prepend(box);
          return box.getBoundingClientRect().bottom;
        };
        return days.map((day) => ['h3', '.talk-when', '.talk-title'].map((part) => baseline(day.querySelector(part))));
      });
      assert.ok(lines.length > 3);
      for (const parts of lines) assert.ok(Math.max(...parts) - Math.min(...parts) < 1, parts.join());
    });
  });
});

describe('a page that arrives in parts', { skip }, () => {
  it('moves no talk that is already in sight', async () => {
    const slow = await slowed(await origin());
    const context = await browser().newContext({ baseURL: slow.origin, viewport: DESKTOP, locale: 'en-GB' });
    try {
      const page = await context.newPage();
      for (const name of ['person', 'venue', 'series-long', 'department-below']) {
        await page.goto(PAGE_KINDS.find((kind) => kind.name === name)?.path ?? assert.fail(), { waitUntil: 'load' });
        const moved = (await layoutShifts(page)).filter((shift) => shift.includes(': OL “'));
        assert.deepEqual(moved, [], name);
      }
    } finally {
      await context.close();
      await slow.close();
    }
  });
});
