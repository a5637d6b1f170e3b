import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decoded, textOf } from '../support/http/http-answer.ts';
import { elementsIn, elementsWithin, markupOf, textOf as wordsOf } from '../support/render/markup.ts';
import { BASE_URL, startTestServer, type AskableServer, universityServer } from '../support/http/server.ts';
import { GARDEN, MOSS_TOPIC, PRIVATE, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk, UPDATED, type WireRecord } from '../support/catalogue/wire-records.ts';

const server = universityServer();

interface Entry {
  readonly loc: string;
  readonly lastmod: string | undefined;
}

async function entriesAt(path: string, from: AskableServer = server): Promise<Entry[]> {
  const answer = await from.ask(path, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(answer.status, 200, path);
  assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8');
  const root = markupOf(decoded(answer));
  assert.equal(root.attributes.xmlns, 'http://www.sitemaps.org/schemas/sitemap/0.9');
  return elementsIn(root).map((entry) => {
    const text = (name: string): string | undefined => {
      const found = [...elementsWithin(entry)].find((element) => element.name === name);
      return found === undefined ? undefined : wordsOf(found);
    };
    return { loc: text('loc') ?? '', lastmod: text('lastmod') };
  });
}

function pathOf(loc: string): string {
  assert.ok(loc.startsWith(`${BASE_URL}/`), loc);
  return loc.slice(BASE_URL.length);
}

/** Every address in every file. */
async function everything(from: AskableServer = server): Promise<Entry[]> {
  const files = await entriesAt('/sitemap.xml', from);
  const parts = await Promise.all(files.map(({ loc }) => entriesAt(pathOf(loc), from)));
  return parts.flat();
}

describe('the sitemap', () => {
  it('lists only pages that exist and each only once', async () => {
    const all = await everything();
    const paths = all.map(({ loc }) => pathOf(loc));
    assert.equal(new Set(paths).size, paths.length);
    for (const path of paths) assert.equal((await server.ask(path)).status, 200, path);
  });

  it('has every talk, series, person, place, topic and public collection', async () => {
    const paths = (await everything()).map(({ loc }) => pathOf(loc));
    const count = (start: string): number => paths.filter((path) => path.startsWith(start)).length;
    assert.deepEqual(
      ['/talks/id/', '/talks/series/id/', '/talks/persons/id/', '/talks/department/id/', '/talks/venues/id/'].map(
        count,
      ),
      [5, 2, 3, 3, 3],
    );
    assert.ok(paths.includes(`/user/lists/id/${GARDEN}/`));
    assert.ok(!paths.some((path) => path.includes(PRIVATE)));
    assert.ok(
      paths.some(
        (path) => path === `/talks/topics/id?uri=${MOSS_TOPIC.replace('?form=dry&wet', '%3Fform%3Ddry%26wet')}`,
      ),
    );
  });

  it('has lastmod for talks only', async () => {
    const all = await everything();
    const rich = all.find(({ loc }) => loc === `${BASE_URL}/talks/id/${RICH}/`);
    assert.equal(rich?.lastmod, UPDATED);
    for (const { loc, lastmod } of all) assert.equal(lastmod !== undefined, loc.includes('/talks/id/'), loc);
  });

  it('answers 404 for files that do not exist', async () => {
    for (const name of ['talks-2', 'talks-0', 'talks-01', 'talks', 'pages-2', 'series-2', 'x-1', '1', 'talks-9999999'])
      assert.equal((await server.ask(`/sitemap-${name}.xml`)).status, 404, name);
  });

  it('keeps talks in the same file as the catalogue grows and updates lastmod of the changed file', async () => {
    const many = (from: number, count: number): WireRecord[] =>
      Array.from({ length: count }, (_, at) => talk(slugOf(from + at), '2030-01-01T10:00:00Z'));
    const large = await startTestServer(many(1, 5_001));
    try {
      const before = (await entriesAt('/sitemap.xml', large)).filter(({ loc }) => loc.includes('talks-'));
      assert.deepEqual(
        before.map(({ loc }) => pathOf(loc)),
        ['/sitemap-talks-1.xml', '/sitemap-talks-2.xml'],
      );
      const first = await large.ask('/sitemap-talks-1.xml');
      await large.import([talk(slugOf(9_000), '1999-01-01T10:00:00Z', { updated: '2031-01-01T00:00:00Z' })]);
      const after = (await entriesAt('/sitemap.xml', large)).filter(({ loc }) => loc.includes('talks-'));
      assert.deepEqual(
        after.map(({ lastmod }) => lastmod),
        [UPDATED, '2031-01-01T00:00:00Z'],
      );
      const { etag = '' } = first.headers;
      const again = await large.ask('/sitemap-talks-1.xml', { headers: { 'if-none-match': etag } });
      assert.equal(again.status, 304);
      assert.equal((await everything(large)).filter(({ loc }) => loc.includes('/talks/id/')).length, 5_002);
    } finally {
      await large.close();
    }
  });
});

describe('robots.txt', () => {
  it('names the sitemap and excludes endless pages, but not subscriptions', async () => {
    const answer = await server.ask('/robots.txt');
    assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/plain; charset=utf-8']);
    assert.deepEqual(textOf(answer).trim().split('\n'), [
      'User-agent: *',
      'Disallow: /search',
      'Disallow: /calendar/month/',
      'Disallow: /calendar/week/',
      'Disallow: /calendar/day/',
      'Disallow: /calendar/rooms/',
      'Disallow: /agenda',
      'Disallow: /embed?',
      '',
      `Sitemap: ${BASE_URL}/sitemap.xml`,
    ]);
  });

  it('contains the path of --base-url', async () => {
    const below = await startTestServer(UNIVERSITY, { baseUrl: 'https://example.org/talks' });
    try {
      const lines = textOf(await below.ask('/robots.txt')).split('\n');
      assert.ok(lines.includes('Disallow: /talks/search'));
      assert.ok(lines.includes('Sitemap: https://example.org/talks/sitemap.xml'));
    } finally {
      await below.close();
    }
  });
});
