import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { NEWEST_ELEMENT } from '#pages/embed/element.ts';
import { MESSAGES } from '#pages/messages.ts';
import { barriers } from '../axe.ts';
import { DEPARTMENT, FACULTY, LONG_SERIES, SERIES } from '../catalogue.ts';
import { startOtherSite } from '../other-site.ts';
import { sticksOut } from '../shape.ts';
import { sharedSuite } from '../suite.ts';

const { skip, origin, browser, reading } = await sharedSuite();

async function script(): Promise<string> {
  const { version, integrity } = NEWEST_ELEMENT;
  const src = `${await origin()}/embed/${version}/lectern-talks.js`;
  return `<script type="module" src="${src}" integrity="${integrity}" crossorigin="anonymous"></script>`;
}

/** Opens a page of another site; throws if it writes to the console or sets a cookie. */
async function elsewhere(
  body: string,
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const other = await startOtherSite(await origin(), body);
  const context = await browser().newContext({ locale: 'en-GB', timezoneId: 'Europe/London', ...options });
  context.setDefaultTimeout(60_000);
  await context.addInitScript('globalThis.__name = (made) => made;');
  const said: string[] = [];
  context.on('console', (message) => said.push(message.text()));
  context.on('weberror', (error) => said.push(error.error().message));
  try {
    const page = await context.newPage();
    await page.goto(other.origin, { waitUntil: 'load' });
    await act(page);
    assert.deepEqual(said, []);
    assert.deepEqual(await context.cookies(), []);
  } finally {
    await context.close();
    await other.close();
  }
}

const titles = (page: Page) => page.locator('lectern-talks [part=title]').allInnerTexts();

/** The HTML of the guide, with the address of this site instead of the example's. */
async function guideSnippets(): Promise<readonly string[]> {
  const guide = await readFile('docs/how-to/put-talks-on-a-page.md', 'utf8');
  const ours = await origin();
  return [...guide.matchAll(/^```html\n(.*?)^```/gms)].map(([, html = '']) =>
    html.replaceAll('https://talks.example.org', ours).replaceAll('place:23232546', FACULTY),
  );
}

