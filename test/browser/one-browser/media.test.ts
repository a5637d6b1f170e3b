import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '#pages/frame/language.ts';
import { MESSAGES } from '#pages/messages.ts';
import { ARABIC, BUILDING, CANCELLED, FACULTY, LONG_WORDS, SERIES, TALK, TALK_TITLE } from '../catalogue.ts';
import { NARROW, PHONE } from '../reader.ts';
import { cutOff, sticksOut } from '../shape.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

const talkPath = `/talks/id/${TALK}/`;

/** The lightness of the page background, from 0 (black) to 1 (white). */
async function backdrop(page: Page): Promise<number> {
  return page.evaluate(() => {
    const colours = [document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor);
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas === null) throw new Error('there is no canvas');
    canvas.fillStyle = getComputedStyle(document.documentElement).colorScheme.startsWith('dark') ? 'black' : 'white';
    canvas.fillRect(0, 0, 1, 1);
    for (const colour of colours.toReversed()) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 765;
  });
}

/** Collapses white space, like a browser. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** How many sheets a page is printed on. */
async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

describe('the look of pages', { skip }, () => {
  it('is light or dark, as the reader prefers', async () => {
    for (const path of ['/', talkPath, '/search?from=2041-01-01']) {
      await reading({ colorScheme: 'light' }, async ({ page, open }) => {
        await open(path);
        assert.ok((await backdrop(page)) > 0.85, path);
      });
      await reading({ colorScheme: 'dark' }, async ({ page, open }) => {
        await open(path);
        assert.ok((await backdrop(page)) < 0.25, path);
      });
    }
  });

  it('respects forced colours and still frames the notice of a cancelled talk', async () => {
    await reading({ forcedColors: 'active' }, async ({ page, open }) => {
      await open(`/talks/id/${CANCELLED}/`);
      const own = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => getComputedStyle(element).getPropertyValue('forced-color-adjust') === 'none')
          .map((element) => element.outerHTML.slice(0, 100)),
      );
      assert.deepEqual(own, []);
      // Forced colours remove backgrounds, but keep borders and outlines.
      const notice = page.getByText('This talk has been cancelled.');
      const framed = await notice.evaluate((element) => {
        for (let one: Element | null = element; one !== null && one.tagName !== 'MAIN'; one = one.parentElement) {
          const { borderTopWidth, borderLeftWidth, outlineWidth, outlineStyle } = getComputedStyle(one);
          const outline = outlineStyle === 'none' ? '0' : outlineWidth;
          if ([borderTopWidth, borderLeftWidth, outline].some((width) => Number.parseFloat(width) >= 1)) return true;
        }
        return false;
      });
      assert.ok(framed, 'nothing frames the notice');
    });
  });
});

describe('a printed page', { skip }, () => {
  it('of a talk is a poster: one sheet, dark on white, without controls', async () => {
    await reading({ colorScheme: 'dark' }, async ({ page, open }) => {
      await open(talkPath);
      const unknown = page.getByText('There is no information here');
      assert.ok(await unknown.isVisible());
      assert.equal(await sheets(page), 1);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      assert.ok((await backdrop(page)) > 0.98);
      assert.ok(await page.getByRole('heading', { level: 1, name: TALK_TITLE }).isVisible());
      assert.ok(await page.getByText('17:00').first().isVisible());
      for (const gone of ['navigation', 'search', 'button'] as const)
        for (const one of await page.getByRole(gone).all()) assert.ok(!(await one.isVisible()), gone);
      const size = await page.getByRole('heading', { level: 1 }).evaluate((h1) => getComputedStyle(h1).fontSize);
      assert.ok(Number.parseFloat(size) >= 40, size);
      const prose = page.locator('.abstract .prose');
      const columns = await prose.evaluate((element) => getComputedStyle(element).columnCount);
      assert.equal(columns, 'auto', 'a short abstract is set in one column');
      const known = page.getByText('Department of Estuaries').first();
      assert.deepEqual([await known.isVisible(), await unknown.isVisible()], [true, false]);
    });
  });

  it('of a talk has a QR code', async () => {
    await reading({}, async ({ page, open }) => {
      await open(talkPath);
      await page.emulateMedia({ media: 'print' });
      const code = page.locator('.qr img');
      await code.scrollIntoViewIfNeeded();
      assert.ok(await code.isVisible());
      await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.qr img')?.naturalWidth ?? 0) > 0);
      assert.ok(!(await page.locator('.qr summary').isVisible()));
    });
  });

  it('of a calendar is in landscape format', async () => {
    await reading({}, async ({ page, open }) => {
      const isWide = async (path: string): Promise<boolean> => {
        await open(path);
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
        const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
        return Number(width) > Number(height);
      };
      const sides = [];
      for (const path of ['/calendar/month/2041-03', '/calendar/week/2041-W12', talkPath])
        sides.push(await isWide(path));
      assert.deepEqual(sides, [true, true, false]);
    });
  });

  it('of a list shows its talks and no navigation', async () => {
    await reading({}, async ({ page, open }) => {
      await page.emulateMedia({ media: 'print' });
      for (const path of [
        `/talks/series/id/${SERIES}`,
        '/calendar/week/2041-W12',
        '/agenda?from=2041-03-18&to=2041-03-24',
      ]) {
        await open(path);
        assert.ok(await page.getByText(TALK_TITLE).first().isVisible(), path);
        assert.deepEqual(await sticksOut(page), [], path);
        for (const one of await page.getByRole('navigation').all()) assert.ok(!(await one.isVisible()), path);
        assert.ok(!(await page.getByText(MESSAGES.en.embed.here).isVisible()), path);
        assert.deepEqual(
          [await page.locator('.follow').count(), await page.locator('.follow').isVisible()],
          [1, false],
        );
      }
    });
  });

  it('of a search shows its filters, and pages of places omit links that only work on screen', async () => {
    await reading({}, async ({ page, open }) => {
      await page.emulateMedia({ media: 'print' });
      await open(`/search?from=2041-01-01&q=lichens&organising_department=${FACULTY}`);
      assert.equal(
        oneLine(await page.locator('.chips').innerText()).replaceAll('Remove: ', ''),
        'From Tuesday 1 January 2041 “lichens” Department Faculty of Tides',
      );
      for (const path of [`/talks/department/id/${FACULTY}`, `/talks/venues/id/${BUILDING}`]) {
        await open(path);
        const said = oneLine(await page.locator('main').innerText());
        assert.match(said, /Upcoming talks/);
        assert.doesNotMatch(said, /in a calendar|Search in these|Show on a map/);
      }
    });
  });
});

