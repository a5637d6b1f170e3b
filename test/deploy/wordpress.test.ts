import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { barriers } from '../browser/axe.ts';
import { mustHaveChromium, startChromium } from '../browser/chromium.ts';
import { organisation, series, slugOf, talk, venue } from '../support/catalogue/wire-records.ts';
import { startTestServer } from '../support/http/server.ts';
import { Lazy } from '../support/lazy.ts';
import { skipWithout } from './daemon.ts';
import { PASSWORD, WORDPRESS, WordPressSite } from './wordpress/wordpress-site.ts';

const skip =
  skipWithout('php', 'mariadbd', 'mariadb-install-db') ||
  (existsSync(`${WORDPRESS}/wp-content/themes/twentytwentythree`) ? false : 'WordPress is not installed');

const SERIES = slugOf(100);
const DEPARTMENT = 'place:1';
const CATALOGUE = [
  organisation(DEPARTMENT, { name: 'Physics' }),
  series(SERIES, { title: 'Colloquium' }),
  venue('place:2', { name: 'North Building' }),
  venue('place:3', { name: 'Room 3', parent: 'place:2' }),
  talk(slugOf(9), '2010-05-01T10:00:00Z', { title: 'Old ice' }),
  ...[1, 2, 3].map((day) =>
    talk(slugOf(day), `2040-05-0${String(day)}T10:00:00Z`, {
      title: day === 3 ? 'Ice <script>alert(1)</script> & "snow"' : `Ice ${String(day)}`,
      ...(day === 2 ? { series: SERIES, venue: 'place:3' } : {}),
      organising_department: DEPARTMENT,
    }),
  ),
];

/** Lectern behind a proxy that counts requests, and fails as it is told. */
class Upstream {
  readonly seen: { readonly path: string; readonly match: string | undefined; readonly status: number }[] = [];
  /** What answers instead of Lectern. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  readonly address: string;
  readonly close: () => Promise<void>;

  private constructor(address: string, close: () => Promise<void>) {
    this.address = address;
    this.close = close;
  }

  static async start(): Promise<Upstream> {
    const lectern = await startTestServer(CATALOGUE);
    const server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
    const { port } = server.address() as AddressInfo;
    const upstream = new Upstream(`http://127.0.0.1:${String(port)}`, async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await lectern.close();
    });
    async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { 'if-none-match': match, 'accept-language': language = 'en' } = request.headers;
      const note = (status: number): void => void upstream.seen.push({ path: request.url ?? '', match, status });
      if (upstream.instead !== undefined) {
        note(0);
        upstream.instead(request, response);
        return;
      }
      const headers = { 'Accept-Language': language, ...(match === undefined ? {} : { 'If-None-Match': match }) };
      const got = await lectern.ask(request.url ?? '/', { headers });
      note(got.status);
      const told = ['content-type', 'etag', 'lectern-ignored-parameters'];
      for (const name of told) {
        const value = got.headers[name];
        if (value !== undefined) response.setHeader(name, value);
      }
      response.writeHead(got.status).end(got.body);
    }
    return upstream;
  }
}

describe('the WordPress plug-in', { skip }, () => {
  const parts: { close: () => Promise<void> }[] = [];
  const started = new Lazy(async () => {
    const upstream = await Upstream.start();
    parts.push(upstream);
    const site = await WordPressSite.start(upstream.address);
    parts.push(site);
    const browser = await startChromium();
    if (typeof browser !== 'string') parts.push(browser);
    else if (mustHaveChromium()) throw new Error(browser);
    return { upstream, site, browser };
  });
  after(async () => {
    for (const part of parts.toReversed()) await part.close();
  });

  /** The lists of a page as readers get it, each as text. */
  async function lists(address: string): Promise<readonly string[]> {
    const page = await (await fetch(address)).text();
    const found = [...page.matchAll(/<div class="lectern-block">(.*?)<\/div>(?=<p|<\/div>|\s|$)/gs)];
    return found.map(([, html = '']) => html);
  }
  const titles = (html: string | undefined): readonly string[] =>
    [...(html ?? '').matchAll(/class="lectern-title"><a [^>]*>(.*?)<\/a>/g)].map(([, title = '']) => title);

