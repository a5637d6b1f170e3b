import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES } from '#pages/messages.ts';
import { malformedSearchPage } from '#pages/search/search.ts';
import type { NamedValue } from '#search/query/request.ts';
import { htmlFaults } from '../support/render/html.ts';
import { elementsWithin } from '../support/render/markup.ts';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import { askedBy, content, view } from '../support/render/search-page.ts';

describe('the page for a malformed search', () => {
  const given: readonly NamedValue[] = [
    { name: 'from', value: '2015-2-3' },
    { name: 'q', value: 'moss' },
    { name: 'series', value: 'banana' },
    { name: 'count', value: '0' },
    { name: 'subvenues', value: 'perhaps' },
  ];
  const faults = [
    { parameter: 'from', code: 'bad-date' },
    { parameter: 'series', code: 'bad-slug' },
    { parameter: 'count', code: 'bad-count' },
    { parameter: 'subvenues', code: 'bad-boolean' },
  ];
  const { nameOf, counts } = content();
  const html = malformedSearchPage({ asked: given, faults, nameOf, counts }, view);
  const tree = pageTree(html);

  it('explains each problem beside its field, which keeps the value', () => {
    const wrong = allOf(tree, 'input', ({ attributes }) => attributes['aria-invalid'] === 'true');
    const said = wrong.map(({ attributes }) => {
      const ids = attributes['aria-describedby']?.split(' ') ?? [];
      const texts = ids.map((id) => seenText(oneOf(tree, 'span', (one) => one.attributes.id === id)));
      return [attributes.name, attributes.value, texts.at(-1)];
    });
    assert.deepEqual(said, [
      [
        'from',
        '2015-2-3',
        'This is not a date. Write it as year-month-day, such as 2026-01-19, or today, tomorrow or now.',
      ],
      ['series', 'banana', 'This is not a valid identifier.'],
      ['count', '0', 'This is not a valid number of talks per page.'],
      ['subvenues', 'perhaps', 'This can only be true or false.'],
    ]);
  });

  it('lists all malformed parameters at the top, each with a link to its field', () => {
    const head = oneOf(tree, 'section', hasClass('faults'));
    const links = allOf(oneOf(head, 'ul'), 'a');
    assert.deepEqual(links.map(seenText), ['From', 'Series', 'Talks per page', 'Venues with everything inside them']);
    const ids = new Set([...elementsWithin(tree)].map(({ attributes }) => attributes.id));
    for (const { attributes } of links) assert.ok(ids.has(attributes.href?.slice(1)), attributes.href);
  });

  it('links to the same search without the malformed parameters', () => {
    const [link] = allOf(oneOf(tree, 'section', hasClass('faults')), 'a').slice(-1);
    assert.deepEqual(askedBy(link?.attributes.href), ['q=moss']);
  });

  it('names the words for dates in every language', () => {
    for (const [language, { search }] of Object.entries(MESSAGES)) {
      const words = search.faults['bad-date'].match(/\b(?:today|tomorrow|now)\b/g);
      assert.deepEqual(words, ['today', 'tomorrow', 'now'], language);
    }
  });

  it('is valid HTML', async () => {
    assert.deepEqual(await htmlFaults(html), []);
  });
});