describe('<lectern-talks> on another origin with a strict Content Security Policy', { skip }, () => {
  it('shows talks in every layout and pages by keyboard without losing the focus', async () => {
    const element = `<lectern-talks series="${LONG_SERIES}" from="2041-09-01" count="5" paging>Soon</lectern-talks>`;
    await elsewhere((await script()) + element, async (page) => {
      await page.getByText('Page 1 of 12').waitFor();
      const first = ['Tide table 1', 'Tide table 2', 'Tide table 3', 'Tide table 4', 'Tide table 5'];
      assert.deepEqual(await titles(page), first);
      const when = await page.locator('lectern-talks [part=when]').first().innerText();
      assert.match(when, /^Sunday,? 1 September 2041, 13:00–14:00$/);
      assert.deepEqual(await barriers(page), []);
      // Past five links and the Previous button.
      for (let at = 0; at < 7; at += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Page 2 of 12').waitFor();
      assert.equal((await titles(page))[0], 'Tide table 6');
      assert.equal(await page.evaluate('document.activeElement.shadowRoot.activeElement.textContent'), 'Next');
      for (const layout of ['compact', 'table', 'cards']) {
        await page.locator('lectern-talks').evaluate((one, value) => one.setAttribute('layout', value), layout);
        await page.locator(`lectern-talks [part=${layout}] >> text=Tide table 5`).waitFor();
        assert.deepEqual(await titles(page), first);
      }
      await page.locator('lectern-talks').evaluate((one) => one.setAttribute('layout', 'month'));
      await page.locator('lectern-talks caption >> text=September 2041').waitFor();
      assert.equal((await titles(page)).length, 30);
      await page.getByRole('button', { name: 'Next month' }).click();
      await page.locator('lectern-talks caption >> text=October 2041').waitFor();
    });
  });

  it('uses its own language or that of the page and shows its content if misconfigured', async () => {
    const none = '<lectern-talks series="00000000-0000-4000-8000-00000000000f" language="fr"></lectern-talks>';
    const wrong = '<lectern-talks department="here" language="es">See our board.</lectern-talks>';
    const german = `<div lang="de"><lectern-talks department="${DEPARTMENT}" series="${SERIES}" from="2041-03-01" to="2041-03-31"></lectern-talks></div>`;
    const other = await startOtherSite(await origin(), none + wrong + german + (await script()));
    const page = await browser().newPage({ locale: 'en-GB', timezoneId: 'America/New_York' });
    try {
      await page.goto(other.origin);
      await page.getByText('Aucune conférence n’est annoncée').waitFor();
      await page.getByText('Esta lista de charlas no está bien configurada.').waitFor();
      await page.getByText('See our board.').waitFor();
      await page.getByText('Abgesagt').waitFor();
      await page.getByText('Mittwoch, 20. März 2041, 17:00–18:30').waitFor();
      await page.getByText('Alle Zeiten gelten für Europe/London.').waitFor();
    } finally {
      await page.close();
      await other.close();
    }
  });

  it('refreshes at the given interval and keeps its talks if a request fails', async () => {
    const element = `<lectern-talks series="${LONG_SERIES}" from="2041-09-01" count="1" refresh="5"></lectern-talks>`;
    const other = await startOtherSite(await origin(), (await script()) + element);
    const page = await browser().newPage();
    try {
      await page.clock.install();
      await page.goto(other.origin);
      await page.getByText('Tide table 1').waitFor();
      await page.route('**/api/talks/search**', (route) => route.abort('internetdisconnected'));
      const failed = page.evaluate(
        () => new Promise((resolve) => addEventListener('lectern-error', () => resolve('failed'), { once: true })),
      );
      await page.clock.runFor(5 * 60_000);
      assert.equal(await failed, 'failed');
      assert.ok(await page.getByText('Tide table 1').isVisible());
      await page.unroute('**/api/talks/search**');
      await page.route('**/api/talks/search**', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('Tide table 1', 'Ebb') });
      });
      await page.clock.runFor(5 * 60_000);
      await page.getByText('Ebb').waitFor();
    } finally {
      await page.close();
      await other.close();
    }
  });

  it('sets the height of an iframe to that of its list', async () => {
    const list = `${await origin()}/embed/talks?series=${LONG_SERIES}&amp;from=2041-09-01&amp;count=20&amp;paging=true`;
    await elsewhere(
      `<iframe title="Talks" src="${list}" width="600" height="100"></iframe>${await script()}`,
      async (page) => {
        const frame = page.frameLocator('iframe');
        await page.waitForFunction("parseInt(document.querySelector('iframe').style.height) > 2000");
        const [around, list] = [page.locator('iframe'), frame.locator('html')].map((one) => one.boundingBox());
        const [outside, inside] = [(await around)?.height ?? 0, (await list)?.height ?? Infinity];
        assert.ok(outside >= inside && outside < inside + 10, `${String(outside)} px for ${String(inside)}`);
        await frame.getByRole('link', { name: 'Next' }).click();
        await frame.getByText('Page 2 of 3').waitFor();
        assert.equal(await frame.locator('.lectern-talk').count(), 20);
        await frame.getByRole('link', { name: 'Tide table 21' }).click();
        await page.waitForURL(`${await origin()}/talks/id/**`);
      },
    );
  });

  it('sends its height and followed links to WordPress from a sandboxed oEmbed iframe', async () => {
    await elsewhere('', async (page) => {
      const told = await page.evaluate(
        (src) =>
          new Promise<Record<string, unknown>>((resolve) => {
            const frame = document.createElement('iframe');
            frame.title = 'Talks';
            frame.setAttribute('sandbox', 'allow-scripts');
            frame.src = src;
            addEventListener('message', ({ data }: { data: Record<string, unknown> }) => {
              if (data.message === 'height') resolve(data);
              if (data.message === 'link') document.title = String(data.value);
            });
            document.querySelector('main')?.append(frame);
          }),
        `${await origin()}/embed/talks?series=${LONG_SERIES}&from=2041-09-01&count=5#?secret=abc123`,
      );
      assert.equal(told.secret, 'abc123');
      assert.ok(Number(told.value) > 200);
      await page.frameLocator('iframe').getByRole('link', { name: 'Tide table 1' }).click();
      await page.waitForFunction(() => document.title.includes('/talks/id/'));
    });
  });

  it('works as shown in docs/how-to/put-talks-on-a-page.md', async () => {
    const [element = '', frame = '', , own = ''] = await guideSnippets();
    await elsewhere(element + frame, async (page) => {
      await page.locator('lectern-talks').getByText('Of these days, the 2.').waitFor();
      await page.frameLocator('iframe').getByText('Of these days, the 2.').waitFor();
      await page.locator('iframe[style^="height"]').waitFor();
    });
    const page = await browser().newPage();
    try {
      // Its script is inline, which the policy of the other site forbids.
      await page.setContent(own);
      await page.getByText('Of these days, the 2.').waitFor();
    } finally {
      await page.close();
    }
  });

  it('can be configured by keyboard at /embed and works where it is pasted', async () => {
    let lines = '';
    await reading({ permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page, open }) => {
      await open('/embed?lang=en');
      const field = page.getByRole('combobox', { name: MESSAGES.en.embed.find });
      await field.pressSequentially('tide tab');
      // Shorter text would suggest other names, too.
      await page.waitForFunction(() => document.querySelectorAll('[role="option"]').length === 1);
      await field.press('ArrowDown');
      await field.press('Enter');
      await page.getByRole('link', { name: /Tide tables/ }).waitFor();
      await page.getByLabel(MESSAGES.en.embed.layout).selectOption('table');
      await page.getByLabel(MESSAGES.en.search.count).fill('3');
      await page.waitForURL(/(?=.*layout=table)(?=.*count=3)/);
      // Browsers load it lazily, when it is near the window.
      await page.locator('iframe').scrollIntoViewIfNeeded();
      await page.frameLocator('iframe').getByText('Tide table 3').waitFor();
      await page.getByRole('button', { name: MESSAGES.en.embed.copy }).first().press('Enter');
      await page.getByText(MESSAGES.en.embed.copied).waitFor();
      lines = await page.evaluate(() => navigator.clipboard.readText());
    });
    await elsewhere(lines, async (page) => {
      await page.locator('lectern-talks table').getByText('Tide table 3').waitFor();
      assert.equal((await titles(page)).length, 3);
    });
  });
});

