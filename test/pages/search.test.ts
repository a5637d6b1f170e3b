import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TALKS_HERE } from '#pages/fragments.ts';
import { htmlFaults } from '../support/render/html.ts';
import type { Markup } from '../support/render/markup.ts';
import type { FoundContent } from '#pages/search/search-content.ts';
import { allOf, hasClass, oneOf, pageTree, seenText, submitted } from '../support/render/page-tree.ts';
import {
  ASKED,
  asked,
  BRIEF,
  SLUG,
  TOPIC,
  askedBy,
  brief,
  content,
  full,
  page,
  view,
} from '../support/render/search-page.ts';

const NO_FILTERS = ['order', 'count', 'page'];

function withClass(root: Markup, name: string, wanted: string): Markup[] {
  return allOf(root, name, hasClass(wanted));
}

describe('a search page', () => {
  it('shows each filter as a link that removes only that filter', () => {
    const tree = pageTree(page(brief));
    const filters = BRIEF.filter(({ name }) => !NO_FILTERS.includes(name));
    assert.deepEqual(
      withClass(tree, 'a', 'chip').map(({ attributes }) => askedBy(attributes.href)),
      filters.map((filter) => asked(BRIEF.filter((one) => one !== filter))),
    );
    assert.deepEqual(askedBy(oneOf(tree, 'a', hasClass('chip-all')).attributes.href), []);
  });

  it('shows filters as buttons of a form with all parameters if links would be long', () => {
    const tree = pageTree(page(full));
    const filters = ASKED.filter(({ name }) => !NO_FILTERS.includes(name));
    const chips = withClass(tree, 'button', 'chip');
    const form = oneOf(tree, 'form', ({ attributes }) => attributes.id === 'again');
    assert.deepEqual(
      submitted(form)
        .map(([name, value]) => `${name}=${value}`)
        .sort(),
      asked(ASKED),
    );
    assert.equal(form.attributes.action, '/search');
    assert.deepEqual(
      chips.map(({ attributes }) => [attributes.form, attributes.name, attributes.value]),
      filters.map(({ name, value }) => ['again', 'without', `${name}=${value}`]),
    );
    assert.deepEqual(chips.map(seenText), [
      `Remove: From ${view.dates.longDate('2015-10-01')} ×`,
      `Remove: Until ${view.dates.longDate('2015-10-31')} ×`,
      'Remove: “moss & "dark"” ×',
      `Remove: Speaker speaker ${SLUG} ×`,
      `Remove: Series series ${SLUG} ×`,
      'Remove: Venue venue place:1000 ×',
      'Remove: Venues with everything inside them ×',
      'Remove: Department organising_department place:2000 ×',
      'Remove: Without sub-departments ×',
      `Remove: Topic topic ${TOPIC} ×`,
      'Remove: Cancelled talks Left out ×',
    ]);
    assert.deepEqual(askedBy(oneOf(tree, 'a', hasClass('chip-all')).attributes.href), []);
  });

  it('repeats the search if its form is submitted unchanged', () => {
    const sent = submitted(oneOf(pageTree(page(full)), 'form', hasClass('search-form'))).filter(
      ([, value]) => value !== '',
    );
    const dated = ASKED.map((one) => (one.name === 'to' ? { ...one, value: '2015-10-31' } : one));
    assert.deepEqual(sent.map(([name, value]) => `${name}=${value}`).sort(), asked(dated));
  });

  it('keeps several values of one parameter in its form', async () => {
    const series = [`${SLUG.slice(0, -1)}1`, `${SLUG.slice(0, -1)}2`].map((value) => ({ name: 'series', value }));
    const html = page(content({ asked: series }));
    const sent = submitted(oneOf(pageTree(html), 'form')).filter(([, value]) => value !== '');
    assert.deepEqual(
      sent,
      series.map(({ name, value }) => [name, value]),
    );
    assert.deepEqual(await htmlFaults(html), []);
  });

  it('submits only empty fields if the search has no parameters', () => {
    const form = oneOf(pageTree(page(content())), 'form');
    assert.deepEqual(
      submitted(form).filter(([, value]) => value !== ''),
      [],
    );
  });

  it('selects the options of its own search and offers page sizes up to the operator’s limit', () => {
    const choices = ASKED.filter(({ name }) =>
      [...NO_FILTERS, 'cancelled', 'subdepartments', 'subvenues'].includes(name),
    );
    assert.equal(choices.length, 5);
    for (const choice of [...choices, ...choices]) {
      const tree = pageTree(page(content({ asked: [choice] })));
      const sent = submitted(oneOf(tree, 'form')).filter(([, value]) => value !== '');
      assert.deepEqual(sent, [[choice.name, choice.value]]);
    }
    const countsOf = (found: FoundContent): string[] =>
      allOf(
        oneOf(pageTree(page(found)), 'select', ({ attributes }) => attributes.id === 'search-count'),
        'option',
      ).map((option) => seenText(option));
    assert.deepEqual(countsOf(content()), ['10', '20', '25']);
    assert.deepEqual(countsOf(content({ counts: { usual: 15, most: 22 } })), ['10', '15', '20']);
    const wholesale = page(content({ asked: [{ name: 'count', value: '500' }] }));
    const sent = submitted(oneOf(pageTree(wholesale), 'form')).filter(([, value]) => value !== '');
    assert.deepEqual(sent, [['count', '25']]);
  });

  it('shows the first 40 filters and the number of the others', () => {
    const many = Array.from({ length: 45 }, (_, at) => ({ name: 'venue', value: `place:${String(at)}` }));
    const chips = allOf(oneOf(pageTree(page(content({ asked: many }))), 'ul', hasClass('chips')), 'li').map(seenText);
    assert.deepEqual(chips.slice(39), ['Remove: Venue venue place:39 ×', '5 more', 'Remove all']);
  });

  it('shows the current name of a facet value after it changes', () => {
    const named = (name: string): string[] => {
      const values = [{ key: SLUG, name, count: 3, isAsked: false }];
      const tree = pageTree(page({ ...brief, facets: [{ group: 'series', parameter: 'series', values }] }));
      return allOf(oneOf(tree, 'aside'), 'li').map(seenText);
    };
    assert.deepEqual([named('Mosses'), named('Mosses & ferns'), named('Mosses')].flat(), [
      'Mosses 3',
      'Mosses & ferns 3',
      'Mosses 3',
    ]);
  });

  it('links to its other pages and to its other order', () => {
    const tree = pageTree(page(brief));
    const links = allOf(oneOf(tree, 'nav', hasClass('pager')), 'a');
    assert.deepEqual(
      links.map(({ attributes }) => attributes.rel ?? ''),
      ['prev', 'next', ''],
    );
    assert.deepEqual(
      links.map(({ attributes }) => new URL(attributes.href ?? '', 'http://x').searchParams.get('page')),
      [null, '3', '50'],
    );
    const [byDate, byRelevance] = allOf(oneOf(tree, 'nav', hasClass('order')), 'a');
    assert.deepEqual(askedBy(byDate?.attributes.href), asked(BRIEF.filter(({ name }) => name !== 'order')));
    assert.equal(byRelevance?.attributes['aria-current'], 'true');
  });

  it('links to a calendar with the same filters but without from and to', () => {
    const calendarsOf = (found: FoundContent): (string | undefined)[] =>
      allOf(pageTree(page(found)), 'a', (one) => seenText(one) === 'These talks in a calendar').map(
        ({ attributes }) => attributes.href,
      );
    const asked = 'q=moss%20%26%20%22dark%22&organising_department=place:2000&cancelled=omit';
    assert.deepEqual(calendarsOf(brief), [`/calendar/month/2015-10?${asked}`]);
    assert.deepEqual(calendarsOf(content()), ['/calendar/month/2015-10']);
    const long = Array.from({ length: 40 }, (_, at) => ({ name: 'venue', value: `place:${String(at)}` }));
    assert.deepEqual(calendarsOf(content({ asked: long })), []);
  });

  it('links to the same search in the API and to its feeds', () => {
    const tree = pageTree(page(brief));
    const queryOf = (path: string): string[] => {
      const [link] = allOf(
        tree,
        'a',
        ({ attributes }) => attributes.href?.startsWith(`/api/talks/search${path}?`) === true,
      );
      const { searchParams } = new URL(link?.attributes.href ?? '', 'https://talks.example.org');
      return [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
    };
    assert.deepEqual(queryOf('.json'), asked(BRIEF));
    assert.deepEqual(queryOf('.xml'), asked(BRIEF));
    for (const feed of ['.ics', '.atom', '.rss', '.feed.json', '.csv'])
      assert.deepEqual(queryOf(feed), asked(BRIEF.filter(({ name }) => name !== 'count')), feed);
    const advertised = allOf(tree, 'link', ({ attributes }) => attributes.rel === 'alternate' && 'type' in attributes);
    assert.deepEqual(
      advertised.map(({ attributes }) => attributes.type),
      [
        'application/hal+json',
        'text/calendar',
        'application/atom+xml',
        'application/rss+xml',
        'application/feed+json',
        'text/csv',
        'application/json+oembed',
      ],
    );
    const addresses = advertised.map(({ attributes }) => new URL(attributes.href ?? '', 'http://x'));
    const pageOf = (address: URL): URL => new URL(address.searchParams.get('url') ?? address);
    for (const address of addresses) assert.equal(pageOf(address).searchParams.get('cancelled'), 'omit');
  });

  it('adds from=today to links to the API if the search has no start', () => {
    const tree = pageTree(page(content({ asked: [{ name: 'q', value: 'moss' }] })));
    const hrefs = allOf(tree, 'a').map(({ attributes }) => attributes.href);
    assert.ok(hrefs.includes('/api/talks/search.json?from=today&q=moss'));
    assert.ok(hrefs.includes('/api/talks/search.ics?q=moss'));
  });

  it('has one slot for talks, inside its results section', () => {
    const [before = '', behind = '', ...more] = page(full).split(TALKS_HERE.markup);
    assert.deepEqual(more, []);
    assert.ok(before.includes('<section class="results"') && !before.includes('</section>'));
    assert.ok(behind.includes('</section>'));
  });

  it('marks the current shortcut to days and keeps other filters in the shortcuts', () => {
    const shortcuts = [
      { name: 'upcoming', from: null, to: null },
      { name: 'today', from: 'today', to: 'today' },
      { name: 'next30', from: 'today', to: 'plus30' },
    ] as const;
    const found = content({
      asked: [
        { name: 'from', value: 'today' },
        { name: 'to', value: 'today' },
        { name: 'q', value: 'moss' },
        { name: 'page', value: '3' },
      ],
      page: 3,
      shortcuts,
    });
    const links = allOf(oneOf(pageTree(page(found)), 'nav', hasClass('shortcuts')), 'a');
    assert.deepEqual(
      links.map(({ attributes }) => [attributes['aria-current'], askedBy(attributes.href)]),
      [
        [undefined, ['q=moss']],
        ['true', ['from=today', 'q=moss', 'to=today']],
        [undefined, ['from=today', 'q=moss', 'to=plus30']],
      ],
    );
  });
});
