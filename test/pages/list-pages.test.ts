import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import { type BrowseNamesContent, browseNamesPage, browseTreePage } from '#pages/lists/browse.ts';
import {
  collectionPage,
  personPage,
  type PlaceContent,
  placePage,
  seriesPage,
  topicPage,
} from '#pages/lists/groups.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import { TALKS_HERE } from '#pages/fragments.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { htmlFaults } from '../support/render/html.ts';
import { valueAt } from '../support/json-value.ts';
import { listContent } from '../support/render/list-content.ts';
import { elementsWithin, textOf } from '../support/render/markup.ts';
import { linksIn, textsOf } from '../support/render/page-markup.ts';
import { allOf, oneOf, pageTree } from '../support/render/page-tree.ts';
import { RUNS } from '../support/property-runs.ts';
import { collection, richTalk, series } from '../support/catalogue/talk-details.ts';
import { testView, view } from '../support/render/view.ts';

const MAX_BYTES = 60_000;
const SLUG = '5a3e1c1e-0000-4000-8000-000000000001';
const TOPIC = { type: 'topic', uri: 'http://topics.example.org/moss?a=1&b=2', label: 'Moss' } as const;

function placeNamed(name: string): Place {
  return {
    type: 'place',
    id: 'place:1',
    kind: 'organisation',
    name,
    address: `${name}, 1 High Street`,
    parent: 'place:2',
    latitude: null,
    longitude: null,
    accessibility: name,
  };
}

/** A place with `count` places above it and as many inside it, all of the same name. */
function placeContent(name: string, count: number): PlaceContent {
  const others = Array.from({ length: count }, (_, at) => ({ key: `place:${String(at + 2)}`, name }));
  const entries = others.slice(0, 40).map((one) => ({ ...one, talks: 2, upcoming: 1, places: 0 }));
  const branch = { total: count, entries };
  return { ...listContent({ ...placeNamed(name), above: [] }, 1), parents: others, branch };
}

function people(names: readonly string[], more: Partial<BrowseNamesContent> = {}): BrowseNamesContent {
  const entries = names.map((name, at) => ({
    key: `${SLUG.slice(0, -3)}${String(100 + at)}`,
    name,
    talks: 2,
    upcoming: at,
  }));
  const letters = ['A', 'Å', 'Ж', '#'].map((letter) => ({ letter, count: 3 }));
  const page = { total: names.length, letters, entries };
  return { what: 'people', names: page, letter: undefined, page: 1, count: 100, ...more };
}

/** The texts of each fact at the side of a page: a term, then its lines. */
function atAGlance(html: string): readonly (readonly string[])[] {
  const side = oneOf(pageTree(html), 'aside', ({ attributes }) => attributes.class === 'list-aside');
  const facts = allOf(side, 'dl').flatMap((list) => allOf(list, 'div'));
  return facts.map((one) => [...allOf(one, 'dt'), ...allOf(one, 'dd')].map(textOf));
}

