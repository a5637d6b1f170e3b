import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { barriers } from '../axe.ts';
import { SERIES } from '../catalogue.ts';
import { DESKTOP, PHONE } from '../reader.ts';
import { sticksOut } from '../shape.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

const { embed, search } = MESSAGES.en;

describe('the page that builds lists for other sites', { skip }, () => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(`shows the list beside the form on a laptop, ${colorScheme}, and below it on a phone`, async () => {
      await reading({ viewport: DESKTOP, colorScheme }, async ({ page, open }) => {
        await open(`/embed?series=${SERIES}`);
        const form = await page.locator('form.builder').boundingBox();
        const preview = await page.locator('.builder-preview').boundingBox();
        assert.ok(
          form && preview && preview.x > form.x + form.width && preview.y < 330,
          JSON.stringify([form, preview]),
        );
        assert.deepEqual([await barriers(page), await sticksOut(page)], [[], []]);
        await page.setViewportSize(PHONE);
        assert.deepEqual([await barriers(page), await sticksOut(page)], [[], []]);
      });
    });

  it('shows the list and its code as they are chosen, without the button', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open(`/embed?series=${SERIES}`);
      assert.equal(await page.getByRole('button', { name: embed.show, exact: true }).isVisible(), false);
      await page.getByLabel(embed.period).selectOption('month');
      await page.waitForURL(/when=month/);
      await page.getByLabel(embed.layout).selectOption('table');
      await page.waitForURL(/layout=table/);
      await page.getByLabel(search.names.attendance).selectOption('online');
      await page.waitForURL(/attendance=online/);
      const src = `series=${SERIES}&attendance=online&count=10&layout=table`;
      const shown = await page.locator('.builder-preview').getAttribute('src');
      assert.equal(shown, `/embed/talks?from=today&to=plus30&${src}&lang=en`);
      const code = await page.locator('#snippet-moodle pre').innerText();
      assert.ok(code.includes(`from=today&amp;to=plus30&amp;${src.replaceAll('&', '&amp;')}`), code);
      // Certain days take the place of the period.
      await page.locator('#builder-from').fill('2041-03-01');
      await page.waitForURL(/from=2041-03-01/);
      assert.equal(await page.getByLabel(embed.period).inputValue(), '');
    });
  });

  it('shows its button again if the list cannot be shown, until it can', async () => {
    await reading({ viewport: DESKTOP }, async ({ page, open }) => {
      await open('/embed');
      const button = page.getByRole('button', { name: embed.show, exact: true });
      await page.route('**/embed?*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Log in</p>' }));
      await page.getByLabel(embed.period).selectOption('month');
      await button.waitFor();
      await page.unroute('**/embed?*');
      await page.getByLabel(embed.period).selectOption('week');
      await page.waitForURL(/when=week/);
      await button.waitFor({ state: 'hidden' });
    });
  });

  it('works without scripts, by its button', async () => {
    await reading({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/embed');
      await page.getByLabel(embed.period).selectOption('today');
      await page.getByRole('button', { name: embed.show, exact: true }).click();
      await page.waitForURL(/when=today/);
      const shown = await page.locator('.builder-preview').getAttribute('src');
      assert.equal(shown, '/embed/talks?from=today&to=today&count=10&layout=list&lang=en');
    });
  });
});
