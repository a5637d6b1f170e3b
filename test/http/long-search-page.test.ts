import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf as bodyOf } from '../support/http/http-answer.ts';
import type { Markup } from '../support/render/markup.ts';
import { allOf, hasClass, oneOf, pageTree } from '../support/render/page-tree.ts';
import { testServer } from '../support/http/server.ts';
import { RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk, venue } from '../support/catalogue/wire-records.ts';
import { listedOn, searchReader } from './search-reader.ts';

const server = testServer(UNIVERSITY);
const { pageAt, asInterface } = searchReader(server);

describe('a search page with many talks', () => {
  it('shows part of a large page and reaches the rest through its Next links', async () => {
    const many = Array.from({ length: 130 }, (_, at) =>
      talk(slugOf(600 + at), `2019-01-01T${String(10 + Math.floor(at / 60))}:${String(at % 60).padStart(2, '0')}:00Z`),
    );
    await server.import(many);
    const question = 'from=2019-01-01&to=2019-01-01';
    const { slugs: all } = await asInterface(`${question}&count=1000`);
    const linkOf = (tree: Markup, rel: string): string | undefined =>
      allOf(tree, 'a', ({ attributes }) => attributes.rel === rel)[0]?.attributes.href;
    for (const [path, from, to] of [
      ['/search?count=100', 1, 25],
      ['/search?count=100&page=2', 101, 125],
      ['/search?count=60&page=2', 61, 75],
      ['/agenda?count=100', 1, 25],
      ['/agenda?count=60&page=2', 61, 75],
    ] as const) {
      // Only a search lists past talks from the latest to the earliest.
      const slugs = path.startsWith('/search') ? all.toReversed() : all;
      const asked = `${path}&${question}`;
      const first = await pageAt(asked);
      assert.deepEqual(listedOn(first), slugs.slice(from - 1, to), path);
      const onwards = listedOn(first);
      for (let next = linkOf(first, 'next'); next !== undefined;) {
        const tree = await pageAt(next);
        onwards.push(...listedOn(tree));
        next = linkOf(tree, 'next');
      }
      assert.deepEqual(onwards, slugs.slice(from - 1), path);
      const before = linkOf(first, 'prev');
      const left = before === undefined ? [] : listedOn(await pageAt(before));
      // The previous page leaves no gap before this one.
      assert.equal(left.length > 0, from > 1, path);
      if (left.length > 0) assert.ok(slugs.indexOf(left.at(-1) ?? '') >= from - 2, path);
    }
    const pastEnd = await pageAt(`/search?count=100&page=9&${question}`);
    const [toLast] = allOf(oneOf(pastEnd, 'div', hasClass('empty')), 'a');
    assert.deepEqual(listedOn(await pageAt(toLast?.attributes.href ?? '')), all.slice(0, 5).reverse());
    await server.import(UNIVERSITY, { replace: true });
  });

  it('stays under 60 kB even if every talk has much text', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...UNIVERSITY.find(({ slug }) => slug === RICH),
      type: 'talk',
      slug: slugOf(500 + at),
      start: `2018-01-${String(at + 1).padStart(2, '0')}T10:00:00Z`,
      end: `2018-01-${String(at + 1).padStart(2, '0')}T11:00:00Z`,
      title: `A title as long as titles are wont to be in a university, number ${String(at)}`,
      venue: `place:${String(3000 + at)}`,
    }));
    const venues = many.map((one) => venue(one.venue, { name: `A lecture theatre of the building of ${one.venue}` }));
    await server.import([...venues, ...many]);
    const answer = await server.ask('/search?from=2018-01-01', { headers: { 'accept-language': 'de' } });
    assert.equal(listedOn(pageTree(bodyOf(answer))).length, 20);
    assert.ok(answer.body.length < 60_000, `${String(answer.body.length)} bytes`);
    await server.import(UNIVERSITY, { replace: true });
  });
});
