import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { barriers } from '../axe.ts';
import { FACULTY, ROOM, SERIES, TALK_TITLE } from '../catalogue.ts';
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
        const button = await page.locator('.search-words > button').boundingBox();
        assert.ok(
          Math.abs((field?.y ?? 0) - (button?.y ?? 99)) < 1,
          `${path}: ${String(field?.y)} ${String(button?.y)}`,
        );
        assert.ok(Math.abs((field?.height ?? 0) - (button?.height ?? 99)) < 1, path);
      }
    });
  });
});

describe('the typeface of a page', { skip }, () => {
  it('comes from the site itself, and is that of headings, texts and fields', async () => {
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: true }, async ({ page, open }) => {
      for (const path of ['/', `/talks/series/id/${SERIES}`]) {
        await open(path);
        const [loaded, families] = await page.evaluate(async () => {
          await document.fonts.ready;
          const texts = [...document.querySelectorAll('h1, p, input[type=search]')];
          return [
            [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
            [...new Set(texts.map((one) => getComputedStyle(one).fontFamily.split(',')[0]))],
          ];
        });
        assert.deepEqual(
          loaded.map((name) => name.replaceAll('"', '')).filter((name) => name === 'Lectern Sans'),
          ['Lectern Sans'],
        );
        assert.deepEqual(families, ['"Lectern Sans"'], path);
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

const LOOKS = [DESKTOP, PHONE].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme, isMobile: viewport === PHONE })),
);

describe('the header of a page', { skip }, () => {
  const LONG_NAME = 'University of Astermouth: talks, lectures and concerts';

  it('is one row of at most 64 pixels, with a long name too, and has the edges of the content', async () => {
    for (const look of [...LOOKS, { viewport: NARROW, isMobile: true }])
      await reading({ ...look, javaScriptEnabled: true }, async ({ page, open }) => {
        for (const path of ['/', '/search?from=2041-01-01', `/talks/series/id/${SERIES}`, '/calendar/week/2041-W12']) {
          await open(path);
          const edges = await page.evaluate((name) => {
            const brand = document.querySelector('.brand bdi');
            if (brand !== null) brand.textContent = name;
            const inner = (element: Element | null): { left: number; right: number; height: number } => {
              const { left, right, height } = element?.getBoundingClientRect() ?? new DOMRect();
              const { paddingLeft, paddingRight } = getComputedStyle(element ?? document.body);
              return {
                left: left + Number.parseFloat(paddingLeft),
                right: right - Number.parseFloat(paddingRight),
                height,
              };
            };
            return ['header.site', 'header.site > .frame', 'main', 'footer.site > .frame'].map((one) =>
              inner(document.querySelector(one)),
            );
          }, LONG_NAME);
          const [header, ...frames] = edges;
          assert.ok((header?.height ?? 99) <= 64, `${path}: ${String(header?.height)}`);
          assert.equal(new Set(frames.map(({ left, right }) => `${String(left)} ${String(right)}`)).size, 1, path);
          assert.deepEqual(await sticksOut(page), [], path);
        }
      });
  });

  it('has the languages in it, or in its menu on a phone, which opens without scripts', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const header = (await page.locator('header.site').boundingBox()) ?? assert.fail();
      for (const link of await page.locator('.languages a').all()) {
        const { y, width, height } = (await link.boundingBox()) ?? assert.fail();
        assert.ok(width >= 24 && height >= 24 && y + height <= header.y + header.height);
      }
    });
    await reading({ viewport: NARROW, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const menu = page.locator('.menu');
      assert.ok(!(await menu.isVisible()));
      await page.getByRole('button', { name: MESSAGES.en.site.menu }).click();
      const links = await menu.getByRole('link').allInnerTexts();
      assert.deepEqual(
        links.map((text) => text.split('\n')[0]),
        [...(['search', 'calendar', 'browse', 'help'] as const).map((one) => MESSAGES.en.site[one]), 'My talks'].concat(
          ['EN', 'DE', 'FR', 'ES'],
        ),
      );
      for (const link of await menu.getByRole('link').all()) {
        const { width, height } = (await link.boundingBox()) ?? assert.fail();
        assert.ok(width >= 24 && height >= 24);
      }
      assert.deepEqual(await sticksOut(page), []);
      await page.keyboard.press('Escape');
      assert.ok(!(await menu.isVisible()));
    });
  });
});

