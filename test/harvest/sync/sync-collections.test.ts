import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Collection } from '#catalogue/collection.ts';
import { openAddressSource, type OpenSource } from '#harvest/sync/open-source.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import { Fetcher } from '#sources/fetch/fetch.ts';
import { importInto } from '../../support/db/import-into.ts';
import { list, oxtalk } from '../../support/sources/oxtalks-api.ts';
import type { Json } from '../../support/sources/oxtalks-api.ts';
import { strangeServer } from '../../support/http/strange-server.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';
import { news, syncScene } from './sync-scene.ts';

const LIST = slugOf(9);

/** An API with a search and a collection. Without `listed`, the collection does not exist. */
interface Api {
  talks: readonly number[];
  listed: readonly number[] | undefined;
  /** The description of its series. */
  said: string;
  /** The collections on its public page. */
  shown: readonly string[];
  /** More fields of the search response. */
  besides: Json;
}

const talk = (number: number): Json => {
  const times = { start: '2026-12-01T17:00:00Z', end: '2026-12-01T18:00:00Z' };
  return oxtalk(number, { ...times, series: { slug: slugOf(7), title: 'Mosses' } });
};

interface Scene {
  readonly api: Api;
  /** Runs a sync. Returns the changes to talks and the fates of collections. */
  readonly look: (settings?: Partial<ConfiguredSource>) => Promise<readonly string[]>;
  /** `public: 2,3` or `private: 2,3`, with the numbers of its talks. */
  readonly collection: (slug?: string) => Promise<string | undefined>;
  readonly talks: () => Promise<readonly string[]>;
  readonly put: (collection: Partial<Collection>) => Promise<void>;
  readonly description: () => Promise<string | undefined>;
}

async function apiScene(t: TestContext): Promise<Scene> {
  const scene = await syncScene(t);
  const api: Api = { talks: [1, 2], listed: [2, 3], said: 'All of them', shown: [], besides: {} };
  const links = (): string => api.shown.map((slug) => `<a href="/user/lists/id/${slug}/">List</a>`).join('');
  const server = await strangeServer({
    '/api': (response) =>
      response.end(JSON.stringify({ _links: { search: { href: '/api/talks/search' }, events_search: {} } })),
    '/api/talks/search': (response) =>
      response.end(JSON.stringify(list(api.talks.map(talk), { total: api.talks.length, ...api.besides }))),
    '/moved': (response) => response.writeHead(302, { location: `/api/collections/id/${LIST}` }).end(),
    [`/api/series/${slugOf(7)}`]: (response) =>
      response.end(JSON.stringify({ title: 'Mosses', description: api.said, occurence: '', _embedded: { talks: [] } })),
    [`/api/collections/id/${LIST}`]: (response) => {
      if (api.listed === undefined) response.writeHead(404).end();
      else response.end(JSON.stringify(list(api.listed.map(talk), { title: 'Athena', description: 'Who is she?' })));
    },
    '/user/lists/public': (response) => response.end(`<!doctype html>${links()}`),
  });
  t.after(() => server.close());
  const { store, folder: cacheFolder } = scene;
  const fetcher = new Fetcher({ allowedHosts: new Set(['127.0.0.1']), userAgent: 'Lectern', limits: { pause: 0 } });
  const open: OpenSource = (source, request) => openAddressSource(source, { ...request, cacheFolder, fetcher });
  return {
    api,
    talks: scene.talks,
    look: async (settings = {}) => {
      const path = settings.address ?? '/api/talks/search?from=today';
      const source = scene.source('ox', { file: null, ...settings, address: `${server.origin}${path}` });
      scene.pass(60);
      const [report] = await scene.run({ of: [source], open });
      if (report?.outcome === 'same') return ['same'];
      assert.ok(report?.outcome === 'read', JSON.stringify(report));
      const lists = report.report.sources.flatMap((one) => one.lists);
      return [...news(report), ...lists.map(({ title, fate }) => `${title} ${fate}`)];
    },
    collection: async (slug = LIST) => {
      const value = await store.record('collection', slug);
      const numbers = value?.talks.map((one) => Number.parseInt(one.slice(0, 8), 16)).join();
      return value === undefined ? undefined : `${value.public ? 'public' : 'private'}: ${String(numbers)}`;
    },
    put: async (collection) => {
      const empty = { type: 'collection', title: 'Ours', description: '', talks: [], series: [] } as const;
      const record: Collection = { ...empty, public: true, slug: LIST, organisingDepartments: [], ...collection };
      const outcome = await importInto(store, [record]);
      assert.ok(outcome.ok);
    },
    description: async () => (await store.record('series', slugOf(7)))?.description,
  };
}

