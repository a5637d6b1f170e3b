import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { person, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { testServer } from '../support/http/server.ts';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import type { Markup } from '../support/render/markup.ts';

const SPEAKERS = Array.from({ length: 230 }, (_, at) => slugOf(1000 + at));

const server = testServer([
  ...SPEAKERS.map((slug, at) => person(slug, { name: `Speaker ${at}` })),
  ...SPEAKERS.map((slug, at) =>
    talk(slugOf(at), '2026-06-01T10:00:00Z', { speakers: [slug], cost: at === 7 ? '' : 'free' }),
  ),
]);

async function facetOn(query: string): Promise<Markup> {
  const answer = await server.ask(`/search?${query}`);
  assert.equal(answer.status, 200);
  const facets = allOf(pageTree(answer.body.toString()), 'section', hasClass('facet'));
  return facets.find((one) => seenText(oneOf(one, 'h3')).startsWith('Speakers')) ?? assert.fail();
}

function links(facet: Markup): { readonly label: string; readonly asked: URLSearchParams }[] {
  return allOf(facet, 'a').map((link) => ({
    label: seenText(link),
    asked: new URL(link.attributes.href ?? '', 'http://x').searchParams,
  }));
}

describe('a facet with many values', () => {
  it('links to pages with all values, without a script', async () => {
    const query = 'from=2026-01-01&free=true';
    const first = links(await facetOn(query));
    const found = new Set<string>();
    const sizes: number[] = [];
    let next = first.find(({ label }) => label === 'All people');
    assert.equal(first.length, 11);
    while (next !== undefined) {
      assert.deepEqual([next.asked.get('from'), next.asked.get('free')], ['2026-01-01', 'true']);
      const page = links(await facetOn(next.asked.toString()));
      const values = page.flatMap(({ asked }) => asked.getAll('speaker'));
      for (const value of values) found.add(value);
      sizes.push(values.length);
      next = page.find(({ label }) => label === 'Next');
    }
    assert.deepEqual(sizes, [200, 29]);
    assert.deepEqual([...found].sort(), SPEAKERS.filter((_, at) => at !== 7).sort());
  });

  it('finds values by the beginnings of their words, without a script', async () => {
    const first = await facetOn('from=2026-01-01&free=true&all=speakers');
    const form = oneOf(first, 'form');
    const kept = allOf(form, 'input').map(({ attributes: { name = '', value = '' } }) => [name, value]);
    assert.deepEqual(Object.fromEntries(kept), { from: '2026-01-01', free: 'true', all: 'speakers', all_find: '' });
    const found = await facetOn('from=2026-01-01&free=true&all=speakers&all_find=22+SPE');
    const values = links(found).filter(({ asked }) => asked.has('speaker'));
    const numbers = values.map(({ label }) => label.replace(/^Speaker (\d+) .*$/, '$1'));
    assert.deepEqual(numbers, ['22', ...Array.from({ length: 10 }, (_, at) => String(220 + at))]);
    const [all] = links(found).filter(({ asked }) => asked.has('all'));
    assert.deepEqual([all?.asked.get('all'), all?.asked.get('all_find')], ['speakers', null]);
    assert.equal(
      oneOf(await facetOn('from=2026-01-01&all=speakers&all_find=x'), 'form').attributes.action,
      '/search#facet-speakers',
    );
  });

  it('ignores a page or a facet that does not exist', async () => {
    assert.equal(links(await facetOn('from=2026-01-01&all=rooms')).length, 11);
    assert.equal(links(await facetOn('from=2026-01-01&all=speakers&all_page=-1')).length, 202);
  });

  it('counts attributes over all matching talks', async () => {
    for (const query of ['from=2026-01-01', 'from=2026-01-01&q=talk']) {
      const { body } = await server.ask(`/search?${query}`);
      const [kind] = allOf(pageTree(body.toString()), 'section', hasClass('facet'));
      assert.deepEqual(allOf(kind ?? assert.fail(), 'li').map(seenText), ['Free 229'], query);
    }
  });
});
