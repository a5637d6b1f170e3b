import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { collectionPage } from '#pages/collection.js';
import { errorPage } from '#pages/error.js';
import { homePage } from '#pages/home.js';
import { seriesPage } from '#pages/series.js';
import { talkPage } from '#pages/talk.js';
import { withoutForbidden } from '#representations/printable.js';
import { htmlFaults } from '../support/html.js';
import { hostileTalk, hostileText } from '../support/hostile-text.js';
import { publication } from '../support/publication.js';
import { bareTalk, collection, richTalk, series } from '../support/talk-details.js';
import { view } from '../support/view.js';
import { elementsIn, elementsWithin, markupOf, textOf, type Markup } from '../support/markup.js';

function root(html: string): Markup {
  // XML does not let `]]>` stand in text, HTML does.
  return markupOf(Buffer.from(html.replaceAll(']]>', ']]&gt;')));
}

function find(html: string, name: string): Markup {
  for (const element of elementsWithin(root(html))) if (element.name === name) return element;
  throw new Error(`there is no ${name}`);
}

/** Name and text of each entry of the talk's list of facts. */
function facts(html: string): Record<string, string> {
  const entries = elementsIn(find(html, 'dl')).map((entry): [string, string] => {
    const [term = '', description = ''] = elementsIn(entry).map(textOf);
    return [term, description];
  });
  return Object.fromEntries(entries);
}

const pages: Readonly<Record<string, string>> = {
  'a talk that has everything': talkPage(richTalk, view),
  'a talk that has nothing': talkPage(bareTalk, view),
  'a series': seriesPage({ series, talks: [bareTalk, richTalk] }, view),
  'a series without talks': seriesPage({ series, talks: [] }, view),
  'a collection': collectionPage({ collection, talks: [bareTalk, richTalk] }, view),
  'the home page': homePage({ talks: [richTalk] }, view),
  'the home page without talks': homePage({ talks: [] }, view),
  'an error': errorPage({ status: 404, code: 'not-found', detail: 'No talk has this identifier', problems: [] }, view),
};