describe('a page that lists talks', () => {
  const weekly = [8, 15, 22, 29].map((day) => ({
    ...richTalk,
    talk: {
      ...richTalk.talk,
      title: `Moss of the ${String(day)}th`,
      start: `2015-07-${String(day).padStart(2, '0')}T12:00:00Z`,
      end: `2015-07-${String(day).padStart(2, '0')}T13:00:00Z`,
      status: day === 8 ? ('cancelled' as const) : ('published' as const),
    },
  }));
  const now = new Date('2015-07-07T12:00:00Z');

  it('has the next talk that takes place, and the day, time and room that most of its talks share', () => {
    const content = listContent({ ...series, occurrence: '' }, 4);
    const pageAt = (time: Date, nearest = weekly): string =>
      seriesPage({ ...content, nearest }, testView({ now: time }));
    const next = ['Next talk', 'Wednesday 15 July 2015, 13:00', 'Moss of the 15th', 'Ada Núñez · Glass House'];
    assert.deepEqual(atAGlance(pageAt(now)), [next, ['Usually', 'Wednesday, 13:00', 'Glass House']]);
    const onTheDay = new Date('2015-07-29T11:59:00Z');
    assert.equal(atAGlance(pageAt(onTheDay))[0]?.[2], 'Moss of the 29th');
    assert.deepEqual(atAGlance(pageAt(new Date('2015-07-29T12:00:00Z')))[0]?.[0], 'Usually');
    // Two talks are no habit.
    assert.deepEqual(
      atAGlance(pageAt(now, weekly.slice(0, 3))).map(([term]) => term),
      ['Next talk'],
    );
  });

  it('says when a series is in its own words, and nothing usual of a person', () => {
    const at = testView({ now });
    const page = seriesPage({ ...listContent(series, 4), nearest: weekly }, at);
    assert.deepEqual(atAGlance(page)[1], ['Usually', series.occurrence, 'Glass House']);
    const [speaker] = richTalk.speakers;
    assert.ok(speaker !== undefined);
    const ofPerson = personPage({ ...listContent(speaker, 4), nearest: weekly, namesakes: [] }, at);
    assert.deepEqual(atAGlance(ofPerson), [
      ['Next talk', 'Wednesday 15 July 2015, 13:00', 'Moss of the 15th', 'Glass House'],
    ]);
  });

  it('has a slot for each non-empty list and says if no talks are announced', () => {
    const places = (html: string): number => html.split(TALKS_HERE.markup).length - 1;
    const none = seriesPage(listContent(series), view);
    assert.deepEqual([places(none), textsOf(none, 'h2')[0]], [0, 'Upcoming talks']);
    assert.match(none, /No talks are announced just now/);
    assert.equal(places(seriesPage(listContent(series, 3), view)), 1);
    assert.equal(places(seriesPage(listContent(series, 3, 9), view)), 2);
    assert.equal(places(seriesPage(listContent(series, 0, 9), view)), 1);
  });

  it('has JSON-LD of the right @type and an og:description', () => {
    const place = placeNamed('Moss');
    const speaker: Person = {
      type: 'person',
      slug: SLUG,
      name: 'Ada',
      bio: '',
      webAddress: '',
      emailAddress: '',
      image: null,
    };
    const pages: Readonly<Record<string, string>> = {
      EventSeries: seriesPage(listContent({ ...series, description: '**Every** week.' }), view),
      CollectionPage: collectionPage(listContent({ ...collection, description: '**Every** week.' }), view),
      ProfilePage: personPage({ ...listContent({ ...speaker, bio: '**Every** week.' }), namesakes: [] }, view),
      Organization: placePage(
        'department',
        { ...placeContent('Moss', 2), record: { ...place, address: 'Every week.', above: [] } },
        view,
      ),
      Place: placePage(
        'venue',
        { ...placeContent('Moss', 0), record: { ...place, kind: 'venue', address: 'Every week.', above: [] } },
        view,
      ),
    };
    for (const [type, html] of Object.entries(pages)) {
      const elements = [...elementsWithin(pageTree(html))];
      const data = elements.find(({ attributes }) => attributes.type === 'application/ld+json');
      assert.equal(valueAt(JSON.parse(data === undefined ? '' : textOf(data)), '@type'), type);
      const told = elements.find(({ attributes }) => attributes.property === 'og:description');
      assert.equal(told?.attributes.content, 'Every week.', type);
    }
  });

  it('links to the next page and to past talks, keeping ?lang= of the address', () => {
    const german = testView({ language: 'de', languageInAddress: true });
    const links = linksIn(seriesPage(listContent(series, 45, 30), german));
    const address = `/talks/series/id/${series.slug}`;
    assert.deepEqual(
      links.filter(({ href }) => href.startsWith(address)),
      [
        { href: `${address}?page=2&lang=de`, text: 'Weiter' },
        { href: `${address}?when=past&lang=de`, text: 'Alle 30 vergangenen Vorträge' },
      ],
    );
  });

  it('says that a page past the end has no talks and links to the last one', () => {
    const { list, ...rest } = listContent(series, 45);
    const html = seriesPage({ ...rest, list: { ...list, page: 9, upcoming: { total: 45, shown: 0 } } }, view);
    assert.match(html, /There are no talks on this page/);
    assert.ok(linksIn(html).some(({ href, text }) => text === 'Previous' && href.endsWith('page=3')));
  });

  it('links to the URI of a topic and encodes it in its own addresses', () => {
    const links = linksIn(topicPage(listContent(TOPIC, 25), view));
    assert.ok(links.some(({ href }) => href === TOPIC.uri));
    const coded = 'uri=http://topics.example.org/moss%3Fa%3D1%26b%3D2';
    assert.ok(links.some(({ href }) => href === `/talks/topics/id?${coded}&page=2`));
    assert.ok(links.some(({ href }) => href === `/api/topics.ics?${coded}`));
  });

  it('never shows a person’s e-mail address or links to a javascript: address', () => {
    const person: Person = {
      type: 'person',
      slug: SLUG,
      name: 'Ada',
      bio: 'Reader',
      webAddress: 'javascript:alert(1)',
      emailAddress: 'ada@private.example.org',
      image: null,
    };
    const html = personPage({ ...listContent(person, 1), namesakes: [] }, view);
    assert.ok(!html.includes('private.example.org'));
    assert.ok(!linksIn(html).some(({ href }) => href.startsWith('javascript')));
  });
});