describe('a list in a frame', { skip }, () => {
  it('has days as headings, room around it and times on one line, in light and dark', async () => {
    for (const width of [320, 700])
      for (const colorScheme of ['light', 'dark'] as const)
        await reading({ viewport: { width, height: 900 }, colorScheme }, async ({ page, open }) => {
          await open('/embed/talks?from=2041-03-18&count=10');
          const headings = page.getByRole('heading', { level: 2 });
          const days = await headings.allInnerTexts();
          assert.ok(days.length > 1 && days.length === new Set(days).size && days.includes('Wednesday 20 March 2041'));
          const { x, width: wide } = (await headings.first().boundingBox()) ?? assert.fail();
          assert.ok(x >= 12 && x + wide <= width - 12, String(x));
          assert.ok((await page.locator('.lectern-talk').count()) === 10);
          assert.deepEqual(await sticksOut(page), []);
          assert.deepEqual(await barriers(page), []);
          await open('/embed/talks?from=2041-03-18&count=10&layout=table');
          const lines = await page
            .locator('.lectern-when')
            .evaluateAll((all) =>
              all.map(
                (one) =>
                  new Set(
                    [...one.querySelectorAll('time')].flatMap((time) =>
                      [...time.getClientRects()].map(({ top }) => top),
                    ),
                  ).size,
              ),
            );
          assert.deepEqual(new Set(lines), new Set([1]));
          assert.deepEqual(await sticksOut(page), []);
        });
  });
});