describe('the search page', { skip }, () => {
  // The last one also shows matching names and a choice of order.
  const SEARCHES = ['/search?from=2041-03-04', '/search?from=2041-01-01&q=life&free=true'];

  it('asks in one line and has its first talk within 330 pixels of the top, in light and dark', async () => {
    for (const look of LOOKS)
      await reading({ ...look, javaScriptEnabled: false }, async ({ page, open }) => {
        for (const path of SEARCHES) {
          await open(path);
          const talk = (await page.locator('.talk').first().boundingBox()) ?? assert.fail();
          assert.ok(talk.y <= 330, `${path}: ${String(talk.y)} in ${String(look.viewport.width)}`);
          const parts = ['#search-q', '.search-words > button'];
          if (look.viewport === DESKTOP) parts.push('.search-sheet > summary');
          const boxes = await Promise.all(parts.map((part) => page.locator(part).boundingBox()));
          assert.equal(new Set(boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))).size, 1, path);
          assert.deepEqual(await sticksOut(page), [], path);
        }
      });
  });

  it('has five talks in the first window of a laptop, of three lines each, and one around words', async () => {
    await reading({ viewport: DESKTOP, timezoneId: 'Europe/London' }, async ({ page, open }) => {
      for (const [path, most] of [
        ['/search?from=2041-03-04', 3],
        ['/search?from=2041-01-01&q=life', 4],
      ] as const) {
        await open(path);
        const talks = await page.locator('.talk').evaluateAll((all) =>
          all.map((one) => ({
            bottom: one.getBoundingClientRect().bottom,
            lines: [...one.querySelectorAll('.talk-body > p:not(.talk-note)')].reduce(
              (sum, line) => sum + Math.round(line.getBoundingClientRect().height / 24),
              0,
            ),
          })),
        );
        const first = talks.filter(({ bottom }) => bottom <= DESKTOP.height);
        assert.ok(first.length >= 5, String(first.length));
        assert.deepEqual(
          first.filter(({ lines }) => lines > most),
          [],
          path,
        );
      }
    });
  });

  it('says once whose times it has, also where the reader’s own differ', async () => {
    for (const timezoneId of ['Europe/London', 'America/New_York'])
      await reading({ viewport: DESKTOP, timezoneId }, async ({ page, open }) => {
        await open('/search?from=2041-03-04');
        const said = page.getByText('All times are those of', { exact: false }).locator('visible=true');
        assert.equal(await said.count(), 1, timezoneId);
      });
  });

  it('has rows that scroll, fade out at their end and do not cover each other', async () => {
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/search?from=2041-01-01&q=life&free=true');
      const rows = ['.search-words', '.asked', '.results-head'];
      let bottom = 0;
      for (const row of rows) {
        const box = (await page.locator(row).boundingBox()) ?? assert.fail(row);
        assert.ok(box.y >= bottom - 1, row);
        bottom = box.y + box.height;
      }
      for (const strip of ['.shortcuts > ul', '.asked', '.results-head'])
        assert.match(
          await page.locator(strip).evaluate((one) => getComputedStyle(one).maskImage),
          /linear-gradient/,
          strip,
        );
      const follow = (await page.locator('.follow > summary').boundingBox()) ?? assert.fail();
      const head = (await page.locator('.results-head').boundingBox()) ?? assert.fail();
      assert.ok(head.x + head.width <= follow.x);
    });
  });

  it('has its dates and options in a sheet that says how many are set and opens without scripts', async () => {
    for (const look of LOOKS)
      await reading({ ...look, javaScriptEnabled: false }, async ({ page, open }) => {
        await open(`/search?from=2041-01-01&cancelled=omit&organising_department=${FACULTY}`);
        const sheet = page.locator('.search-sheet > summary');
        assert.equal((await sheet.innerText()).replace(/\s+/g, ' '), `${MESSAGES.en.search.sheet} 2`);
        assert.ok(!(await page.locator('#search-from').isVisible()));
        await sheet.click();
        assert.ok(await page.locator('#search-from').isVisible());
        assert.deepEqual(await sticksOut(page), []);
      });
  });

  it('has its filters beside the talks, or in a sheet on a phone that says how many talks it shows', async () => {
    await reading({ viewport: DESKTOP, javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/search?from=2041-01-01');
      const panel = (await page.locator('#filters').boundingBox()) ?? assert.fail();
      const talk = (await page.locator('.talk').first().boundingBox()) ?? assert.fail();
      assert.ok(panel.x > talk.x + talk.width && panel.y < talk.y);
      assert.ok(!(await page.locator('.to-filters').isVisible()));
    });
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      await open(`/search?from=2041-01-01&organising_department=${FACULTY}`);
      const [button, panel] = [page.locator('.to-filters'), page.locator('#filters')];
      assert.equal((await button.innerText()).replace(/\s+/g, ' '), `${MESSAGES.en.search.filters} 1`);
      assert.ok(!(await panel.isVisible()));
      await button.click();
      assert.ok(await panel.isVisible());
      const total = (await page.locator('.results-head h2').textContent())?.trim().match(/^[\d,]+ talks?/)?.[0];
      const show = panel.getByRole('button', { name: `Show ${String(total)}` });
      const { y, height } = (await show.boundingBox()) ?? assert.fail();
      assert.ok(y + height <= PHONE.height);
      assert.deepEqual(await sticksOut(page), []);
      await show.click();
      assert.ok(!(await panel.isVisible()));
      // Links into the filters show them in the page.
      await open('/search?from=2041-01-01&all=departments#facet-departments');
      assert.ok(await panel.isVisible());
    });
  });
});