describe('sync of a collection', () => {
  it('follows the list of its source, and a talk that only leaves the list is not gone', async (t) => {
    const { api, look, collection, talks, description } = await apiScene(t);
    const named = { collections: [LIST] };
    assert.deepEqual(await look(named), ['added 3']);
    assert.deepEqual(await collection(), 'public: 2,3');
    assert.equal(await description(), 'All of them');
    api.listed = [1];
    assert.deepEqual(await look(named), []);
    assert.deepEqual(await collection(), 'public: 1');
    api.talks = [1];
    assert.deepEqual(await look(named), ['gone 1']);
    assert.deepEqual(await talks(), [
      'Talk 1 2026-12-01 published',
      'Talk 2 2026-12-01 cancelled',
      'Talk 3 2026-12-01 published',
    ]);
  });

  it('fetches the collection even if the search is unchanged, but series only if it changed', async (t) => {
    const { api, look, collection, description } = await apiScene(t);
    assert.deepEqual(await look(), ['added 2']);
    api.said = 'Others';
    assert.deepEqual(await look(), ['same']);
    assert.deepEqual(await look({ collections: [LIST] }), ['added 1']);
    assert.equal(await description(), 'Others');
    api.listed = [];
    assert.deepEqual(await look({ collections: [LIST] }), []);
    assert.equal(await collection(), 'public: ');
  });

  it('imports its talks from its own address without treating any as gone', async (t) => {
    const { api, look, collection, talks } = await apiScene(t);
    const address = `/api/collections/id/${LIST}`;
    assert.deepEqual(await look({ address, gone: 'remove' }), ['added 2']);
    api.listed = [];
    assert.deepEqual(await look({ address, gone: 'remove' }), []);
    assert.equal(await collection(), 'public: ');
    assert.equal((await talks()).length, 2);
  });

  it('keeps or hides a collection that its source no longer has, depending on gone', async (t) => {
    const { api, look, collection } = await apiScene(t);
    await look({ collections: [LIST] });
    api.listed = undefined;
    assert.deepEqual(await look({ collections: [LIST], gone: 'keep' }), ['Athena kept']);
    assert.equal(await collection(), 'public: 2,3');
    assert.deepEqual(await look({ collections: [LIST] }), ['Athena hidden']);
    assert.equal(await collection(), 'private: 2,3');
    assert.deepEqual(await look({ collections: [LIST] }), []);
    api.listed = [2];
    assert.deepEqual(await look({ collections: [LIST] }), []);
    assert.equal(await collection(), 'public: 2');
  });

  it('reports a named collection that has never existed', async (t) => {
    const { look } = await apiScene(t);
    assert.deepEqual(await look({ collections: [slugOf(10)] }), ['added 2', ' missing']);
  });

  it('imports publicly listed collections and hides those that are no longer listed', async (t) => {
    const { api, look, collection } = await apiScene(t);
    api.shown = [LIST, slugOf(10)];
    assert.deepEqual(await look({ address: '/api' }), ['added 3']);
    assert.equal(await collection(), 'public: 2,3');
    api.shown = [];
    assert.deepEqual(await look({ address: '/api' }), [], 'an empty page of lists is ignored');
    api.shown = [slugOf(10)];
    assert.deepEqual(await look({ address: '/api' }), ['Athena hidden']);
    assert.equal(await collection(), 'private: 2,3');
  });

  it('leaves a local collection with the same slug alone unless the source names it', async (t) => {
    const { api, look, collection, put } = await apiScene(t);
    await put({ public: false });
    api.shown = [LIST];
    assert.deepEqual(await look({ address: '/api' }), ['added 3', 'Ours foreign']);
    assert.equal(await collection(), 'private: ');
    assert.deepEqual(await look({ address: '/api', collections: [LIST] }), []);
    assert.equal(await collection(), 'public: 2,3');
  });

  it('leaves a local collection alone if a search claims its slug or redirects to it', async (t) => {
    const { api, look, collection, put } = await apiScene(t);
    await put({});
    api.besides = { title: 'Theirs', _links: { talks_page: { href: `/user/lists/id/${LIST}/` } } };
    assert.deepEqual(await look(), ['added 2', 'Ours foreign']);
    assert.deepEqual(await look({ address: '/moved' }), ['added 1', 'Ours foreign']);
    assert.equal(await collection(), 'public: ');
  });
});
