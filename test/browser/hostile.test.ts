import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NEWEST_ELEMENT } from '#pages/embed/element.ts';
import { EMBED_LAYOUTS } from '#search/query/embed-question.ts';
import { linesOf } from './catalogue.ts';
import { hostileAddresses, hostilePages, hostileRecords, sharedPages } from './hostile-catalogue.ts';
import { alive } from './inertness.ts';
import type { Reading, ReadingOptions } from './reader.ts';
import { browserSuite } from './suite.ts';

const { skip, reading, origin } = await browserSuite(async () => linesOf(hostileRecords()));

/** Error pages must be safe, too. */
const ANYTHING: ReadingOptions = { statuses: [400, 404, 414, 431] };

/** Reads with a function `canary`, which every attempt calls; throws if one ran. */
async function withCanary(options: ReadingOptions, act: (reading: Reading) => Promise<void>): Promise<void> {
  await reading({ ...ANYTHING, ...options }, async (opened) => {
    const ran: string[] = [];
    await opened.page.context().exposeFunction('canary', () => void ran.push(opened.page.url()));
    await act(opened);
    assert.deepEqual(ran, [], 'something ran');
  });
}

const everything = [
  ...hostilePages(),
  { name: 'all attempts together', paths: sharedPages(), asking: [] },
  { name: 'in the address', paths: [], asking: hostileAddresses() },
];

describe('hostile text in a catalogue', { skip }, () => {
  it('is detected by these tests if it runs or violates the policy', async () => {
    await assert.rejects(
      withCanary({ bypassCSP: true }, async ({ page, open }) => {
        await open('/');
        await page.setContent('<img src=x onerror=canary()>');
        await page.waitForFunction(() => document.images[0]?.complete);
        await page.evaluate('1');
      }),
      /something ran/,
    );
    await assert.rejects(
      reading({}, async ({ page, open }) => {
        await open('/');
        await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
      }),
      /Content Security Policy/,
    );
  });

  for (const { name, paths, asking } of everything) {
    it(`stays text, even without a Content Security Policy: ${name}`, async () => {
      await withCanary({ bypassCSP: true }, async ({ page, open }) => {
        for (const path of [...paths, ...asking]) {
          const status = await open(path);
          if (paths.includes(path)) assert.equal(status, 200, path);
          assert.deepEqual({ path, alive: await alive(page) }, { path, alive: [] });
          await page.evaluate(touchEverything);
        }
      });
    });
  }

  it('does not cause violations of the Content Security Policy', async () => {
    await withCanary({}, async ({ open }) => {
      for (const { paths } of hostilePages()) for (const path of paths.slice(0, 1)) await open(path);
      for (const path of sharedPages()) await open(path);
    });
  });

  it('stays text in embedded lists, in an iframe and in <lectern-talks>', async () => {
    await withCanary({ bypassCSP: true }, async ({ page, open }) => {
      for (const layout of EMBED_LAYOUTS) {
        const query = `from=2041-05-27&count=50&layout=${layout}`;
        assert.equal(await open(`/embed/talks?${query}`), 200);
        assert.equal(await page.locator('script, base, link, style, [style], iframe, object').count(), 5, layout);
        await page.evaluate(touchEverything);
        const src = `/embed/${NEWEST_ELEMENT.version}/lectern-talks.js`;
        await page.setContent(
          `<script type="module" src="${src}"></script><lectern-talks src="/search?${query}" layout="${layout}">`,
        );
        await page.locator('lectern-talks').locator('.talk').first().waitFor();
        const made =
          'lectern-talks :is(script, style, iframe, object, [onclick], [onerror], [style], a:not([href^=http]))';
        assert.equal(await page.locator(made).count(), 0, layout);
      }
    });
  });

  it('does not appear unescaped in the sitemap', async () => {
    const sitemap = await fetch(`${await origin()}/sitemap.xml`);
    assert.equal(sitemap.status, 200);
    assert.doesNotMatch(await sitemap.text(), /<script|]]>/);
  });
});

/** Triggers handlers of mouse, keyboard and focus events, without following links. */
function touchEverything(): void {
  document.addEventListener('click', (event) => event.preventDefault(), { capture: true });
  const names = ['mouseover', 'mouseenter', 'pointerover', 'focus', 'toggle', 'load', 'error', 'animationstart'];
  for (const element of document.querySelectorAll('*'))
    for (const name of names) element.dispatchEvent(new Event(name, { bubbles: false }));
}
