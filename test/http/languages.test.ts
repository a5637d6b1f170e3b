import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HttpAnswer } from '../support/http/http-answer.ts';
import { textOf } from '../support/http/http-answer.ts';
import { elementsWithin, textOf as textIn } from '../support/render/markup.ts';
import { find, ofClass, pageOf } from '../support/render/page.ts';
import { universityServer } from '../support/http/server.ts';
import { NOBODY, PLANTS, RICH } from '../support/catalogue/university.ts';

const server = universityServer();

const TALK = `/talks/id/${RICH}/`;

function inLanguage(header: string | undefined): { headers: Record<string, string> } {
  return { headers: header === undefined ? {} : { 'accept-language': header } };
}

/** The lang attribute, Content-Language and Vary of a response. */
function languageOf(answer: HttpAnswer): unknown {
  const { lang } = find(textOf(answer), 'html').attributes;
  return [lang, answer.headers['content-language'], answer.headers.vary];
}

const CHOSEN = 'Accept-Encoding, Accept-Language';

describe('a page', () => {
  it('is in the language of Accept-Language, even if another was requested before', async () => {
    for (const [header, language] of [
      ['de', 'de'],
      ['fr-CA,fr;q=0.8', 'fr'],
      [undefined, 'en'],
      ['es', 'es'],
      ['ja', 'en'],
    ] as const)
      for (let time = 0; time < 3; time += 1)
        assert.deepEqual(languageOf(await server.ask(TALK, inLanguage(header))), [language, language, CHOSEN]);
  });

  it('is in the language of its lang parameter, whatever Accept-Language says', async () => {
    for (const header of ['de', 'fr', undefined])
      for (let time = 0; time < 3; time += 1)
        assert.deepEqual(languageOf(await server.ask(`${TALK}?lang=es`, inLanguage(header))), [
          'es',
          'es',
          'Accept-Encoding',
        ]);
  });

  it('falls back to Accept-Language if its lang parameter is unknown', async () => {
    for (const query of ['lang=xx', 'lang=', 'lang=DE', 'lang'])
      assert.deepEqual(languageOf(await server.ask(`${TALK}?${query}`, inLanguage('fr'))), ['fr', 'fr', CHOSEN]);
  });

  it('has a different ETag in each language', async () => {
    const [en, de, other] = await Promise.all(
      ['en', 'de', 'de-AT'].map((header) => server.ask(TALK, inLanguage(header))),
    );
    assert.notEqual(en?.headers.etag, de?.headers.etag);
    assert.equal(de?.headers.etag, other?.headers.etag);
    const { headers } = inLanguage('en');
    const known = await server.ask(TALK, { headers: { ...headers, 'if-none-match': de?.headers.etag ?? '' } });
    assert.equal(known.status, 200);
  });

  it('passes its lang parameter on to its links but adds none if the browser chose the language', async () => {
    const pagesIn = (html: string): string[] =>
      [...elementsWithin(find(html, 'main'))]
        .flatMap(({ attributes: { href } }) => (href?.startsWith('/talks/') === true ? [href] : []))
        .map((href) => new URL(href, 'https://talks.example.org').searchParams.get('lang') ?? 'none');
    assert.deepEqual(new Set(pagesIn(textOf(await server.ask(`${TALK}?lang=de`)))), new Set(['de']));
    assert.deepEqual(new Set(pagesIn(textOf(await server.ask(TALK, inLanguage('de'))))), new Set(['none']));
  });

  it('links to itself in each language with the same query', async () => {
    const html = textOf(await server.ask(`/talks/series/id/${PLANTS}?lang=de&x=a%20b&y=%22`));
    const links = [...elementsWithin(ofClass(html, 'languages')[0] ?? pageOf(''))].filter(({ name }) => name === 'a');
    assert.deepEqual(
      links.map((link) => [
        textIn(link).slice(2),
        link.attributes.href,
        link.attributes['aria-current'],
        link.attributes.lang,
      ]),
      [
        ['English', `/talks/series/id/${PLANTS}?x=a%20b&y=%22&lang=en`, undefined, 'en'],
        ['Deutsch', `/talks/series/id/${PLANTS}?x=a%20b&y=%22&lang=de`, 'true', 'de'],
        ['Français', `/talks/series/id/${PLANTS}?x=a%20b&y=%22&lang=fr`, undefined, 'fr'],
        ['Español', `/talks/series/id/${PLANTS}?x=a%20b&y=%22&lang=es`, undefined, 'es'],
      ],
    );
  });

  it('declares one canonical address and an alternate for each language', async () => {
    const html = textOf(await server.ask(`${TALK}?lang=de&utm_source=x`));
    const links = [...elementsWithin(find(html, 'head'))].flatMap(({ attributes: { rel, href, hreflang } }) =>
      rel === 'canonical' || hreflang !== undefined ? [[hreflang ?? rel, href]] : [],
    );
    const address = `https://talks.example.org${TALK}`;
    assert.deepEqual(links, [
      ['canonical', address],
      ...['en', 'de', 'fr', 'es'].map((language) => [language, `${address}?lang=${language}`]),
    ]);
  });

  it('never links its languages to another host, whatever its path begins with', async () => {
    const headers = { accept: 'text/html' };
    for (const path of ['//evil.example.org/x', '///evil.example.org', '/\\evil.example.org', '/%5Cevil.example.org']) {
      const html = textOf(await server.ask(path, { headers }));
      for (const { attributes } of elementsWithin(ofClass(html, 'languages')[0] ?? pageOf('')))
        if (attributes.href !== undefined)
          assert.equal(new URL(attributes.href, 'https://talks.example.org').host, 'talks.example.org', path);
    }
  });
});