describe('a small screen', { skip }, () => {
  it('has the links of the site header in one row in every language, as soon as they are not in a menu', async () => {
    await reading({ viewport: { width: 900, height: 640 } }, async ({ page, open }) => {
      for (const language of LANGUAGES) {
        await open(`/?lang=${language}`);
        const links = await page.locator('header nav:not(.languages) a').all();
        const rows = await Promise.all(links.map(async (link) => Math.round((await link.boundingBox())?.y ?? 0)));
        assert.deepEqual({ language, rows: rows.length }, { language, rows: 5 });
        assert.equal(new Set(rows).size, 1, language);
        assert.deepEqual(await sticksOut(page), [], language);
      }
    });
  });

  it('has Follow and the other views of a list in one row and the whole Follow menu in the window', async () => {
    await reading({ viewport: PHONE }, async ({ page, open }) => {
      await open(`/talks/series/id/${SERIES}`);
      const parts = await page.locator('.list-actions :is(summary, .choices a)').all();
      assert.ok(parts.length > 2);
      const middles = await Promise.all(
        parts.map(async (part) => {
          const { y, height } = (await part.boundingBox()) ?? assert.fail();
          return Math.round(y + height / 2);
        }),
      );
      assert.ok(Math.max(...middles) - Math.min(...middles) <= 2, middles.join());
      await page.locator('.follow > summary').click();
      const menu = page.locator('.follow-menu');
      const { x, y, width, height } = (await menu.boundingBox()) ?? assert.fail();
      const edges = [x, y, PHONE.width - x - width, PHONE.height - y - height];
      assert.ok(
        edges.every((edge) => edge >= 0),
        `from the edges of the window: ${edges.join()}`,
      );
      assert.ok(await menu.getByRole('button').isVisible());
      assert.deepEqual(await sticksOut(page), []);
    });
  });

  it('has the first and the last day of a search side by side', async () => {
    await reading({ viewport: PHONE }, async ({ page, open }) => {
      await open('/search?from=2041-03-22');
      await page.locator('.search-sheet > summary').click();
      const [from, to] = await Promise.all(
        ['from', 'to'].map((name) => page.locator(`input[name=${name}]`).boundingBox()),
      );
      assert.equal(from?.y, to?.y);
      assert.ok((from?.x ?? 0) + (from?.width ?? 0) < (to?.x ?? 0));
    });
  });
});

describe('any text', { skip }, () => {
  it('runs in the direction of its script', async () => {
    await reading({ viewport: PHONE }, async ({ page, open }) => {
      await open(`/talks/id/${ARABIC}/`);
      const title = page.getByRole('heading', { level: 1 });
      assert.equal(await title.evaluate((h1) => getComputedStyle(h1).direction), 'rtl');
      const english = page.getByText('In English at the end.');
      assert.equal(await english.evaluate((one) => getComputedStyle(one).direction), 'ltr');
      assert.deepEqual(await sticksOut(page), []);
      await open('/search?from=2041-03-22&to=2041-03-22');
      const listed = page.getByRole('link', { name: 'رسائل التجار' });
      assert.equal(await listed.evaluate((one) => getComputedStyle(one).direction), 'rtl');
    });
  });

  it('is wrapped within words that are longer than the window is wide', async () => {
    await reading({ viewport: NARROW }, async ({ page, open }) => {
      for (const path of [
        `/talks/id/${LONG_WORDS}/`,
        '/search?from=2041-03-23&to=2041-03-23',
        '/browse/people',
        '/browse/departments',
      ]) {
        await open(path);
        assert.deepEqual({ path, out: await sticksOut(page), cut: await cutOff(page) }, { path, out: [], cut: [] });
      }
    });
  });

  it('fits when a reader increases its spacing (WCAG 2.2, 1.4.12)', async () => {
    await reading({ viewport: NARROW, bypassCSP: true }, async ({ page, open }) => {
      for (const path of ['/', talkPath, '/search?from=2041-01-01', '/calendar/month/2041-03', '/browse/people']) {
        await open(path);
        await page.addStyleTag({
          content:
            '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
        });
        assert.deepEqual({ path, out: await sticksOut(page), cut: await cutOff(page) }, { path, out: [], cut: [] });
      }
    });
  });
});