describe('a talk that has ended', { skip }, () => {
  it('is muted, and its day says that it has ended, in light and dark', async () => {
    for (const look of LOOKS)
      await reading({ ...look, javaScriptEnabled: false }, async ({ page, open }) => {
        const [yesterday, tomorrow] = [-1, 1].map((days) =>
          new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
        );
        await open(`/search?from=${String(yesterday)}&to=${String(tomorrow)}`);
        const days = await page.locator('.day').evaluateAll((all) =>
          all.map((day) => ({
            date: day.querySelector('h3 time')?.getAttribute('datetime') ?? '',
            over: day.querySelector('.day-over')?.textContent ?? '',
            colour: getComputedStyle(day.querySelector('.talk-title a') ?? day).color,
          })),
        );
        const [first, last] = [days[0], days.at(-1)];
        assert.deepEqual([first?.date, first?.over], [yesterday, MESSAGES.en.list.ended]);
        assert.deepEqual([last?.date, last?.over], [tomorrow, '']);
        assert.notEqual(first?.colour, last?.colour);
      });
  });
});

describe('the home page', { skip }, () => {
  // Late in the evening, no talk of today is left, and the page begins with those of the next days.
  it('has its first talk within 350 pixels of the top, then departments and topics, in light and dark', async () => {
    for (const look of LOOKS)
      await reading({ ...look, javaScriptEnabled: false }, async ({ page, open }) => {
        await open('/');
        const list = (await page.locator('.home-talks .listing').first().boundingBox()) ?? assert.fail();
        assert.ok(list.y <= 350, String(list.y));
        const names = (await page.locator('.beginnings').boundingBox()) ?? assert.fail();
        if (look.viewport === DESKTOP) assert.ok(names.x > list.x + list.width && names.y < 350);
        else assert.ok(names.y > list.y);
        assert.deepEqual(await sticksOut(page), []);
      });
  });

  it('leads on to next week and to all talks', async () => {
    await reading({ viewport: PHONE, isMobile: true }, async ({ page, open }) => {
      await open('/');
      const all = page.locator('.further a').last();
      const label = await all.innerText();
      await all.click();
      await page.waitForURL(/\/search$/);
      const found = await page.locator('.results-head h2').textContent();
      assert.equal(label, `All ${String(found?.match(/^\S+ talks?/)?.[0])}`);
      await open('/');
      await page.locator('.further a').first().click();
      await page.locator('.shortcuts [aria-current]', { hasText: MESSAGES.en.search.nextWeek }).waitFor();
    });
  });
});

