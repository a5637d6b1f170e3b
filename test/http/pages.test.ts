import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { textOf } from '../support/http/http-answer.ts';
import { universityServer } from '../support/http/server.ts';
import { EMPTY, GARDEN, NOBODY, NO_TALKS, PLANTS, RICH, BARE } from '../support/catalogue/university.ts';

const server = universityServer();

const PAGES = [
  '/',
  `/talks/id/${RICH}`,
  `/talks/id/${BARE}`,
  `/talks/series/id/${PLANTS}`,
  `/talks/series/id/${NO_TALKS}`,
  `/user/lists/id/${GARDEN}`,
  `/user/lists/id/${EMPTY}`,
  '/about',
  '/help',
  '/privacy',
  '/docs/api',
];

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('the Open Graph metadata of a page', () => {
  for (const path of [
    '/search?from=2015-01-01&q=moss',
    '/calendar/month/2015-10',
    '/calendar/week/2015-W41',
    '/agenda',
    '/browse/series',
  ]) {
    it(`contains its title and canonical address: ${path}`, async () => {
      const html = textOf(await server.ask(path));
      const found = (pattern: RegExp): string | undefined => pattern.exec(html)?.[1];
      const title = found(/<title>([^<]*) – Lectern<\/title>/);
      assert.ok(title !== undefined && title !== '');
      assert.deepEqual(
        [found(/<meta property="og:title" content="([^"]*)"/), found(/<meta property="og:url" content="([^"]*)"/)],
        [title, found(/<link rel="canonical" href="([^"]*)"/)],
      );
    });
  }
});

describe('a page', () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    // HTML allows both styles of void elements, and trailing spaces are harmless.
    rules: { 'void-style': 'off', 'no-trailing-whitespace': 'off' },
  });

  for (const path of PAGES) {
    it(`is valid HTML and loads nothing from other sites: ${path}`, async () => {
      const answer = await server.ask(path, { headers: { accept: BROWSER } });
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/html; charset=utf-8']);
      const html = textOf(answer);
      const report = await validator.validateString(html);
      assert.deepEqual(
        report.results.flatMap(({ messages }) => messages.map((one) => `${one.ruleId}: ${one.message}`)),
        [],
      );
      assert.ok(!/javascript:|\son\w+=/i.test(html), 'an inline script');
      for (const [, attributes = ''] of html.matchAll(/<script([^>]*)>/g))
        assert.match(attributes, /^ type="(module" src="\/assets\/lectern-[0-9a-f]{12}\.js"|application\/ld\+json")$/);
      for (const [, address = ''] of html.matchAll(/<(?:img|link|source|iframe)[^>]*(?:src|href)="([^"]*)"/g))
        assert.match(address, /^(\/|https:\/\/talks\.example\.org\/)(?!\/)/, address);
    });

    it(`has a Content-Security-Policy that forbids inline scripts and framing: ${path}`, async () => {
      const { headers } = await server.ask(path);
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
    });

    it(`is the same with a trailing slash: ${path}`, async () => {
      if (path === '/') return;
      assert.equal(textOf(await server.ask(`${path}/`)), textOf(await server.ask(path)));
    });
  }

  it('loads a stylesheet that exists', async () => {
    const html = textOf(await server.ask('/'));
    const [, address = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(html) ?? [];
    const answer = await server.ask(address.replace('https://talks.example.org', ''));
    assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/css; charset=utf-8']);
  });

  it('escapes titles and keeps harmless markup in abstracts', async () => {
    const html = textOf(await server.ask(`/talks/id/${RICH}`));
    assert.ok(html.includes('Moss &quot;in the dark&quot;: β &lt; γ &amp; 日本語?'), 'the title');
    assert.match(html, /both <em>green<\/em>\./);
  });

  it('is a 404 if it does not exist', async () => {
    for (const path of [`/talks/id/${NOBODY}`, `/talks/series/id/${RICH}`, `/user/lists/id/x`, '/assets/none.css'])
      assert.equal((await server.ask(path)).status, 404, path);
  });

  it('is a 404 in valid HTML for browsers if it does not exist', async () => {
    const answer = await server.ask(`/talks/id/${NOBODY}`, { headers: { accept: BROWSER } });
    const report = await validator.validateString(textOf(answer));
    assert.deepEqual(
      [answer.status, answer.headers['content-type'], report.valid],
      [404, 'text/html; charset=utf-8', true],
    );
  });
});