describe('the page of a place', () => {
  it('shows all breadcrumbs of a short path and the first and last of a long one', () => {
    const steps = (count: number): number =>
      linksIn(placePage('department', placeContent('Botany', count), view)).filter(({ href }) =>
        href.startsWith('/talks/department'),
      ).length;
    // As many places above as inside, of which at most 40 are shown.
    assert.deepEqual([steps(3), steps(11), steps(12), steps(500)], [6, 22, 12 + 11, 40 + 11]);
  });

  it('omits the list of facts if nothing is known', () => {
    const content = placeContent('Botany', 1);
    const record = { ...content.record, accessibility: '' };
    const factsOf = (address: string): number =>
      allOf(pageTree(placePage('department', { ...content, record: { ...record, address } }, view)), 'dl').length;
    assert.deepEqual([factsOf('1 Garden Lane'), factsOf('')], [1, 0]);
  });

  it('links to the remaining places inside it', () => {
    const links = linksIn(placePage('venue', placeContent('Room', 500), view));
    assert.ok(links.some(({ href, text }) => href === '/browse/venues?under=place:1' && text === '460 more'));
  });

  it('stays under 60 kB however long its names are', () => {
    const html = placePage(
      'department',
      placeContent('A department of very many & various <things> '.repeat(20), 60),
      view,
    );
    assert.ok(Buffer.byteLength(html) < MAX_BYTES, String(Buffer.byteLength(html)));
  });
});

describe('a browse page', () => {
  it('links to its letters and marks the current one', () => {
    const html = browseNamesPage(people(['Åsa'], { letter: 'å' }), view);
    const letters = oneOf(pageTree(html), 'nav', ({ attributes }) => attributes.class === 'letters');
    const current = [...elementsWithin(letters)].filter(({ attributes }) => attributes['aria-current'] === 'page');
    assert.deepEqual(
      current.map(({ attributes }) => attributes.href),
      ['/browse/people?letter=%C3%85'],
    );
    assert.deepEqual(textsOf(html, 'h1'), ['People: Å']);
  });

  it('stays under 60 kB however long its names are', () => {
    const long = 'Somebody with a very “long” & winding name '.repeat(10);
    const html = browseNamesPage(
      people(Array.from({ length: 100 }, () => long)),
      testView({ languageInAddress: true }),
    );
    assert.ok(Buffer.byteLength(html) < MAX_BYTES, String(Buffer.byteLength(html)));
    const entry = { key: 'place:1', name: long, talks: 1000, upcoming: 1000, places: 9 };
    const below = {
      total: 100,
      entries: Array.from({ length: 5 }, (_, at) => ({ ...entry, key: `place:${String(at)}` })),
    };
    const entries = Array.from({ length: 20 }, (_, at) => ({ ...entry, key: `place:9${String(at)}`, below }));
    const tree = browseTreePage(
      { what: 'venues', under: undefined, total: 1000, entries, page: 2, count: 20 },
      testView({ language: 'fr', languageInAddress: true }),
    );
    assert.ok(Buffer.byteLength(tree) < MAX_BYTES, String(Buffer.byteLength(tree)));
  });
});

describe('arbitrary text on the page of a list', () => {
  it('is escaped, keeps the page valid and adds no unsafe links', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, fc.constantFrom(...LANGUAGES), async (text, language) => {
        const inLanguage = testView({ language });
        const name = `N${text}`;
        const place = placeContent(name, 3);
        const tree = {
          what: 'departments' as const,
          under: { place: { key: 'place:1', name }, parents: place.parents },
          total: 3,
          entries: place.branch.entries.map((entry) => ({ ...entry, below: place.branch })),
          page: 1,
          count: 30,
        };
        const person: Person = {
          type: 'person',
          slug: SLUG,
          name,
          bio: text,
          webAddress: text,
          emailAddress: 'a@private.example.org',
          image: null,
        };
        const pages = [
          placePage('department', place, inLanguage),
          placePage('venue', place, inLanguage),
          personPage(
            { ...listContent(person, 1, 9), namesakes: [{ key: SLUG, name: person.name, affiliation: 'x' }] },
            inLanguage,
          ),
          topicPage(listContent({ ...TOPIC, label: name }, 1), inLanguage),
          seriesPage(
            listContent({ ...series, title: name, description: text, occurrence: text, webAddress: text }),
            inLanguage,
          ),
          browseNamesPage(people([name, name]), inLanguage),
          browseTreePage(tree, inLanguage),
        ];
        for (const html of pages) {
          assert.deepEqual(await htmlFaults(html), []);
          for (const element of elementsWithin(oneOf(pageTree(html), 'main'))) {
            assert.ok(!['script', 'b', 'style', 'title'].includes(element.name), element.name);
            for (const attribute of Object.keys(element.attributes)) assert.doesNotMatch(attribute, /^(on|style$)/);
            assert.match(element.attributes.href ?? '/', /^(\/|#|https?:|webcal:\/\/talks\.example\.org\/api\/)/);
          }
        }
      }),
      { numRuns: RUNS.slowest },
    );
  });
});
