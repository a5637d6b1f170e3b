import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import fc from 'fast-check';
import { collectionPage, seriesPage } from '#pages/lists/groups.ts';
import { errorPage } from '#pages/frame/error.ts';
import type { Fault } from '#pages/search/search-content.ts';
import { FONT } from '#pages/frame/assets.ts';
import { withoutForbidden } from '#representations/json/xml-text.ts';
import { talkPage } from '#pages/talk.ts';
import { listContent } from '../support/render/list-content.ts';
import { htmlFaults } from '../support/render/html.ts';
import { hostileTalk, hostileText } from '../support/hostile/hostile-text.ts';
import { publication } from '../support/catalogue/publication.ts';
import { bareTalk, collection, richTalk, series } from '../support/catalogue/talk-details.ts';
import { testView, view } from '../support/render/view.ts';
import { elementsIn, elementsWithin, textOf } from '../support/render/markup.ts';
import { find, pageOf } from '../support/render/page.ts';
import { RUNS } from '../support/property-runs.ts';
import { talkContent } from '../support/render/talk-content.ts';
import { asShown } from '../support/render/title-as-shown.ts';

const held: TalkDetails = { ...richTalk, talk: { ...richTalk.talk, status: 'published' } };

const pages: Readonly<Record<string, string>> = {
  'a talk with every field': talkPage(talkContent(held), view),
  'a cancelled talk': talkPage(talkContent(richTalk), view),
  'a talk without optional fields': talkPage(talkContent(bareTalk), view),
  'a series': seriesPage(listContent(series, 25, 30), view),
  'a series without talks': seriesPage(listContent(series), view),
  'a collection': collectionPage(listContent(collection, 2), view),
  'an error': errorPage({ status: 404, code: 'not-found', detail: 'No talk has this identifier', faults: [] }, view),
};

for (const [name, html] of Object.entries(pages)) {
  describe(`the page of ${name}`, () => {
    it('is valid HTML', async () => {
      assert.deepEqual(await htmlFaults(html), []);
    });

    it('declares its language and has one main element, one h1 and no skipped heading levels', () => {
      const elements = [...elementsWithin(pageOf(html))];
      assert.equal(elements[0]?.attributes.lang, 'en');
      assert.equal(elements.filter((element) => element.name === 'main').length, 1);
      const levels = elements
        .map((element) => /^h([1-6])$/.exec(element.name)?.[1])
        .filter((level) => level !== undefined);
      assert.equal(levels[0], '1');
      assert.equal(levels.filter((level) => level === '1').length, 1);
      levels.reduce((before, level) => {
        assert.ok(Number(level) <= Number(before) + 1, `h${level} after h${before}`);
        return level;
      });
    });

    it('loads one stylesheet and one script and contains no inline scripts or styles', () => {
      const { brand } = view;
      const loaded: string[] = [];
      for (const { name: tag, attributes } of elementsWithin(pageOf(html))) {
        assert.ok(!['style', 'iframe', 'object', 'embed', 'base'].includes(tag), tag);
        for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, /^(on|style$)/);
        if (tag === 'link' && attributes.rel === 'stylesheet') loaded.push(attributes.href ?? '');
        if (tag === 'script' && attributes.type !== 'application/ld+json') {
          assert.equal(attributes.type, 'module');
          loaded.push(attributes.src ?? '');
        }
      }
      assert.deepEqual(loaded, [`/assets/${brand.stylesheet.name}`, `/assets/${brand.script.name}`]);
    });
  });
}

describe('the error page', () => {
  function written(language: 'en' | 'de', code: 'not-found' | 'bad-request', faults: readonly Fault[]) {
    const html = errorPage({ status: 400, code, detail: 'Why', faults }, testView({ language }));
    return [...elementsWithin(find(html, 'main'))];
  }

  it('shows the English detail only to English readers or if no translation exists', () => {
    const english = (language: 'en' | 'de', code: 'not-found' | 'bad-request', faults: readonly Fault[]): unknown =>
      written(language, code, faults)
        .filter(({ attributes }) => attributes.lang === 'en')
        .map(textOf);
    assert.deepEqual(english('en', 'not-found', []), ['Why']);
    assert.deepEqual(english('de', 'not-found', []), []);
    assert.deepEqual(english('de', 'bad-request', []), ['Why']);
    assert.deepEqual(english('de', 'bad-request', [{ parameter: 'from', code: 'bad-date' }]), []);
  });

  it('lists each malformed parameter once, in the reader’s language, with all its problems', () => {
    const faults = [
      { parameter: 'page', code: 'bad-page' },
      { parameter: 'letter', code: 'bad-letter' },
      { parameter: 'page', code: 'conflicting-values' },
      { parameter: 'page', code: 'bad-page' },
    ];
    const items = (language: 'en' | 'de'): unknown =>
      written(language, 'bad-request', faults)
        .filter((element) => element.name === 'li' && elementsIn(element).some(({ name }) => name === 'strong'))
        .map(textOf);
    assert.deepEqual(items('en'), [
      'Page Page numbers start at 1. This was given twice, with different values.',
      'letter This value cannot be used.',
    ]);
    assert.deepEqual(items('de'), [
      'Seite Seiten werden ab 1 gezählt. Diese Angabe kam zweimal vor, mit verschiedenen Werten.',
      'letter Dieser Wert ist nicht möglich.',
    ]);
  });
});

