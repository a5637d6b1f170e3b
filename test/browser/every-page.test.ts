import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewportSize } from 'playwright-core';
import { htmlFaults } from '../support/render/html.ts';
import { barriers, barriersAt } from './axe.ts';
import { PAGE_KINDS } from './page-kinds.ts';
import { DESKTOP, NARROW } from './reader.ts';
import { layoutShifts, motions, openWithLateScript, sticksOut } from './shape.ts';
import { sharedSuite } from './suite.ts';

const { skip, reading, origin } = await sharedSuite();

describe('every kind of page', { skip }, () => {
  it('is checked by helpers that detect layout shift, overflow, motion and accessibility violations', async () => {
    await reading({ viewport: NARROW }, async ({ page, open }) => {
      await open('/');
      await page.evaluate(async () => {
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const box = document.createElement('div');
        Object.assign(box.style, { width: '400px', height: '300px', transitionDuration: '1s' });
        box.append(document.createElement('img'));
        document.querySelector('main')?.prepend(box);
      });
      assert.match((await layoutShifts(page)).join(), /^0\.\d+: .*from .* to /);
      assert.match((await sticksOut(page)).join(), /^4\d\d px wide in a window of 320 px,<div/);
      assert.deepEqual(await motions(page), ['<div class="">']);
      assert.match((await barriers(page)).join(), /image-alt/);
      await page.evaluate(() => document.querySelector('main')?.style.setProperty('color', '#666'));
      assert.match((await barriersAt(page, [NARROW])).join(), /320 px, light: color-contrast-enhanced/);
    });
  });

  for (const { name, path, status = 200 } of PAGE_KINDS) {
    it(`is valid HTML of less than 60 KB: ${name}`, async () => {
      const answer = await fetch((await origin()) + path, { headers: { accept: 'text/html' } });
      assert.equal(answer.status, status);
      const html = await answer.text();
      assert.deepEqual(await htmlFaults(html), []);
      assert.ok(Buffer.byteLength(html) < 60_000, `${String(Buffer.byteLength(html))} bytes`);
    });
  }

  // In one window, because most of the time of a new one goes into starting its process and compiling scripts again.
  it('has no layout shift, fits 320 px, has no accessibility violations in light and dark, and respects reduced motion', async (t) => {
    // In New York, a script adds the reader's own time to the venue's.
    const reader = { statuses: [400, 404], timezoneId: 'America/New_York' };
    await reading(reader, async ({ page }) => {
      for (const { name, path, status = 200 } of PAGE_KINDS)
        await t.test(name, async () => {
          await page.emulateMedia({ colorScheme: null, reducedMotion: null });
          const shiftsOf = async (viewport: ViewportSize): Promise<readonly string[]> => {
            await page.setViewportSize(viewport);
            // A busy browser may pause in a page and draw the half that it has, each time another one. What scripts,
            // styles and fonts move is seen every time.
            let shifts: readonly string[] = [];
            for (let load = 0; load < 3; load++) {
              assert.equal(await openWithLateScript(page, path), status);
              shifts = await layoutShifts(page);
              if (shifts.length === 0) break;
            }
            return shifts;
          };
          const found = [...(await shiftsOf(NARROW)), ...(await sticksOut(page)), ...(await shiftsOf(DESKTOP))];
          await page.emulateMedia({ reducedMotion: 'reduce' });
          found.push(...(await motions(page)));
          // A phone looks like a narrow window, because no style depends on widths in between.
          found.push(...(await barriersAt(page, [DESKTOP, NARROW])));
          assert.deepEqual(found, []);
        });
    });
  });
});