  async function asAuthor(act: (page: Page, browser: Browser) => Promise<void>): Promise<void> {
    const { site, browser } = await started.get();
    if (typeof browser === 'string') throw new Error(browser);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
    context.setDefaultTimeout(120_000);
    // Fonts and pictures that WordPress loads from elsewhere.
    await context.route(
      (url) => url.origin !== site.origin,
      (route) => route.abort(),
    );
    try {
      // A request before this one sets the cookie that shows WordPress that the browser keeps cookies.
      await context.request.get(`${site.origin}/wp-login.php`);
      const login = { log: 'author', pwd: PASSWORD, testcookie: '1' };
      await context.request.post(`${site.origin}/wp-login.php`, { form: login, maxRedirects: 0 });
      await act(await context.newPage(), browser);
    } finally {
      await context.close();
    }
  }

  it('has at most 200 lines of PHP', async () => {
    const code = await readFile('integrations/wordpress/lectern-talks/lectern-talks.php', 'utf8');
    assert.ok(code.split('\n').length - 1 <= 200);
  });

  it('shows searches, and the talks of pages, as an author wrote them', async () => {
    const { site, upstream } = await started.get();
    const page = await site.publish(
      [
        '[lectern department="place:1" from="2040-05-02"]',
        `[lectern src="${upstream.address}/search?q=ice&amp;from=2040-05-01&amp;to=2040-05-02" count="1"]`,
        `<!-- wp:lectern/talks {"src":"${upstream.address}/talks/series/id/${SERIES}"} /-->`,
        `[lectern src="${upstream.address}/talks/venues/id/place:2/#about"]`,
        `[lectern src="${upstream.address}/talks/id/${slugOf(9)}"]`,
      ].join('\n\n'),
    );
    const [department, search, ofSeries, ofVenue, past, ...more] = await lists(page);
    assert.deepEqual(more, []);
    assert.deepEqual([titles(ofVenue), titles(past)], [['Ice 2'], ['Old ice']]);
    assert.deepEqual(titles(department), ['Ice 2', 'Ice &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;snow&quot;']);
    assert.deepEqual(titles(search), ['Ice 1']);
    assert.deepEqual(titles(ofSeries), ['Ice 2']);
    assert.match(search ?? '', /<time datetime="2040-05-01T10:00:00Z">.*All 2 talks<\/a>/s);
  });

