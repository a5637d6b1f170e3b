import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';
import { homePage, type HomeContent } from '#pages/search/home.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import { TALKS_HERE } from '#pages/fragments.ts';
import { richTalk, series } from '../support/catalogue/talk-details.ts';
import { htmlFaults } from '../support/render/html.ts';
import { allOf, hasClass, oneOf, pageTree, seenText, submitted } from '../support/render/page-tree.ts';
import { testView, view } from '../support/render/view.ts';

const NONE = { shown: 0, total: 0, question: [] };

function content(more: Partial<HomeContent> = {}): HomeContent {
  const today = { shown: 3, total: 3, question: [{ name: 'from', value: 'today' }] };
  return {
    isCatalogueEmpty: false,
    today,
    week: NONE,
    next: NONE,
    past: NONE,
    total: 215,
    nextWeek: [{ name: 'from', value: '2015-07-06' }],
    departments: [],
    topics: [],
    month: '2015-07',
    isoWeek: '2015-W27',
    ...more,
  };
}

function headings(html: string): string[] {
  return allOf(oneOf(pageTree(html), 'main'), 'h2').map(seenText);
}

describe('the home page', () => {
  it('starts with a search field that submits to /search', () => {
    const form = oneOf(pageTree(homePage(content(), view)), 'form');
    assert.deepEqual([form.attributes.action, form.attributes.method], ['/search', 'get']);
    assert.deepEqual(submitted(form), [['q', '']]);
  });

  it('has a section for each non-empty list of talks', () => {
    const week = { shown: 12, total: 40, question: [{ name: 'from', value: 'tomorrow' }] };
    const both = homePage(content({ week }), view);
    assert.deepEqual(headings(both).slice(0, 2), ['Today', 'The next seven days']);
    assert.equal(both.split(TALKS_HERE.markup).length, 3);
    const later = homePage(content({ today: NONE, week, next: { ...week, shown: 8, total: 8 } }), view);
    assert.deepEqual(headings(later).slice(0, 2), ['The next seven days', 'Coming up']);
    assert.equal(later.split(TALKS_HERE.markup).length, 3);
  });

  it('goes on with next week and all talks to come', () => {
    const links = allOf(oneOf(pageTree(homePage(content(), view)), 'ul', hasClass('further')), 'a');
    assert.deepEqual(
      links.map((link) => [seenText(link), link.attributes.href]),
      [
        ['Next week', '/search?from=2015-07-06'],
        ['All 215 talks', '/search'],
      ],
    );
  });

  it('has departments and topics to begin with, each with the number of its talks', () => {
    const departments = [{ key: 'place:2', name: 'Botany', count: 12 }];
    const topics = [{ key: 'http://topics.example.org/moss', name: 'Moss & fern', count: 1234 }];
    const aside = oneOf(pageTree(homePage(content({ departments, topics }), view)), 'aside');
    assert.deepEqual(
      allOf(aside, 'a').map((link) => [seenText(link), link.attributes.href]),
      [
        ['Botany 12', '/talks/department/id/place:2'],
        ['All departments', '/browse/departments'],
        ['Moss & fern 1,234', '/talks/topics/id?uri=http://topics.example.org/moss'],
        ['All topics', '/browse/topics'],
      ],
    );
  });

  it('links to the whole of a list that it shows in part', () => {
    const week = { shown: 12, total: 40, question: [{ name: 'from', value: 'tomorrow' }] };
    const link = oneOf(pageTree(homePage(content({ week }), view)), 'a', hasClass('all'));
    assert.deepEqual([seenText(link), link.attributes.href], ['All 40 talks', '/search?from=tomorrow']);
  });

  it('shows the operator’s picture, welcome text and featured talk or series', async () => {
    const hero = {
      content: Buffer.from('<svg viewBox="0 0 40 30"/>'),
      ending: 'svg',
      contentType: 'image/svg+xml',
      alt: 'A hall',
    };
    const brand = makeBrand({ ...NO_BRAND, hero, welcome: 'Come & listen.' });
    const html = homePage(content({ featured: { talk: richTalk } }), testView({ brand }));
    const picture = oneOf(pageTree(html), 'img');
    assert.deepEqual(picture.attributes, {
      src: `/assets/${brand.hero?.name ?? ''}`,
      alt: 'A hall',
      width: '40',
      height: '30',
    });
    assert.ok(brand.assets.has(brand.hero?.name ?? ''));
    assert.equal(seenText(oneOf(pageTree(html), 'p', hasClass('lead'))), 'Come & listen.');
    const panel = oneOf(pageTree(html), 'section', hasClass('featured'));
    const texts = ['Featured', richTalk.talk.title, 'Ada Núñez', 'Tuesday 6 October 2015, 11:00 Cancelled'];
    assert.deepEqual(
      ['p', 'h2']
        .flatMap((name) => allOf(panel, name))
        .map((one) => seenText(one))
        .sort(),
      texts.sort(),
    );
    assert.deepEqual(await htmlFaults(html), []);
    const ofSeries = homePage(content({ featured: { series } }), view);
    const link = oneOf(oneOf(pageTree(ofSeries), 'section', hasClass('featured')), 'a');
    assert.deepEqual([seenText(link), link.attributes.href], [series.title, `/talks/series/id/${series.slug}`]);
  });

  it('says that no talks are announced if all lists are empty', () => {
    const html = homePage(content({ today: NONE }), view);
    assert.equal(seenText(oneOf(pageTree(html), 'div', hasClass('empty'))), 'No talks are announced yet.');
    assert.equal(html.split(TALKS_HERE.markup).length, 1);
  });

  it('shows past talks if the catalogue has no others', () => {
    const past = { shown: 12, total: 40, question: [{ name: 'to', value: '2015-06-30' }] };
    const html = homePage(content({ today: NONE, past }), view);
    assert.deepEqual(headings(html).slice(0, 1), ['Past talks']);
    assert.match(html, /No talks are announced yet\./);
    assert.equal(html.split(TALKS_HERE.markup).length, 2);
    const link = oneOf(pageTree(html), 'a', hasClass('all'));
    assert.deepEqual([seenText(link), link.attributes.href], ['All 40 talks', '/search?to=2015-06-30']);
  });

  it('explains how to import talks if the catalogue is empty', () => {
    const html = homePage(content({ isCatalogueEmpty: true, today: NONE }), view);
    const said = allOf(oneOf(pageTree(html), 'div', hasClass('empty')), 'p').map(seenText);
    assert.deepEqual(said, [
      'There are no talks in this catalogue yet.',
      'If you run this service, import a catalogue file, a calendar or a spreadsheet: lectern import talks.ndjson',
      'Or list your sources, to import them on schedule: lectern serve --sources sources.yaml',
    ]);
  });

  it('links to the calendars and to every browse page', () => {
    const ways = oneOf(pageTree(homePage(content(), view)), 'nav', hasClass('ways-in'));
    assert.deepEqual(
      allOf(ways, 'a').map(({ attributes }) => attributes.href),
      [
        '/calendar/week/2015-W27',
        '/calendar/month/2015-07',
        ...['departments', 'series', 'topics', 'people', 'venues', 'collections'].map((one) => `/browse/${one}`),
      ],
    );
  });

  for (const language of LANGUAGES) {
    it(`is valid HTML: ${language}`, async () => {
      const week = { shown: 12, total: 40, question: [] };
      const here = testView({ language, languageInAddress: true });
      for (const one of [
        content({ week, next: week }),
        content({ today: NONE }),
        content({ isCatalogueEmpty: true, today: NONE }),
      ])
        assert.deepEqual(await htmlFaults(homePage(one, here)), []);
    });
  }
});
