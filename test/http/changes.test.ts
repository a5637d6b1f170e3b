import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonOf } from '../support/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { BASE_URL, startTestServer, testServer, type AskableServer } from '../support/server.ts';
import { organisation, person, series, slugOf, talk, topic, type WireRecord } from '../support/wire-records.ts';
import { elementOf, type XmlElement } from '../support/xml-element.ts';

const [BOTANY, MOSSES] = ['place:1', 'place:2'];
const MOSS = 'http://topics.example.org/moss';
const [ADA, PLANTS] = [slugOf(101), slugOf(201)];
const TALKS = Array.from({ length: 8 }, (_, at) => slugOf(at + 1));
const SEARCH = '/api/talks/search?from=2026-01-01';

interface Page {
  readonly talks: readonly unknown[];
  readonly removed: readonly string[];
  readonly total: unknown;
  readonly next: string | null;
  readonly later: string;
}

async function pageAt(server: AskableServer, path: string): Promise<Page> {
  const found = await server.read(path);
  const link = (name: string): string => {
    const href = textAt(found, '_links', name, 'href');
    assert.ok(href.startsWith(BASE_URL), href);
    return href.slice(BASE_URL.length);
  };
  const removed = listAt(found, '_embedded', 'removed').map((one) => {
    assert.equal(textAt(one, '_links', 'self', 'href'), `/api/talks/${textAt(one, 'slug')}`);
    return textAt(one, 'slug');
  });
  assert.equal(valueAt(found, '_links', 'prev'), null);
  return {
    talks: listAt(found, '_embedded', 'talks'),
    removed,
    total: valueAt(found, 'total'),
    next: valueAt(found, '_links', 'next') === null ? null : link('next'),
    later: link('changes'),
  };
}

/** What another site has of a search, by slug: it follows links, and does what the pages say. */
class Mirror {
  readonly talks = new Map<string, unknown>();
  #path: string;

  readonly server: AskableServer;
  readonly search: string;

  constructor(server: AskableServer, search: string) {
    this.server = server;
    this.search = search;
    this.#path = `${search}&updated_since=beginning`;
  }

  /** @returns whether there was nothing more to ask for at once */
  async step(count: number): Promise<boolean> {
    const { talks, removed, total, next, later } = await pageAt(this.server, withCount(this.#path, count));
    assert.equal(Math.min(Number(total), count), talks.length + removed.length);
    assert.ok(next === null || next === later);
    for (const one of talks) this.talks.set(textAt(one, 'slug'), one);
    for (const slug of removed) this.talks.delete(slug);
    this.#path = later;
    return next === null;
  }

  /** Goes on to the end, and is then what the search finds. */
  async check(count: number): Promise<void> {
    while (!(await this.step(count)));
    const found = listAt(await this.server.read(`${this.search}&count=1000`), '_embedded', 'talks');
    const bySlug = [...this.talks.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    assert.deepEqual(bySlug, found);
  }
}

function sortKey(one: unknown): string {
  return `${textAt(one, 'start')} ${textAt(one, 'slug')}`;
}

function withCount(path: string, count: number): string {
  return `${path.replace(/&count=\d+/, '')}&count=${String(count)}`;
}

interface Edit {
  readonly replace: boolean;
  readonly parent: string | null;
  readonly name: string;
  readonly title: string;
  readonly talks: readonly (Readonly<Record<string, unknown>> & { readonly slug: string; readonly day: string })[];
}

const edit: fc.Arbitrary<Edit> = fc.record({
  replace: fc.boolean(),
  parent: fc.constantFrom(null, BOTANY),
  name: fc.constantFrom('Ada', 'Ada Núñez'),
  title: fc.constantFrom('Plants', 'Plants & people'),
  talks: fc.uniqueArray(
    fc.record({
      slug: fc.constantFrom(...TALKS),
      day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-03-04'),
      title: fc.constantFrom('Ferns', 'Mosses'),
      organising_department: fc.constantFrom(null, BOTANY, MOSSES),
      topics: fc.constantFrom([], [MOSS]),
      speakers: fc.constantFrom([], [ADA]),
      series: fc.constantFrom(null, PLANTS),
    }),
    { selector: ({ slug }) => slug, maxLength: TALKS.length },
  ),
});

let edits = 0;

function recordsOf({ parent, name, title, talks }: Edit): WireRecord[] {
  edits += 1;
  return [
    organisation(BOTANY, { name: 'Botany' }),
    organisation(MOSSES, { name: 'Mosses', parent }),
    topic(MOSS),
    // So that every import changes something, and is seen to have come.
    topic('http://topics.example.org/none', { label: String(edits) }),
    person(ADA, { name }),
    series(PLANTS, { title }),
    ...talks.map(({ slug, day, ...fields }) => talk(slug, `${day}T12:00:00Z`, fields)),
  ];
}

const SEARCHES = [
  SEARCH,
  `${SEARCH}&organising_department=${BOTANY}`,
  `${SEARCH}&organising_department=${BOTANY}&subdepartments=false`,
  `${SEARCH}&to=2026-02-02&speaker=${ADA}`,
  `${SEARCH}&q=mosses`,
  `${SEARCH}&q=ada&cancelled=omit`,
  `/api/events/search?from=today&topic=${MOSS}&series=${PLANTS}`,
];

const server = testServer([]);

describe('a mirror that follows the changes of a search', () => {
  it('ends as what the search finds, whatever is edited meanwhile, however large the pages, whenever it stops', async () => {
    const steps = fc.array(
      fc.record({ edit, isMeanwhile: fc.boolean(), pages: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }) }),
      { minLength: 1, maxLength: 5 },
    );
    const property = fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (all, count) => {
      const mirrors = SEARCHES.map((search) => new Mirror(server, search));
      for (const step of all) {
        const importing = server.import(recordsOf(step.edit), { replace: step.edit.replace });
        if (!step.isMeanwhile) await importing;
        for (const size of step.pages) for (const mirror of mirrors) await mirror.step(size);
        await importing;
      }
      for (const mirror of mirrors) await mirror.check(count);
    });
    await fc.assert(property, { numRuns: 12 });
  });
});