for (const [name, html] of Object.entries(pages)) {
  describe(`the page of ${name}`, () => {
    it('is valid HTML', async () => {
      assert.deepEqual(await htmlFaults(html), []);
    });

    it('says its language, and has one main part under one first-level heading', () => {
      const elements = [...elementsWithin(root(html))];
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

    it('loads one stylesheet and one script from here, runs nothing it holds and carries no style', () => {
      const { brand } = view;
      const loaded: string[] = [];
      for (const { name: tag, attributes } of elementsWithin(root(html))) {
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

describe('a talk’s page', () => {
  const html = talkPage(richTalk, view);

  it('tells all that there is to know', () => {
    assert.equal(textOf(find(html, 'h1')), 'Moss "in the dark": β < γ?');
    assert.deepEqual(facts(html), {
      When: 'Tuesday 6 October 2015, 11:00–12:30 (British Summer Time)',
      Where: 'Glass House, Seminar room, 1 Garden Lane Map',
      Online: 'https://live.example.org/moss',
      Speaker: 'Ada Núñez, Reader in Botany',
      Series: 'Plants & people',
      'Organised by': 'Department of Botany',
      Hosts: 'Bo Host',
      Organisers: 'Cy Organiser',
      Audience: 'Public',
      Booking: 'Recommendedhttps://book.example.org/?a=1&b=2book@example.org',
      Cost: '£5',
      Contact: 'moss@example.org',
      Topics: 'Moss',
    });
  });

  it('says when in words for people and exactly for programs', () => {
    assert.match(
      html,
      /<time datetime="2015-10-06T10:00:00Z">Tuesday 6 October 2015, 11:00<\/time>–<time datetime="2015-10-06T11:30:00Z">12:30<\/time>/,
    );
    const long = { ...bareTalk, talk: { ...bareTalk.talk, end: '2015-08-01T08:05:00Z' } };
    assert.match(
      talkPage(long, view),
      />Friday 31 July 2015, 09:05<\/time> – <time[^>]*>Saturday 1 August 2015, 09:05</,
    );
  });

  it('shows the description in its paragraphs, with its lines', () => {
    const [heading, text] = elementsIn(find(html, 'section'));
    assert.ok(heading !== undefined && text !== undefined);
    assert.equal(textOf(heading), 'About this talk');
    assert.deepEqual(elementsIn(text).map(textOf), ['On moss.', 'And on ferns;\nboth green.']);
  });

  it('says loudly that a talk is cancelled or in preparation, and what else is special', () => {
    assert.match(html, /<p class="notice cancelled">This talk has been cancelled.<\/p>/);
    assert.match(html, /<p class="notice" dir="auto">The lift is broken<\/p>/);
    const preparing = talkPage({ ...richTalk, talk: { ...richTalk.talk, status: 'preparation' } }, view);
    assert.match(preparing, /<p class="notice preparation">This talk is in preparation: details may change.<\/p>/);
    assert.doesNotMatch(talkPage(bareTalk, view), /notice/);
  });

  it('leads to its series, its calendar and its data', () => {
    const links = [...elementsWithin(root(html))].map(({ attributes }) => attributes.href);
    for (const expected of [
      '/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0',
      '/api/talks/52360e07-9b8b-477d-8bc7-8a25995e5ef8.ics',
      '/api/talks/52360e07-9b8b-477d-8bc7-8a25995e5ef8',
      '//maps.example.org/#/places/place:1001',
    ])
      assert.ok(links.includes(expected), expected);
  });

  it('says nothing of what a talk has not', () => {
    assert.deepEqual(facts(talkPage(bareTalk, view)), {
      When: 'Friday 31 July 2015, 09:05 (British Summer Time)',
    });
  });

  it('never shows a person’s e-mail address', () => {
    assert.ok(!html.includes('private.example.org'));
  });
});

describe('a listing’s page', () => {
  it('lists the talks in the order given, cancelled ones marked', () => {
    const html = seriesPage({ series, talks: [bareTalk, richTalk] }, view);
    const entries = elementsIn(find(html, 'ol')).map((entry) => elementsIn(entry).map(textOf));
    assert.deepEqual(entries, [
      ['Untold', 'Friday 31 July 2015, 09:05'],
      [
        'Moss "in the dark": β < γ?',
        'Cancelled',
        'Tuesday 6 October 2015, 11:00–12:30',
        'Ada Núñez',
        'Glass House, Seminar room, 1 Garden Lane',
      ],
    ]);
  });

  it('says that there are no talks', () => {
    assert.match(collectionPage({ collection, talks: [] }, view), /<p>There are no talks.<\/p>/);
  });
});

describe('a page of what can be followed', () => {
  function hrefs(html: string, name: string): readonly string[] {
    return [...elementsWithin(root(html))]
      .filter((element) => element.name === name && element.attributes.rel !== 'stylesheet')
      .map(({ attributes }) => attributes.href ?? '');
  }

  it('leads to its calendar in each of the programs that take one', () => {
    const html = seriesPage({ series, talks: [] }, view);
    const calendar = `talks.example.org/api/series/${series.slug}.ics`;
    const links = hrefs(html, 'a').map((href) => new URL(href, publication.baseUrl));
    const values = links.map(({ searchParams }) => searchParams.get('cid') ?? searchParams.get('url'));
    assert.ok(links.some(({ href }) => href === `webcal://${calendar}`));
    assert.deepEqual(
      values.filter((value) => value !== null),
      [`webcal://${calendar}`, `https://${calendar}`, `https://${calendar}`],
    );
  });

  it('names its other forms in its head', () => {
    const html = collectionPage({ collection, talks: [] }, view);
    const at = `/api/collections/id/${collection.slug}`;
    assert.deepEqual(hrefs(html, 'link'), [
      at,
      ...['.ics', '.atom', '.rss', '.feed.json', '.csv'].map((one) => at + one),
    ]);
  });

  it('of one talk leads to forms that are filled in', () => {
    const [google] = hrefs(talkPage(richTalk, view), 'a').filter((href) => href.includes('calendar.google'));
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

describe('any text whatever on a page', () => {
  /** As a parser of HTML gives it: a line ends in a line feed. */
  function parsed(text: string): string {
    return withoutForbidden(text).replace(/\r\n?/g, '\n');
  }

  function assertInert(html: string): void {
    for (const { name, attributes } of elementsWithin(root(html))) {
      assert.ok(!['b', 'style'].includes(name), name);
      if (name === 'script')
        assert.ok(['module', 'application/ld+json'].includes(attributes.type ?? ''), attributes.type);
      for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, /^on/);
      for (const href of [attributes.href ?? '/'])
        assert.match(href, /^(\/|#|https?:|mailto:|webcal:\/\/talks\.example\.org\/api\/)/);
    }
  }

  it('stays text: it opens no element, runs nothing and leads nowhere it should not', () => {
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const html = talkPage(details, view);
        assertInert(html);
        assert.equal(textOf(find(html, 'h1')), parsed(details.talk.title));
        assertInert(seriesPage({ series: details.series ?? series, talks: [details] }, view));
      }),
      { numRuns: 200 },
    );
  });

  it('makes no page invalid', async () => {
    await fc.assert(
      fc.asyncProperty(hostileTalk, hostileText, async (details, title) => {
        // What is always there is never empty: a talk, a series and a collection have titles.
        const titled = { ...details, talk: { ...details.talk, title: `T${details.talk.title}` }, series: null };
        assert.deepEqual(await htmlFaults(talkPage(titled, view)), []);
        const hostile = { ...collection, title: `C${title}`, description: title };
        assert.deepEqual(await htmlFaults(collectionPage({ collection: hostile, talks: [titled] }, view)), []);
      }),
      { numRuns: 60 },
    );
  });

  it('is a link only when it is a web address', () => {
    const online = (onlineUrl: string): string =>
      talkPage({ ...bareTalk, talk: { ...bareTalk.talk, onlineUrl } }, view);
    assert.match(online('https://example.org/a?b="c"'), /<a href="https:\/\/example.org\/a\?b=%22c%22">/);
    for (const address of ['javascript:alert(1)', 'data:text/html,x', ' jAvascript:alert(1)', 'file:///etc/passwd'])
      assert.match(online(address), /<dt>Online<\/dt><dd><bdi>/, address);
  });
});

describe('what pages load', () => {
  it('has names that change with what it says, and the stylesheet loads nothing', () => {
    const { stylesheet, script } = view.brand;
    assert.match(stylesheet.name, /^lectern-[0-9a-f]{12}\.css$/);
    assert.match(script.name, /^lectern-[0-9a-f]{12}\.js$/);
    assert.doesNotMatch(stylesheet.content.toString(), /url\(|@import/);
  });
});