describe('the page of a series, a person and a place', { skip }, () => {
  const KINDS = ['series', 'person', 'department', 'venue', 'room'];
  const EXPECTED = KINDS.map((name) => PAGE_KINDS.find((kind) => kind.name === name)?.path ?? assert.fail(name));

  it('has the next talk and Follow beside the list, or above it and short on a phone, in light and dark', async () => {
    for (const look of LOOKS)
      await reading({ ...look, javaScriptEnabled: false }, async ({ page, open }) => {
        for (const path of EXPECTED) {
          await open(path);
          const boxOf = async (part: string): Promise<{ x: number; y: number; width: number; height: number }> =>
            (await page.locator(part).first().boundingBox()) ?? assert.fail(`${path}: ${part}`);
          const [aside, title, list] = [await boxOf('.list-aside'), await boxOf('h1'), await boxOf('.list-main')];
          if (look.viewport === DESKTOP) {
            assert.ok(aside.x >= list.x + list.width + 16 && aside.y <= title.y && aside.y < 200, path);
            assert.ok(aside.x + aside.width <= DESKTOP.width && aside.y + aside.height <= DESKTOP.height, path);
          } else {
            assert.ok(aside.y >= title.y + title.height && aside.y + aside.height <= list.y, path);
            assert.ok(aside.height <= 300, `${path}: ${String(aside.height)}`);
          }
          assert.ok(await page.locator('.list-aside .follow > summary').isVisible());
          const takesPlace = page.locator('.grouped .talk:not(:has(.cancelled))');
          const expected = await takesPlace.evaluateAll((all) =>
            all
              .find((talk) => Date.parse(talk.querySelector('time')?.dateTime ?? '') > Date.now())
              ?.querySelector('.talk-title a')
              ?.getAttribute('href'),
          );
          assert.equal(await page.locator('.next-talk a').getAttribute('href'), expected, path);
          assert.deepEqual(await sticksOut(page), [], path);
        }
      });
  });

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

describe('a calendar', { skip }, () => {
  it('begins within 260 pixels of the top, in light and dark', async () => {
    for (const look of LOOKS)
      await reading({ ...look, javaScriptEnabled: false }, async ({ page, open }) => {
        for (const [path, part] of [
          ['/calendar/week/2041-W12', '.time-grid'],
          ['/calendar/month/2041-03', 'table.calendar'],
          ['/agenda?from=2041-03-18', '.listing'],
        ] as const) {
          await open(path);
          const { y } = (await page.locator(part).boundingBox()) ?? assert.fail(path);
          assert.ok(y <= 260, `${path}: ${String(y)} in ${String(look.viewport.width)}`);
          await page.locator('.calendar-go > summary').click();
          assert.ok(await page.locator('#calendar-day').isVisible());
          assert.deepEqual(await sticksOut(page), [], path);
        }
      });
  });
});

describe('the past days of a week', { skip }, () => {
  it('are muted, in light and dark', async () => {
    for (const look of LOOKS)
      await reading({ ...look, javaScriptEnabled: false }, async ({ page, open }) => {
        const colourOf = async (days: number): Promise<string> => {
          const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
          await open(`/calendar?view=week&day=${day}`);
          const column = page.locator('.column').filter({ has: page.locator(`#d${day}`) });
          return column
            .locator('li time')
            .first()
            .evaluate((time) => getComputedStyle(time).color);
        };
        assert.notEqual(await colourOf(-1), await colourOf(1));
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

  it('scrolls a week to the first day with talks from today on, and no other', async () => {
    await reading({ viewport: { width: PHONE.width, height: 300 }, isMobile: true }, async ({ page, open }) => {
      await open('/calendar/week');
      const seen = await page.evaluate(() => {
        const today = document.querySelector<HTMLElement>('[aria-current="date"]')?.dataset.day ?? '';
        const days = [...document.querySelectorAll<HTMLElement>('section [data-day]')].filter(
          (day) => day.offsetParent !== null,
        );
        const first = days.find(({ dataset }) => (dataset.day ?? '') >= today);
        const top = first?.getBoundingClientRect().top ?? 0;
        return first === undefined || first === days[0] || (top >= 0 && top < 60);
      });
      assert.ok(seen);
      await open('/calendar/week/2041-W12');
      assert.equal(await page.evaluate(() => scrollY), 0);
    });
  });

  it('has a month as a small grid with dots, and below it the talks of one day, which a tap chooses', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const javaScriptEnabled of [true, false])
        await reading({ viewport: PHONE, isMobile: true, colorScheme, javaScriptEnabled }, async ({ page, open }) => {
          await open('/calendar/month/2041-03');
          const days = await page.locator('.calendar .day').evaluateAll((all) =>
            all.map((day) => {
              const { width, height, top } = day.getBoundingClientRect();
              return { width, height, top, dots: day.querySelector('.dots')?.textContent.length ?? 0 };
            }),
          );
          assert.equal(days.length, 31);
          assert.equal(new Set(days.map(({ top }) => top)).size, 5);
          assert.ok(days.every(({ width, height }) => width >= 44 && height >= 44));
          assert.ok(days.some(({ dots }) => dots === 0) && days.some(({ dots }) => dots === 3));
          const shown = page.locator('.calendar li:visible');
          const { y } = (await shown.first().boundingBox()) ?? assert.fail();
          assert.ok(y > Math.max(...days.map(({ top }) => top)) && y < PHONE.height, String(y));
          assert.deepEqual(await sticksOut(page), []);
          if (javaScriptEnabled) assert.deepEqual(await barriers(page), []);
          await page.locator('[data-day="2041-03-20"]').click();
          if (!javaScriptEnabled) {
            await page.waitForURL(/\/calendar\/day\/2041-03-20$/);
            return;
          }
          assert.ok(await shown.filter({ hasText: TALK_TITLE }).isVisible());
          assert.equal(await page.locator('.calendar h2:visible').innerText(), 'Wednesday 20 March');
          assert.match(page.url(), /2041-03$/);
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