  it('lets an author add the block, see the talks and publish them, and keeps to the theme on a phone and in the dark', async () => {
    const { site, upstream } = await started.get();
    await asAuthor(async (page, browser) => {
      await page.goto(`${site.origin}/wp-admin/post-new.php`);
      await page.waitForFunction("window.wp?.blocks?.getBlockType('lectern/talks') !== undefined");
      await page.evaluate(`
        wp.data.dispatch('core/preferences')?.set('core/edit-post', 'welcomeGuide', false);
        wp.data.dispatch('core/editor').editPost({ title: 'Our talks' });
        wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('lectern/talks'));
      `);
      const address = page.getByLabel('Address of a search, a series, a department…');
      await address.fill(`${upstream.address}/search?q=ice&from=2040-05-01`);
      await page.getByLabel('Number of talks').fill('2');
      await page.locator('.wp-block-lectern-talks .lectern-title').nth(1).waitFor();
      await page.locator('.wp-block-lectern-talks .lectern-title').nth(2).waitFor({ state: 'detached' });
      await page.evaluate(
        "wp.data.dispatch('core/editor').editPost({ status: 'publish' }); wp.data.dispatch('core/editor').savePost()",
      );
      await page.waitForFunction("wp.data.select('core/editor').isCurrentPostPublished()");
      const link = String(await page.evaluate("wp.data.select('core/editor').getPermalink()"));
      const folder = '.cache/screenshots';
      await mkdir(folder, { recursive: true });
      for (const [name, width] of [
        ['phone', 390],
        ['desktop', 1280],
      ] as const) {
        const context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'en-GB' });
        try {
          const reader = await context.newPage();
          await reader.goto(link);
          assert.deepEqual(await reader.locator('.lectern-title').allInnerTexts(), ['Ice 1', 'Ice 2']);
          const seen = await reader.evaluate(`(() => {
            const of = (element) => getComputedStyle(element);
            const [block, paragraph] = [document.querySelector('.lectern-who, .lectern-when'), document.querySelector('.entry-content')];
            return [of(block).fontFamily === of(paragraph).fontFamily, document.documentElement.scrollWidth <= innerWidth];
          })()`);
          assert.deepEqual(seen, [true, true]);
          const ours = (await barriers(reader)).filter((fault) => fault.includes('lectern'));
          assert.deepEqual(ours, []);
          await reader.screenshot({ path: `${folder}/wordpress-${name}.png` });
        } finally {
          await context.close();
        }
      }
    });
  });

  it('keeps what the editor knows of a block from the search', async () => {
    const { site, upstream } = await started.get();
    const own = `"src":"${upstream.address}/search?from=2040-05-01","count":"1"`;
    const editors = '"align":"wide","className":"ours","metadata":{"name":"Talks"},"q":["a"]';
    upstream.seen.length = 0;
    const page = await site.publish(`<!-- wp:lectern/talks {${own},${editors}} /-->`);
    assert.deepEqual(titles((await lists(page))[0]), ['Ice 1']);
    assert.deepEqual(
      upstream.seen.map(({ path }) => path),
      ['/embed/talks?count=1&from=2040-05-01&fragment=true'],
    );
    assert.match(
      await (await fetch(page)).text(),
      /<div class="[^"]*alignwide[^"]*ours[^"]*"><div class="lectern-block">/,
    );
  });

  it('explains wrong attributes to those who write, and shows readers a link', async () => {
    const { site, upstream } = await started.get();
    const page = await site.publish(
      [
        '[lectern series="physics"]',
        '[lectern sries="x" count="1"]',
        '[lectern src="https://elsewhere.example/search"]',
        `[lectern src="${upstream.address}/calendar/month/2040-05"]`,
      ].join('\n\n'),
    );
    const [wrong, unknown, ...more] = await lists(page);
    assert.deepEqual(
      [wrong, titles(unknown), more],
      [`<p><a href="${upstream.address}/search?series=physics">Talks</a></p>`, ['Ice 1'], []],
    );
    assert.doesNotMatch(await (await fetch(page)).text(), /lectern-problem/);
    await asAuthor(async (tab) => {
      await tab.goto(page);
      const said = await tab.locator('.lectern-problem').allInnerTexts();
      assert.equal(said.length, 4);
      assert.match(said[3] ?? '', /^Lectern: Only searches and the pages of a talk, series/);
      assert.match(said[0] ?? '', /^Lectern: series: “physics” is not a slug\./);
      assert.equal(said[1], 'Lectern: There is no parameter “sries”. Did you mean “series”?');
      assert.equal(said[2], `Lectern: The address must begin with ${upstream.address}`);
    });
  });

  it('asks once in five minutes, whether anything has changed, and shows the last list for a week while the server is away', async () => {
    const { site, upstream } = await started.get();
    const page = await site.publish('[lectern from="2040-05-01" to="2040-05-01"]');
    upstream.seen.length = 0;
    for (let time = 0; time < 3; time += 1) assert.deepEqual(titles((await lists(page))[0]), ['Ice 1']);
    await site.age(301);
    assert.deepEqual(titles((await lists(page))[0]), ['Ice 1']);
    assert.deepEqual(
      upstream.seen.map(({ status, match }) => [status, match !== undefined]),
      [
        [200, false],
        [304, true],
      ],
    );
    upstream.seen.length = 0;
    // A proxy that does not find the server says 404, and Lectern 429 if it is asked too often.
    const away = { 503: 'text/html', 404: 'text/html', 429: 'application/problem+json' };
    for (const [failure, type] of Object.entries(away)) {
      upstream.instead = (_, response) => response.writeHead(Number(failure), { 'content-type': type }).end('{}');
      await site.age(301);
      for (let time = 0; time < 2; time += 1) assert.deepEqual(titles((await lists(page))[0]), ['Ice 1']);
    }
    upstream.instead = (request) => request.socket.destroy();
    await site.age(6 * 86_400);
    assert.deepEqual(titles((await lists(page))[0]), ['Ice 1']);
    assert.equal(upstream.seen.length, 4);
    await site.age(86_400);
    const link = `<p><a href="${upstream.address}/search?from=2040-05-01&#038;to=2040-05-01">Talks</a></p>`;
    assert.deepEqual(await lists(page), [link]);
    upstream.instead = undefined;
    await site.age(61);
    assert.deepEqual(titles((await lists(page))[0]), ['Ice 1']);
  });

  it('takes no scripts from a server that was broken into', async () => {
    const { site, upstream } = await started.get();
    const page = await site.publish('[lectern q="hostile"]');
    upstream.instead = (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        .end(
          '<p onclick="bad()">Ice</p><script>bad()</script><img src=x onerror=bad()><a href="javascript:bad()">x</a><iframe src="/bad"></iframe>',
        );
    try {
      assert.deepEqual(await lists(page), ['<p>Ice</p>bad()<img decoding="async" src="x"><a href="bad()">x</a>']);
    } finally {
      upstream.instead = undefined;
    }
  });
});
