import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import { streamInput } from '#sources/file-input.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { list, oxtalk } from '../support/sources/oxtalks-api.ts';
import type { Json } from '../support/sources/oxtalks-api.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

describe('several files of a source', () => {
  const talks = (numbers: readonly number[]): Json[] =>
    numbers.map((number) => oxtalk(number, { start: '2026-12-01T17:00:00Z', end: '2026-12-01T18:00:00Z' }));
  const page = { _links: { talks_page: { href: `/user/lists/id/${slugOf(9)}/` } }, title: 'Athena', description: '' };
  const listed = (...numbers: readonly number[]): Json => list(talks(numbers), page);
  const found = (...numbers: readonly number[]): Json => list(talks(numbers));

  /** Imports the files. Returns the titles of the talks that are gone. */
  async function gone(store: Store, files: readonly Json[]): Promise<readonly string[]> {
    const report = await importCatalogue(store, {
      inputs: files.map((file, at) => streamInput(`${String(at)}.json`, one(JSON.stringify(file)))),
      replace: false,
      now: new Date('2026-11-20T12:00:00Z'),
      sources: {
        source: 'ox',
        read: READ_OPTIONS,
        additions: { department: null, topics: [] },
        gone: 'cancel',
      },
    });
    assert.ok(report.ok, JSON.stringify(report));
    return report.sources.flatMap((source) => source.gone.map(({ title }) => title));
  }

  it('may share talks and lists, and a talk that only leaves a list is not gone', async (t) => {
    for (const inOrder of [(files: Json[]) => files, (files: Json[]) => files.reverse()]) {
      const store = await openStore((await databaseOf(t)).address, { mode: 'write' });
      assert.deepEqual(await gone(store, inOrder([listed(1, 2), found(1, 3), listed(1, 2)])), []);
      assert.deepEqual((await store.record('collection', slugOf(9)))?.talks, [1, 2].map(slugOf));
      assert.deepEqual(await gone(store, inOrder([listed(), found(3)])), ['Talk 1']);
      await store.close();
    }
  });
});

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
