import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TALKS_HERE } from '#pages/fragments.ts';
import type { NamedValue } from '#search/query/request.ts';
import { htmlFaults } from '../support/render/html.ts';
import type { Markup } from '../support/render/markup.ts';
import type { FoundContent } from '#pages/search/search-content.ts';
import { allOf, hasClass, oneOf, pageTree, seenText, submitted } from '../support/render/page-tree.ts';
import {
  ASKED,
  BRIEF,
  DAY,
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

function asked(values: readonly NamedValue[]): string[] {
  return values.map(({ name, value }) => `${name}=${value}`).sort();
}

function withClass(root: Markup, name: string, wanted: string): Markup[] {
  return allOf(root, name, hasClass(wanted));
}

describe('a search page', () => {
  it('shows each thing that was asked for, with a link that takes it alone away', () => {
    const tree = pageTree(page(brief));
    const filters = BRIEF.filter(({ name }) => !NO_FILTERS.includes(name));
    assert.deepEqual(
      withClass(tree, 'a', 'chip').map(({ attributes }) => askedBy(attributes.href)),
      filters.map((filter) => asked(BRIEF.filter((one) => one !== filter))),
    );
    assert.deepEqual(askedBy(oneOf(tree, 'a', hasClass('chip-all')).attributes.href), []);
  });

  it('shows them with buttons where links would be long, which a form sends with all that is asked for', () => {
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
      'Remove: Departments without those under them ×',
      `Remove: Topic topic ${TOPIC} ×`,
      'Remove: Cancelled talks Left out ×',
    ]);
    assert.deepEqual(askedBy(oneOf(tree, 'a', hasClass('chip-all')).attributes.href), []);
  });

  it('asks the same again when its form is submitted as it stands', () => {
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

  it('sends nothing but empty fields when nothing was asked for', () => {
    const form = oneOf(pageTree(page(content())), 'form');
    assert.deepEqual(
      submitted(form).filter(([, value]) => value !== ''),
      [],
    );
  });

  it('shows each question its own choices, whatever was asked before, and as many talks a page as an operator allows', () => {
    const choices = ASKED.filter(({ name }) =>
      [...NO_FILTERS, 'cancelled', 'subdepartments', 'subvenues'].includes(name),
    );
    assert.equal(choices.length, 5);
    for (const choice of [...choices, ...choices]) {
      const tree = pageTree(page(content({ asked: [choice] })));
      const sent = submitted(oneOf(tree, 'form')).filter(([, value]) => value !== '');
      assert.deepEqual(sent, [[choice.name, choice.value]]);
      assert.notEqual(oneOf(tree, 'details', hasClass('search-more')).attributes.open, undefined);
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

  it('adds a value by its link, and takes one that was chosen away', () => {
    const facets = [
      {
        group: 'departments',
        parameter: 'organising_department',
        hasMore: true,
        values: [
          { key: 'place:2000', name: 'University', count: 1500, isAsked: true, depth: 0 },
          { key: 'place:2001', name: 'Botany <b>', count: 7, isAsked: false, depth: 1 },
        ],
      },
      { group: 'series', parameter: 'series', values: [] },
    ] as const;
    const tree = pageTree(page({ ...brief, facets }));
    const [above, below, all] = allOf(oneOf(tree, 'aside'), 'a');
    assert.ok(above !== undefined && below !== undefined);
    assert.deepEqual(
      [seenText(above), seenText(below)],
      ['University 1,500 (chosen; choose again to remove)', 'Botany <b> 7'],
    );
    assert.deepEqual(
      askedBy(above.attributes.href),
      asked(BRIEF.filter(({ name }) => name !== 'organising_department')),
    );
    assert.deepEqual(
      askedBy(below.attributes.href),
      asked([...BRIEF, { name: 'organising_department', value: 'place:2001' }]),
    );
    assert.deepEqual(askedBy(all?.attributes.href), asked([...BRIEF, { name: 'all', value: 'departments' }]));
    assert.match(all?.attributes.href ?? '', /#facet-departments$/);
    assert.equal(allOf(oneOf(tree, 'aside'), 'h3').length, 1, 'what has no values has no heading');
  });

  it('shows all values of a facet, with their number, a field to narrow them and other pages of them', () => {
    const facets = [
      {
        group: 'series',
        parameter: 'series',
        values: [{ key: SLUG, name: 'Mosses', count: 3, isAsked: false }],
        whole: { total: 401, page: 2, pages: 3, find: '' },
      },
    ] as const;
    const aside = oneOf(pageTree(page({ ...brief, facets })), 'aside');
    assert.equal(seenText(oneOf(aside, 'h3')), 'Series 401');
    assert.ok(!('hidden' in oneOf(aside, 'form', hasClass('field')).attributes));
    const short = facets.map((facet) => ({ ...facet, whole: { total: 1, page: 1, pages: 1, find: '' } }));
    const field = oneOf(oneOf(pageTree(page({ ...brief, facets: short })), 'aside'), 'p', hasClass('field'));
    assert.ok('hidden' in field.attributes, 'it needs a script');
    const [value, ...turns] = allOf(aside, 'a');
    assert.deepEqual(askedBy(value?.attributes.href), asked([...BRIEF, { name: 'series', value: SLUG }]));
    assert.deepEqual(
      turns.map((turn) => [seenText(turn), askedBy(turn.attributes.href)]),
      [
        ['Previous', asked([...BRIEF, { name: 'all', value: 'series' }])],
        ['Next', asked([...BRIEF, { name: 'all', value: 'series' }, { name: 'all_page', value: '3' }])],
        ['Show fewer', asked(BRIEF)],
      ],
    );
  });

  it('adds and takes away attributes', () => {
    const attributes = [
      { parameter: 'evening', value: 'true', count: 12, isAsked: false },
      { parameter: 'status', value: 'cancelled', count: 1, isAsked: true },
    ];
    const words = { name: 'q', value: 'moss' };
    const asking = [words, { name: 'status', value: 'cancelled' }];
    const rows = allOf(oneOf(pageTree(page({ ...brief, asked: asking, attributes })), 'aside'), 'a');
    assert.deepEqual(rows.map(seenText), [
      'In the evening, from 17:00 12',
      'Cancelled 1 (chosen; choose again to remove)',
    ]);
    assert.deepEqual(
      rows.map(({ attributes: { href } }) => askedBy(href)),
      [asked([...asking, { name: 'evening', value: 'true' }]), asked([words])],
    );
  });

  it('adds a value by a button where links would be long, and has no room for them where they would be very long', () => {
    const values = [
      { key: TOPIC, name: 'Moss', count: 7, isAsked: true },
      { key: `${TOPIC}&"`, name: 'Fern <b>', count: 1, isAsked: false },
    ];
    const facets = [{ group: 'topics', parameter: 'topic', values }] as const;
    const long = [...BRIEF, { name: 'topic', value: TOPIC }];
    const tree = pageTree(page({ ...brief, asked: long, turned: long, facets }));
    const [moss, fern] = allOf(oneOf(tree, 'aside'), 'button');
    assert.deepEqual(
      [moss, fern].map((button) => [button?.attributes.form, button?.attributes.name, button?.attributes.value]),
      [
        ['again', 'without', `topic=${TOPIC}`],
        ['again', 'topic', `${TOPIC}&"`],
      ],
    );
    assert.equal(fern === undefined ? '' : seenText(fern), 'Fern <b> 1');
    const veryLong = [...ASKED, ...long.map((one) => ({ ...one, name: 'topic' }))];
    assert.deepEqual(withClass(pageTree(page({ ...full, asked: veryLong, facets })), 'aside', 'facets'), []);
  });

  it('shows the first of very many things that were asked for, and says how many more there are', () => {
    const many = Array.from({ length: 45 }, (_, at) => ({ name: 'venue', value: `place:${String(at)}` }));
    const chips = allOf(oneOf(pageTree(page(content({ asked: many }))), 'ul', hasClass('chips')), 'li').map(seenText);
    assert.deepEqual(chips.slice(39), ['Remove: Venue venue place:39 ×', '5 more', 'Remove all']);
  });

  it('shows what a value is called now, whatever that was on a page before', () => {
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

  it('leads to its other pages, and to its other order', () => {
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

  it('leads to the same question of the interface, and to feeds of it', () => {
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

  it('tells the interface to begin today where the page says nothing of a beginning', () => {
    const tree = pageTree(page(content({ asked: [{ name: 'q', value: 'moss' }] })));
    const hrefs = allOf(tree, 'a').map(({ attributes }) => attributes.href);
    assert.ok(hrefs.includes('/api/talks/search.json?from=today&q=moss'));
    assert.ok(hrefs.includes('/api/talks/search.ics?q=moss'));
  });

  it('has the place of its talks once, within its results', () => {
    const [before = '', behind = '', ...more] = page(full).split(TALKS_HERE.markup);
    assert.deepEqual(more, []);
    assert.ok(before.includes('<section class="results"') && !before.includes('</section>'));
    assert.ok(behind.includes('</section>'));
  });

  it('says that the last day is before the first, and leads to the days in order', () => {
    const ways = [{ kind: 'swapped', changes: { from: '2015-09-30', to: '2015-10-01' }, total: 2 }] as const;
    const reversed = { ...brief, days: { from: DAY, to: DAY - 1 }, total: 0, shown: 0, ways };
    const empty = oneOf(pageTree(page(reversed)), 'div', hasClass('empty'));
    assert.match(
      seenText(empty),
      /The last day, Wednesday 30 September 2015, is before the first, Thursday 1 October 2015: no talk can match\./,
    );
    const [swapped] = allOf(oneOf(empty, 'ul', hasClass('ways')), 'a');
    assert.equal(swapped === undefined ? '' : seenText(swapped), 'These days the other way round');
    assert.deepEqual(
      askedBy(swapped?.attributes.href).filter((one) => /^(from|to)=/.test(one)),
      ['from=2015-09-30', 'to=2015-10-01'],
    );
    const sameDay = page({ ...reversed, days: { from: DAY, to: DAY }, ways: [] });
    assert.match(sameDay, /no talk matches all of it/);
  });

  it('says what to try where nothing was found, each by a link with what that finds', () => {
    const left = { name: 'organising_department', value: 'place:2000' };
    const ways = [
      { kind: 'always', changes: { from: '1900-01-01', to: null }, total: 1500 },
      { kind: 'without', left, changes: {}, total: 1 },
    ] as const;
    const tree = pageTree(page({ ...brief, total: 0, shown: 0, ways }));
    const items = allOf(oneOf(tree, 'ul', hasClass('ways')), 'li');
    assert.deepEqual(items.map(seenText), [
      'At any time, past talks too 1,500 talks',
      'Without Department organising_department place:2000 1 talk',
      'All talks from today on',
    ]);
    const [always, without, all] = items.map((item) => askedBy(oneOf(item, 'a').attributes.href));
    const undated = BRIEF.filter(({ name }) => name !== 'from' && name !== 'to');
    assert.deepEqual(always, asked([...undated, { name: 'from', value: '1900-01-01' }]));
    assert.deepEqual(without, asked(BRIEF.filter(({ name }) => name !== 'organising_department')));
    assert.deepEqual(all, []);
  });

  it('leads to the last page from one past the end', () => {
    const tree = pageTree(page(content({ page: 99, shown: 0 })));
    const link = oneOf(oneOf(tree, 'div', hasClass('empty')), 'a');
    assert.deepEqual(askedBy(link.attributes.href), ['page=62']);
  });

  it('marks which of the usual days are asked for, and keeps all else when others are', () => {
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
