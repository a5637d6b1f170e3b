import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Markup } from '../support/render/markup.ts';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import { ASKED, asked, BRIEF, SLUG, TOPIC, askedBy, brief, full, page } from '../support/render/search-page.ts';

function withClass(root: Markup, name: string, wanted: string): Markup[] {
  return allOf(root, name, hasClass(wanted));
}

describe('the filters of a search page', () => {
  it('add a value by its link and remove a selected one', () => {
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
      ['University 1,500 (selected; select again to remove)', 'Botany <b> 7'],
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
    assert.equal(allOf(oneOf(tree, 'aside'), 'h3').length, 1, 'a facet without values has no heading');
  });

  it('list all values of a facet with their number, a field to narrow them and pagination', () => {
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
    assert.ok('hidden' in field.attributes, 'the field needs a script');
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

  it('add and remove attributes such as evening and status', () => {
    const attributes = [
      { parameter: 'evening', value: 'true', count: 12, isAsked: false },
      { parameter: 'status', value: 'cancelled', count: 1, isAsked: true },
    ];
    const words = { name: 'q', value: 'moss' };
    const asking = [words, { name: 'status', value: 'cancelled' }];
    const rows = allOf(oneOf(pageTree(page({ ...brief, asked: asking, attributes })), 'aside'), 'a');
    assert.deepEqual(rows.map(seenText), [
      'In the evening, from 17:00 12',
      'Cancelled 1 (selected; select again to remove)',
    ]);
    assert.deepEqual(
      rows.map(({ attributes: { href } }) => askedBy(href)),
      [asked([...asking, { name: 'evening', value: 'true' }]), asked([words])],
    );
  });

  it('use buttons if links would be long and disappear if the query is very long', () => {
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
});
