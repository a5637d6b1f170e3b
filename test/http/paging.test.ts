import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { startTestServer, testServer } from '../support/http/server.ts';
import { slugOf, talk, topic } from '../support/catalogue/wire-records.ts';

const BASE = 'https://talks.example.org';
const TOPIC = 'http://topics.example.org/a b&c=d+e#f/ü'.replace(' ', '%20');

// Three talks share each start. They are imported in reverse order.
const SLUGS = Array.from({ length: 45 }, (_, n) => slugOf(n));
const TALKS = SLUGS.map((slug, n) => {
  const day = String(1 + Math.floor(n / 3)).padStart(2, '0');
  return talk(slug, `2026-01-${day}T12:00:00Z`, { topics: [TOPIC] });
});
const server = testServer([topic(TOPIC), ...TALKS.toReversed()]);

interface Page {
  readonly slugs: readonly string[];
  readonly total: unknown;
  readonly self: string;
  readonly next: string | null;
  readonly prev: string | null;
}

async function page(address: string): Promise<Page> {
  assert.ok(address.startsWith(`${BASE}/api/`), `${address} is not an absolute address under the base URL`);
  const found = await server.read(address.slice(BASE.length));
  const link = (name: string): string | null =>
    valueAt(found, '_links', name) === null ? null : textAt(found, '_links', name, 'href');
  return {
    slugs: listAt(found, '_embedded', 'talks').map((one) => textAt(one, 'slug')),
    total: valueAt(found, 'total'),
    self: textAt(found, '_links', 'self', 'href'),
    next: link('next'),
    prev: link('prev'),
  };
}

const SEARCH = `${BASE}/api/talks/search?from=2026-01-01`;

describe('the pages of a search', () => {
  for (const count of [1, 7, 15, 44, 45, 46, 1000]) {
    it(`cover all talks forwards by next and backwards by prev, ${String(count)} at a time`, async () => {
      const first = `${SEARCH}&count=${String(count)}`;
      const pages: Page[] = [];
      for (let next: string | null = first; next !== null; next = pages.at(-1)?.next ?? null)
        pages.push(await page(next));
      assert.deepEqual(
        pages.flatMap(({ slugs }) => slugs),
        SLUGS,
      );
      assert.equal(pages.length, Math.ceil(45 / count));
      assert.ok(pages.every(({ total }) => total === 45));
      assert.ok(pages.slice(0, -1).every(({ slugs }) => slugs.length === count));
      for (const [at, { prev }] of pages.entries()) {
        if (at === 0) assert.equal(prev, null);
        else assert.deepEqual((await page(prev ?? '')).slugs, pages[at - 1]?.slugs);
      }
    });
  }

  it('have 20 talks each by default', async () => {
    assert.deepEqual((await page(SEARCH)).slugs, SLUGS.slice(0, 20));
    assert.deepEqual(await page(`${SEARCH}&page=3`), {
      slugs: SLUGS.slice(40),
      total: 45,
      self: `${SEARCH}&page=3`,
      next: null,
      prev: `${SEARCH}&page=2`,
    });
  });

  it('past the end have no talks, no next link and a prev link to the last page with talks', async () => {
    for (const number of ['4', '5', '1000000', '99999999999999999999999999']) {
      assert.deepEqual(await page(`${SEARCH}&page=${number}`), {
        slugs: [],
        total: 45,
        self: `${SEARCH}&page=${number}`,
        next: null,
        prev: `${SEARCH}&page=3`,
      });
    }
  });

  it('past the end have neither next nor prev if no talk matches', async () => {
    const nothing = `${BASE}/api/talks/search?from=2027-01-01&page=2`;
    assert.deepEqual(await page(nothing), { slugs: [], total: 0, self: nothing, next: null, prev: null });
  });

  it('keep the path and every parameter of the search in their links', async () => {
    const query = [
      'from=2026-01-01',
      'to=plus364',
      `topic=${encodeURIComponent(TOPIC).replaceAll('%3A', ':').replaceAll('%2F', '/')}`,
      'topic=http://topics.example.org/other',
      'subvenues=true',
      'subdepartments=false',
      'callback=jQuery_1',
      'q=%C3%A9%26%20%2B',
      'count=10',
      'format=json',
    ].join('&');
    for (const path of ['/api/talks/search', '/api/events/search']) {
      const second = await page(`${BASE}${path}?page=2&${query}`);
      assert.deepEqual(second, {
        slugs: SLUGS.slice(10, 20),
        total: 45,
        self: `${BASE}${path}?page=2&${query}`,
        next: `${BASE}${path}?${query}&page=3`,
        prev: `${BASE}${path}?${query}&page=1`,
      });
      assert.deepEqual((await page(second.prev)).slugs, SLUGS.slice(0, 10));
    }
  });

  it('have a self link without parameters that cannot be decoded', async () => {
    const odd = await page(`${BASE}/api/talks/search?&from=2026-01-01&&x=%zz&y&=z&`);
    assert.equal(odd.self, `${SEARCH}&y=&=z`);
  });

  it('follow --default-count and --maximum-count', async (t) => {
    const strict = await startTestServer(
      TALKS.map((one) => ({ ...one, topics: [] })),
      { defaultCount: 2, maximumCount: 3 },
    );
    t.after(() => strict.close());
    const found = await strict.read('/api/talks/search?from=2026-01-01');
    assert.equal(listAt(found, '_embedded', 'talks').length, 2);
    const most = await strict.read('/api/talks/search?from=2026-01-01&count=3');
    assert.equal(listAt(most, '_embedded', 'talks').length, 3);
    const over = await strict.read('/api/talks/search?from=2026-01-01&count=1001');
    assert.deepEqual(valueAt(over, '_embedded'), valueAt(most, '_embedded'));
    const next = textAt(over, '_links', 'next', 'href').replace('https://talks.example.org', '');
    assert.equal(next, '/api/talks/search?from=2026-01-01&count=1001&page=2');
    const rest = await strict.read(next);
    const all = [...listAt(over, '_embedded', 'talks'), ...listAt(rest, '_embedded', 'talks')];
    const slugs = all.map((one) => textAt(one, 'slug'));
    assert.deepEqual(slugs, SLUGS.slice(0, 6));
  });
});