describe('a page with a calendar to follow', () => {
  function hrefs(html: string, name: string): readonly string[] {
    return [...elementsWithin(pageOf(html))]
      .filter((element) => element.name === name && element.attributes.rel !== 'stylesheet')
      .map(({ attributes }) => attributes.href ?? '');
  }

  it('links to its calendar for each supported calendar program', () => {
    const html = seriesPage(listContent(series), view);
    const calendar = `talks.example.org/api/series/${series.slug}.ics`;
    const links = hrefs(html, 'a').map((href) => new URL(href, publication.baseUrl));
    const values = links.map(({ searchParams }) => searchParams.get('cid') ?? searchParams.get('url'));
    assert.ok(links.some(({ href }) => href === `webcal://${calendar}`));
    assert.deepEqual(
      values.filter((value) => value !== null),
      [`webcal://${calendar}`, `https://${calendar}`, `https://${calendar}`],
    );
  });

  it('links to its other representations in its head', () => {
    const html = collectionPage(listContent(collection), view);
    const at = `/api/collections/id/${collection.slug}`;
    const others = hrefs(html, 'link').filter((href) => href.startsWith('/api/'));
    assert.deepEqual(others, [at, ...['.ics', '.atom', '.rss', '.feed.json', '.csv'].map((one) => at + one)]);
  });

  it('links to a prefilled Google Calendar event for a single talk', () => {
    const [google] = hrefs(talkPage(talkContent(held), view), 'a').filter((href) => href.includes('calendar.google'));
    const { searchParams } = new URL(google ?? '');
    assert.deepEqual(Object.fromEntries(searchParams), {
      action: 'TEMPLATE',
      text: richTalk.talk.title,
      dates: '20151006T100000Z/20151006T113000Z',
      location: 'Glass House, Seminar room, 1 Garden Lane',
      details: `https://talks.example.org/talks/id/${richTalk.talk.slug}/`,
    });
  });
});

describe('arbitrary text on a page', () => {
  function assertInert(html: string): void {
    for (const { name, attributes } of elementsWithin(pageOf(html))) {
      assert.ok(!['b', 'style'].includes(name), name);
      if (name === 'script')
        assert.ok(['module', 'application/ld+json'].includes(attributes.type ?? ''), attributes.type);
      for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, /^on/);
      for (const href of [attributes.href ?? '/'])
        assert.match(href, /^(\/|#|https?:|mailto:|webcal:\/\/talks\.example\.org\/api\/)/);
    }
  }

  it('is escaped and adds no elements, event handlers or unsafe links', () => {
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const html = talkPage(talkContent(details), view);
        assertInert(html);
        assert.equal(textOf(find(html, 'h1')), withoutForbidden(asShown(details.talk.title)));
        assertInert(seriesPage(listContent(details.series ?? series, 1), view));
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('keeps the page valid', async () => {
    await fc.assert(
      fc.asyncProperty(hostileTalk, hostileText, async (details, title) => {
        // Talks, series and collections always have a title, which is never empty.
        const titled = { ...details, talk: { ...details.talk, title: `T${details.talk.title}` }, series: null };
        assert.deepEqual(await htmlFaults(talkPage(talkContent(titled), view)), []);
        const hostile = { ...collection, title: `C${title}`, description: title };
        assert.deepEqual(await htmlFaults(collectionPage(listContent(hostile, 1), view)), []);
      }),
      { numRuns: RUNS.slow },
    );
  });
});

describe('the assets of a page', () => {
  it('have a content hash in their names, and the stylesheet loads only the typeface', () => {
    const { stylesheet, script } = view.brand;
    assert.match(stylesheet.name, /^lectern-[0-9a-f]{12}\.css$/);
    assert.match(script.name, /^lectern-[0-9a-f]{12}\.js$/);
    const loaded = stylesheet.content.toString().match(/url\([^)]*\)?|@import/g) ?? [];
    assert.deepEqual(loaded, FONT === null ? [] : [`url(${FONT.name})`]);
    assert.match(FONT?.name ?? '', /^(?:lectern-[0-9a-f]{12}\.woff2)?$/);
  });
});