describe('an error page', () => {
  it('is in the language of Accept-Language, including its list of problems', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'de' };
    const answer = await server.ask(`/talks/id/${NOBODY}`, { headers });
    const html = textOf(answer);
    assert.deepEqual(
      [answer.status, answer.headers['content-language'], answer.headers.vary],
      [404, 'de', 'Accept, Accept-Encoding, Accept-Language'],
    );
    assert.equal(textIn(find(html, 'h1')), 'Unter dieser Adresse gibt es nichts');
    const english = (page: string): string[] =>
      [...elementsWithin(find(page, 'main'))].filter(({ attributes }) => attributes.lang === 'en').map(textIn);
    assert.deepEqual(english(html), []);
    const malformed = await server.ask('/agenda?speaker=zz', { headers });
    assert.equal(malformed.status, 400);
    assert.deepEqual(english(textOf(malformed)), []);
    assert.match(textIn(find(textOf(malformed), 'main')), /Vortragende Diese Kennung ist ungültig\./);
  });
});

describe('a response other than a page', () => {
  it('is cacheable forever if it is an asset, because its name changes with its content', async () => {
    const html = textOf(await server.ask(TALK));
    const addresses = [...elementsWithin(find(html, 'head'))].flatMap(({ attributes: { rel, href, src } }) =>
      rel === 'stylesheet' || rel === 'icon' ? [href ?? ''] : src === undefined ? [] : [src],
    );
    const types = await Promise.all(
      addresses.map(async (address) => {
        const { status, headers } = await server.ask(address);
        return [status, headers['content-type'], headers['cache-control'], headers['content-language']];
      }),
    );
    assert.deepEqual(
      types,
      ['text/css; charset=utf-8', 'image/svg+xml', 'text/javascript; charset=utf-8'].map((type) => [
        200,
        type,
        'public, max-age=31536000, immutable',
        undefined,
      ]),
    );
  });

  it('does not depend on the language if it is under /api', async () => {
    const answers = await Promise.all(
      ['de', 'fr'].map((header) => server.ask(`/api/talks/${RICH}`, inLanguage(header))),
    );
    assert.deepEqual(
      answers.map(({ headers }) => [headers.vary, headers['content-language']]),
      answers.map(() => ['Accept, Accept-Encoding', undefined]),
    );
  });
});
