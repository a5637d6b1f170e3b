import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { person, series, slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { barriersAt } from '../axe.ts';
import { browsedCatalogue, linesOf } from '../catalogue.ts';
import { DESKTOP, NARROW, PHONE } from '../reader.ts';
import { layoutShifts, openWithLateScript, sticksOut } from '../shape.ts';
import { browserSuite } from '../suite.ts';

/** 120 × 40 pixels: the proportions that docs/how-to/show-pictures.md recommends. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAAAoCAIAAAC6iKlyAAAAUklEQVR42u3QMQ0AAAgDsMlBDjf+heCCcDSpgqamORAFokUjWrRoC6JFI1q0aAuiRSNatGhEi0a0aNGIFo1o0aIRLRrRokUjWjSiRYtGtGhE/7OEiGJiqP5QDAAAAABJRU5ErkJggg==',
  'base64',
);

const image = { url: 'wide.png', alt: 'The sea wall at low water' };
const SERIES = slugOf(0x6000);
const SPEAKER = slugOf(0x6001);
const TALK = slugOf(0x6002);
const PICTURED = [
  series(SERIES, { title: 'Walls', image }),
  person(SPEAKER, { name: 'Ida Groyne', image }),
  talk(TALK, '2041-05-06T16:00:00Z', { title: 'Of sea walls', series: SERIES, speakers: [SPEAKER], image }),
];

const folder = await mkdtemp(join(tmpdir(), 'lectern-pictures-'));
after(() => rm(folder, { recursive: true }));
await writeFile(join(folder, image.url), PICTURE);
await writeFile(join(folder, 'hall.png'), PICTURE);

const featured = ['--featured', `http://127.0.0.1/talks/id/${TALK}/`];
const hall = ['--brand-picture', join(folder, 'hall.png'), '--brand-picture-alt', 'The hall'];
const { skip, reading } = await browserSuite(
  async () => (await browsedCatalogue(new Date())) + linesOf(PICTURED),
  ['--images', folder, ...hall, ...featured],
);

describe('pictures', { skip }, () => {
  it('leave room for the featured talk on the first screen of a phone', async () => {
    await reading({ viewport: PHONE, isMobile: true, javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/');
      const { height = 0, width = 0 } = (await page.locator('.welcome img').boundingBox()) ?? {};
      assert.ok(height >= 96 && width >= 96, `${String(width)} × ${String(height)}`);
      const featured = (await page.locator('.featured').boundingBox()) ?? assert.fail();
      assert.ok(featured.y <= 350, String(featured.y));
    });
  });

  for (const [name, path, count] of [
    ['talk', `/talks/id/${TALK}/`, 2],
    // Its own picture, and that of the talk in its list.
    ['series', `/talks/series/id/${SERIES}`, 2],
    ['person', `/talks/persons/id/${SPEAKER}`, 2],
    ['home', '/', 2],
  ] as const)
    it(`are accessible, fit every window and cause no layout shift: ${name}`, async () => {
      await reading({ viewport: NARROW }, async ({ page }) => {
        const shifts: string[] = [];
        for (const viewport of [NARROW, DESKTOP]) {
          await page.setViewportSize(viewport);
          await openWithLateScript(page, path);
          shifts.push(...(await layoutShifts(page)));
          assert.deepEqual(await sticksOut(page), []);
        }
        assert.deepEqual(shifts, []);
        const pictures = page.locator('main img:not(.qr img)');
        assert.equal(await pictures.count(), count);
        for (const picture of await pictures.all()) {
          await picture.scrollIntoViewIfNeeded();
          assert.notEqual(await picture.getAttribute('alt'), null);
          assert.equal(
            await picture.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth)),
            120,
          );
        }
        assert.deepEqual(await barriersAt(page, [DESKTOP, NARROW]), []);
      });
    });

  it('with the recommended proportions are not cropped at the top of a page', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await reading({ viewport }, async ({ page, open }) => {
        for (const path of [`/talks/id/${TALK}/`, `/talks/series/id/${SERIES}`, '/']) {
          await open(path);
          const { width = 0, height = 1 } = (await page.locator('.banner img').boundingBox()) ?? {};
          assert.ok(Math.abs(width / height - 3) < 0.02, `${path}: ${String(width)} × ${String(height)}`);
        }
      });
    }
  });
});
