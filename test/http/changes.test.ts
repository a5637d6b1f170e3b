import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { jsonOf } from '../support/http/http-answer.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { BASE_URL, startTestServer, testServer } from '../support/http/server.ts';
import { elementOf, type XmlElement } from '../support/sources/xml-element.ts';
import { BOTANY, MOSS, pageAt, recordsOf, SEARCH, TALKS, type Edit } from './changed-talks.ts';

const server = testServer([]);

const EVERYTHING = { replace: true, parent: BOTANY, name: 'Ada', title: 'Plants' } as const;

function plainTalks(...slugs: readonly string[]): Edit {
  return { ...EVERYTHING, talks: slugs.map((slug) => ({ slug, day: '2026-01-01' })) };
}

const [FIRST = '', SECOND = '', THIRD = ''] = TALKS;

describe('a search with updated_since', () => {
  it('returns everything from the beginning, then only changes, and nothing without changes', async () => {
    await server.import(recordsOf(plainTalks(FIRST, SECOND)), { replace: true });
    const beginning = await pageAt(server, `${SEARCH}&updated_since=beginning`);
    assert.deepEqual(beginning.talks.map((one) => textAt(one, 'slug')).sort(), [FIRST, SECOND]);
    assert.deepEqual([beginning.removed, beginning.total, beginning.next], [[], 2, null]);
    const nothing = await pageAt(server, beginning.later);
    assert.deepEqual([nothing.talks, nothing.removed, nothing.total, nothing.later], [[], [], 0, beginning.later]);

    await server.import(recordsOf(plainTalks(SECOND, THIRD)), { replace: true });
    const { talks, removed, total, next } = await pageAt(server, beginning.later);
    assert.deepEqual([talks.map((one) => textAt(one, 'slug')), removed, total, next], [[THIRD], [FIRST], 2, null]);
  });

  it('returns the changes in XML too', async () => {
    await server.import(recordsOf(plainTalks(FIRST)), { replace: true });
    const { later } = await pageAt(server, `${SEARCH}&updated_since=beginning`);
    await server.import(recordsOf(plainTalks(SECOND)), { replace: true });
    const { body } = await server.ask(later, { headers: { accept: 'application/xml' } });
    const root = elementOf(body);
    const child = ({ children }: XmlElement, ...names: readonly string[]): XmlElement | undefined => {
      const [name, ...rest] = names;
      const found = children.find((one) => one.name === name);
      return found === undefined || rest.length === 0 ? found : child(found, ...rest);
    };
    assert.equal(child(root, '_embedded', 'talks', 'list-item', 'slug')?.text, SECOND);
    assert.equal(child(root, '_embedded', 'removed', 'list-item', 'slug')?.text, FIRST);
    assert.equal(child(root, '_links', 'changes', 'href')?.text.startsWith(BASE_URL), true);
  });

  it('links to later changes with dates in place of words such as today', async () => {
    const { later } = await pageAt(server, '/api/talks/search?from=today&to=plus3&updated_since=beginning');
    const query = new URLSearchParams(later.slice(later.indexOf('?')));
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    assert.match(from, /^\d{4}-\d\d-\d\d$/);
    assert.equal(Date.parse(to) - Date.parse(from), 3 * 86_400_000);
  });

  for (const [what, path] of [
    ['a cursor for other filters', (cursor: string) => `${SEARCH}&topic=${MOSS}&updated_since=${cursor}`],
    ['a cursor for other dates', (cursor: string) => `/api/talks/search?from=2026-01-02&updated_since=${cursor}`],
    ['a malformed cursor', (cursor: string) => `${SEARCH}&updated_since=${cursor.slice(1)}`],
    ['a repeated parameter', (cursor: string) => `${SEARCH}&updated_since=${cursor}&updated_since=beginning`],
    ['a feed of changes', (cursor: string) => SEARCH.replace('?', `.ics?updated_since=${cursor}&`)],
  ] as const)
    it(`rejects ${what} with a 400 that names updated_since`, async () => {
      const { later } = await pageAt(server, `${SEARCH}&updated_since=beginning`);
      const cursor = new URLSearchParams(later.slice(later.indexOf('?'))).get('updated_since') ?? '';
      const refused = await server.ask(path(cursor));
      assert.equal(refused.status, 400);
      assert.deepEqual(
        listAt(jsonOf(refused), 'errors').map((one) => textAt(one, 'parameter')),
        ['updated_since'],
      );
    });

  it('rejects the page parameter', async () => {
    const refused = await server.ask(`${SEARCH}&updated_since=beginning&page=1`);
    assert.equal(refused.status, 400);
    assert.equal(textAt(listAt(jsonOf(refused), 'errors')[0], 'parameter'), 'page');
  });

  it('rejects a cursor of another catalogue and asks the client to start again', async () => {
    const { later } = await pageAt(server, `${SEARCH}&updated_since=beginning`);
    const other = await startTestServer(recordsOf(plainTalks(FIRST)));
    try {
      const refused = await other.ask(later);
      assert.equal(refused.status, 400);
      const [problem] = listAt(jsonOf(refused), 'errors');
      assert.equal(textAt(problem, 'parameter'), 'updated_since');
      assert.match(textAt(problem, 'detail'), /start again/);
    } finally {
      await other.close();
    }
  });

  it('returns 304 if the client has the current ETag', async () => {
    const { later } = await pageAt(server, `${SEARCH}&updated_since=beginning`);
    const { etag = '' } = (await server.ask(later)).headers;
    const again = await server.ask(later, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });
});

describe('the program of the how-to for keeping a copy', () => {
  it('keeps a copy equal to the search results', async () => {
    const page = readFileSync('docs/how-to/keep-a-copy.md', 'utf8');
    const program = /```js\n([^]*?)```/.exec(page)?.[1] ?? '';
    const { bringUpToDate } = (await import(`data:text/javascript,${encodeURIComponent(program)}`)) as {
      bringUpToDate: (copy: { talks: Map<string, unknown>; address?: string }) => Promise<void>;
    };
    const copy = { talks: new Map<string, unknown>() };
    const { fetch: real } = globalThis;
    const here = `http://127.0.0.1:${String((await server.started()).port)}`;
    globalThis.fetch = (address) =>
      real(
        (typeof address === 'string' ? address : '').replace(
          /^https?:\/\/(127\.0\.0\.1:8080|talks\.example\.org)/,
          here,
        ),
      );
    try {
      await server.import(recordsOf(plainTalks(FIRST, SECOND)), { replace: true });
      await bringUpToDate(copy);
      await server.import(recordsOf(plainTalks(SECOND, THIRD)), { replace: true });
      await bringUpToDate(copy);
    } finally {
      globalThis.fetch = real;
    }
    assert.deepEqual([...copy.talks.keys()].sort(), [SECOND, THIRD]);
    assert.deepEqual([...copy.talks.values()], listAt(await server.read(SEARCH), '_embedded', 'talks'));
  });
});