const EVERYTHING = { replace: true, parent: BOTANY, name: 'Ada', title: 'Plants' } as const;

function plainTalks(...slugs: readonly string[]): Edit {
  return { ...EVERYTHING, talks: slugs.map((slug) => ({ slug, day: '2026-01-01' })) };
}

const [FIRST = '', SECOND = '', THIRD = ''] = TALKS;

describe('what changed of a search', () => {
  it('is told from the beginning, then only what is new, and nothing when nothing is', async () => {
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

  it('says the same in XML', async () => {
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

  it('leads on from the days that words for days meant', async () => {
    const { later } = await pageAt(server, '/api/talks/search?from=today&to=plus3&updated_since=beginning');
    const query = new URLSearchParams(later.slice(later.indexOf('?')));
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    assert.match(from, /^\d{4}-\d\d-\d\d$/);
    assert.equal(Date.parse(to) - Date.parse(from), 3 * 86_400_000);
  });

  for (const [what, path] of [
    ['a cursor of other filters', (cursor: string) => `${SEARCH}&topic=${MOSS}&updated_since=${cursor}`],
    ['a cursor of other dates', (cursor: string) => `/api/talks/search?from=2026-01-02&updated_since=${cursor}`],
    ['what is no cursor', (cursor: string) => `${SEARCH}&updated_since=${cursor.slice(1)}`],
    ['a cursor that is given twice', (cursor: string) => `${SEARCH}&updated_since=${cursor}&updated_since=beginning`],
    ['a feed of changes', (cursor: string) => SEARCH.replace('?', `.ics?updated_since=${cursor}&`)],
  ] as const)
    it(`${what} is refused by its name`, async () => {
      const { later } = await pageAt(server, `${SEARCH}&updated_since=beginning`);
      const cursor = new URLSearchParams(later.slice(later.indexOf('?'))).get('updated_since') ?? '';
      const refused = await server.ask(path(cursor));
      assert.equal(refused.status, 400);
      assert.deepEqual(
        listAt(jsonOf(refused), 'errors').map((one) => textAt(one, 'parameter')),
        ['updated_since'],
      );
    });

  it('has no numbered pages', async () => {
    const refused = await server.ask(`${SEARCH}&updated_since=beginning&page=1`);
    assert.equal(refused.status, 400);
    assert.equal(textAt(listAt(jsonOf(refused), 'errors')[0], 'parameter'), 'page');
  });

  it('cannot be told from another catalogue’s cursor', async () => {
    const { later } = await pageAt(server, `${SEARCH}&updated_since=beginning`);
    const other = await startTestServer(recordsOf(plainTalks(FIRST)));
    try {
      const refused = await other.ask(later);
      assert.equal(refused.status, 400);
      const [problem] = listAt(jsonOf(refused), 'errors');
      assert.equal(textAt(problem, 'parameter'), 'updated_since');
      assert.match(textAt(problem, 'detail'), /begin again/);
    } finally {
      await other.close();
    }
  });

  it('is not asked for again by who has it', async () => {
    const { later } = await pageAt(server, `${SEARCH}&updated_since=beginning`);
    const { etag = '' } = (await server.ask(later)).headers;
    const again = await server.ask(later, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });
});

describe('the program of the how-to', () => {
  it('keeps a copy that is what the search finds', async () => {
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
