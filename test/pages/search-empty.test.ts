import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import { asked, BRIEF, DAY, askedBy, brief, content, page } from '../support/render/search-page.ts';

describe('a search page without results', () => {
  it('explains that the last day is before the first and links to the search with both swapped', () => {
    const ways = [{ kind: 'swapped', changes: { from: '2015-09-30', to: '2015-10-01' }, total: 2 }] as const;
    const reversed = { ...brief, days: { from: DAY, to: DAY - 1 }, total: 0, shown: 0, ways };
    const empty = oneOf(pageTree(page(reversed)), 'div', hasClass('empty'));
    assert.match(
      seenText(empty),
      /The last day, Wednesday 30 September 2015, is before the first, Thursday 1 October 2015: no talk can match\./,
    );
    const [swapped] = allOf(oneOf(empty, 'ul', hasClass('ways')), 'a');
    assert.equal(swapped === undefined ? '' : seenText(swapped), 'With the two days swapped');
    assert.deepEqual(
      askedBy(swapped?.attributes.href).filter((one) => /^(from|to)=/.test(one)),
      ['from=2015-09-30', 'to=2015-10-01'],
    );
    const sameDay = page({ ...reversed, days: { from: DAY, to: DAY }, ways: [] });
    assert.match(sameDay, /No talk meets all the conditions/);
  });

  it('suggests other searches as links with their number of talks', () => {
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

  it('links to the last page from a page past the end', () => {
    const tree = pageTree(page(content({ page: 99, shown: 0 })));
    const link = oneOf(oneOf(tree, 'div', hasClass('empty')), 'a');
    assert.deepEqual(askedBy(link.attributes.href), ['page=62']);
  });
});
