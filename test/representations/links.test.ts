import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { absoluteLinks, pathLinks, PATHS, publishedLinks } from '#representations/links/links.ts';
import { searchHead } from '#representations/links/search-head.ts';
import { publication } from '../support/catalogue/publication.ts';

const BASE = 'https://talks.example.org';
const SEARCH = `${BASE}/api/talks/search`;

describe('the form of a link', () => {
  it('is a path, or absolute if the links setting says so', () => {
    assert.equal(publishedLinks(publication).talk('x'), '/api/talks/x');
    assert.equal(publishedLinks({ ...publication, links: 'absolute' }).talk('x'), `${BASE}/api/talks/x`);
    assert.equal(absoluteLinks(publication).collectionPage('x'), `${BASE}/user/lists/id/x/`);
  });

  it('keeps the path of the base address', () => {
    const under = { ...publication, baseUrl: 'https://www.example.org/whats-on' };
    assert.equal(pathLinks(under).series('x'), '/whats-on/api/series/x');
    assert.equal(absoluteLinks(under).series('x'), 'https://www.example.org/whats-on/api/series/x');
    assert.equal(pathLinks(under).home, '/whats-on/');
  });
});

describe('the links of a search', () => {
  const run = {
    path: PATHS.talkSearch,
    parameters: [
      { name: 'from', value: 'today' },
      { name: 'topic', value: 'http://topics.example.org/fast/806532' },
      { name: 'organising_department', value: 'place:23232534' },
      { name: 'organising_department', value: 'place:2' },
      { name: 'theirs', value: 'a b&c=d#é+' },
    ],
    page: 1,
    count: 20,
    total: 50,
  };
  const QUERY =
    '?from=today&topic=http://topics.example.org/fast/806532&organising_department=place:23232534' +
    '&organising_department=place:2&theirs=a%20b%26c%3Dd%23%C3%A9%2B';

  it('keep every parameter and encode only what they must', () => {
    assert.deepEqual(searchHead(publication, run), {
      self: SEARCH + QUERY,
      next: `${SEARCH}${QUERY}&page=2`,
      prev: null,
      total: 50,
    });
  });

  it('replace the page parameter', () => {
    const parameters = [
      { name: 'page', value: '2' },
      { name: 'from', value: 'today' },
      { name: 'page', value: '2' },
    ];
    assert.deepEqual(searchHead(publication, { ...run, parameters, page: 2 }), {
      self: `${SEARCH}?page=2&from=today&page=2`,
      next: `${SEARCH}?from=today&page=3`,
      prev: `${SEARCH}?from=today&page=1`,
      total: 50,
    });
  });

  it('stay on the requested path', () => {
    const head = searchHead(publication, {
      ...run,
      path: PATHS.eventSearch,
      parameters: [{ name: 'from', value: 'today' }],
    });
    assert.equal(head.next, `${BASE}/api/events/search?from=today&page=2`);
  });

  const from = { name: 'from', value: 'today' };
  const neighbours = (page: number, total: number): readonly [string | null, string | null] => {
    const head = searchHead(publication, {
      ...run,
      parameters: [from, { name: 'page', value: String(page) }],
      page,
      total,
    });
    return [head.prev, head.next];
  };
  const at = (page: number): string => `${SEARCH}?from=today&page=${page}`;

  it('have no next on the last page', () => {
    assert.deepEqual(neighbours(2, 40), [at(1), null]);
    assert.deepEqual(neighbours(2, 41), [at(1), at(3)]);
    assert.deepEqual(neighbours(1, 0), [null, null]);
  });

  it('lead back from a page past the end to the last page with talks', () => {
    assert.deepEqual(neighbours(9, 41), [at(3), null]);
    assert.deepEqual(neighbours(9, 0), [null, null]);
  });

  it('contain only ASCII and preserve arbitrary parameters', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.record({ name: text, value: text }, { noNullPrototype: true })), (parameters) => {
        const head = searchHead(publication, { ...run, parameters });
        assert.match(head.self, /^[\x21-\x7e]+$/);
        const said = [...new URL(head.self).searchParams].map(([name, value]) => ({ name, value }));
        assert.deepEqual(said, parameters);
      }),
    );
  });

  it('replace a lone surrogate in a parameter by U+FFFD', () => {
    assert.equal(
      searchHead(publication, { ...run, parameters: [{ name: 'a', value: '\ud800' }] }).self,
      `${SEARCH}?a=%EF%BF%BD`,
    );
  });
});
