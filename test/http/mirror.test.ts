import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { addressInput } from '#sources/fetch/address-input.ts';
import { Fetcher } from '#sources/fetch/fetch.ts';
import { dayNumber } from '#sample/calendar.ts';
import { sampleCatalogue } from '#sample/sample-catalogue.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { openStore } from '#store/open.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import type { DatabasePlace } from '../support/db/fresh-database.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import { valueAt } from '../support/json-value.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';
import { startTestServer } from '../support/http/server.ts';
import type { TestServer } from '../support/http/server.ts';

// A mirror cannot link to maps by coordinates: responses do not contain them.
const ADDRESS = { baseUrl: null, mapsUrl: '//maps.example.org/#/places/' };
const TODAY = dayNumber('2026-11-20') ?? assert.fail('invalid date');
const UNTITLED = 7;
const SAMPLE = [...sampleCatalogue({ seed: 1, today: TODAY, talks: 300 })].map((record, _, all) =>
  record === all.filter(({ type }) => type === 'talk')[UNTITLED] ? { ...record, title: '' } : record,
);

/** The records of a type, by identifier. */
function byName(
  records: readonly CatalogueRecord[],
  type: CatalogueRecord['type'],
): ReadonlyMap<string, CatalogueRecord> {
  const found = records.filter((record) => record.type === type);
  return new Map(
    found.map((record) => ['id' in record ? record.id : 'uri' in record ? record.uri : record.slug, record]),
  );
}

/** Imports everything from a server into a database. @param stopAt number of records after which it stops */
async function mirror(from: TestServer, path: string, into: DatabasePlace, stopAt = Infinity): Promise<ImportReport> {
  const stop = new AbortController();
  const fetcher = new Fetcher({ allowedHosts: new Set(['127.0.0.1']), userAgent: 'Lectern', limits: { pause: 0 } });
  const store = await openStore(into.address, { mode: 'write' });
  const request = { fetcher, cacheFolder: into.folder, signal: stop.signal };
  try {
    return await importCatalogue(store, {
      inputs: [addressInput(`http://127.0.0.1:${String(from.port)}${path}`, request)],
      replace: false,
      now: new Date(),
      signal: stop.signal,
      sources: {
        source: 'mirror',
        read: READ_OPTIONS,
        additions: { department: null, topics: [] },
        gone: 'keep',
      },
      onProgress: ({ records }) => {
        if (records >= stopAt) stop.abort(new Error('stopped'));
      },
    });
  } finally {
    fetcher.close();
    await store.close();
  }
}

async function kept(database: DatabasePlace): Promise<readonly CatalogueRecord[]> {
  const store = await openStore(database.address, { mode: 'read' });
  try {
    return await recordsOf(store);
  } finally {
    await store.close();
  }
}

describe('a mirror of another Lectern', () => {
  let original: TestServer;
  let copy: TestServer;
  let into: DatabasePlace;
  let report: ImportReport;

  before(async () => {
    const database = await freshDatabase();
    const store = await openStore(database.address, { mode: 'write' });
    const imported = await importInto(store, SAMPLE);
    assert.ok(imported.ok);
    await store.close();
    original = await startTestServer([], ADDRESS, database);
    into = await freshDatabase();
    // Stops among the series, after all talks and collections.
    await assert.rejects(mirror(original, '/api', into, 310), /stopped/);
    report = await mirror(original, '/api', into);
    copy = await startTestServer([], ADDRESS, into);
  });

  after(async () => {
    await original.close();
    await copy.close();
  });

  /** The response body at a path, with the address of the server replaced. */
  const said = async (server: TestServer, path: string): Promise<string> =>
    (await server.ask(path)).body.toString().replaceAll(`127.0.0.1:${String(server.port)}`, 'host');

  it('resumes an interrupted import and reuses the pages that it has', () => {
    assert.ok(report.ok, JSON.stringify(report));
    const [file] = report.files;
    const again = file?.notes.find(({ what }) => what.startsWith('pages reused'))?.count ?? 0;
    assert.ok(again > 10, String(again));
  });

  it('returns the same talks, series and public collections as the original', async () => {
    const addresses = [
      '/api/talks/search?from=0001-01-01&count=1000',
      ...[...byName(await kept(into), 'series').keys()].map((slug) => `/api/series/${slug}`),
      ...[...byName(SAMPLE, 'collection').keys()].map((slug) => `/api/collections/id/${slug}`),
    ];
    assert.ok(addresses.length > 30);
    for (const address of addresses) assert.equal(await said(copy, address), await said(original, address), address);
  });

  it('stores no title if the original only shows a placeholder', async () => {
    const untitled = (records: readonly CatalogueRecord[]): readonly string[] =>
      records.flatMap((record) => (record.type === 'talk' && record.title === '' ? record.slug : []));
    const [slug, ...others] = untitled(SAMPLE);
    assert.deepEqual(others, []);
    assert.deepEqual(untitled(await kept(into)), [slug]);
    const answer = await original.read(`/api/talks/${slug ?? ''}`);
    assert.deepEqual([valueAt(answer, 'title'), valueAt(answer, 'untitled')], ['To be announced', true]);
  });

  it('has the people, topics, series and places of its talks, with all fields that the API returns', async () => {
    const untold: Readonly<Record<string, readonly string[]>> = {
      person: ['webAddress', 'emailAddress'],
      topic: [],
      series: [],
      place: ['parent', 'latitude', 'longitude', 'accessibility'],
    };
    const copied = await kept(into);
    for (const [type, fields] of Object.entries(untold)) {
      const known = byName(SAMPLE, type as CatalogueRecord['type']);
      const found = byName(copied, type as CatalogueRecord['type']);
      assert.ok(found.size > 15, type);
      const told = (record: CatalogueRecord | undefined): object =>
        Object.fromEntries(Object.entries(record ?? {}).filter(([field]) => !fields.includes(field)));
      for (const [name, record] of found) assert.deepEqual(told(record), told(known.get(name)), name);
    }
  });

  it('changes nothing when repeated and keeps the responses for series and collections', async () => {
    const known =
      readdirSync(into.folder).find((name) => name.startsWith('lectern-known-')) ??
      assert.fail('no folder of kept responses');
    const said = readdirSync(join(into.folder, known)).length;
    const lists = SAMPLE.filter((record) => record.type === 'collection' && record.public);
    // Two more: the pages that list collections and departments.
    assert.equal(said, byName(await kept(into), 'series').size + lists.length + 2);
    const again = await mirror(original, '/api', into);
    assert.ok(again.ok);
    for (const [type, { added, changed, removed }] of Object.entries(again.counts)) {
      assert.deepEqual([added, changed, removed], [0, 0, 0], type);
    }
  });
});
