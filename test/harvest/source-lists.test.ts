import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Collection } from '#catalogue/collection.ts';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { SourceLists } from '#harvest/reading/source-lists.ts';
import type { ListNews } from '#harvest/reading/source-lists.ts';
import { readRecord } from '#sources/catalogue/catalogue-record.ts';
import { streamInput } from '#sources/file-input.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { databaseOf } from '../support/fresh-database.ts';
import { list, oxtalk } from '../support/oxtalks-api.ts';
import type { Json } from '../support/oxtalks-api.ts';
import { READ_OPTIONS } from '../support/read-source.ts';
import { slugOf } from '../support/wire-records.ts';

interface Noted {
  readonly news: readonly ListNews[];
  readonly note: Collection;
}

/** What is noted when collections with these titles have come. */
async function noted(titles: Iterable<string>): Promise<Noted> {
  const lists = new SourceLists(new Identity('ox'));
  let line = 0;
  for (const title of titles) {
    line++;
    const list = { slug: slugOf(line), title, description: '', talks: [], line, isShown: true };
    await lists.record(list, undefined, () => true);
  }
  const { news, records } = await lists.settle('keep', undefined);
  return { news, note: records[0] ?? assert.fail('nothing is noted') };
}

/** Whether a catalogue file may say so. */
function isReadable({ type, slug, title, description }: Collection): boolean {
  return readRecord({ type, slug, title, description, public: false }).ok;
}

describe('the note of a source’s collections', () => {
  it('is a record that can be read where a title is cut within a character', async () => {
    const { note } = await noted([`${'x'.repeat(59)}😀, and more`]);
    assert.equal(note.description, `${slugOf(1)} ${'x'.repeat(59)}`);
    assert.ok(isReadable(note));
  });

  it('is one however many come: those that have no room are left out, and told of', async () => {
    const { news, note } = await noted(new Array<string>(10_001).fill('x'.repeat(100)));
    assert.deepEqual(news, [{ slug: slugOf(10_001), title: 'x'.repeat(100), fate: 'surplus' }]);
    assert.equal(note.description.split('\n').length, 10_000);
    assert.ok(isReadable(note));
  });
});

describe('several files of a source', () => {
  const talks = (numbers: readonly number[]): Json[] =>
    numbers.map((number) => oxtalk(number, { start: '2026-12-01T17:00:00Z', end: '2026-12-01T18:00:00Z' }));
  const page = { _links: { talks_page: { href: `/user/lists/id/${slugOf(9)}/` } }, title: 'Athena', description: '' };
  const listed = (...numbers: readonly number[]): Json => list(talks(numbers), page);
  const found = (...numbers: readonly number[]): Json => list(talks(numbers));

  /** What is gone, by title. */
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
        skipBad: false,
      },
    });
    assert.ok(report.ok, JSON.stringify(report));
    return report.sources.flatMap((source) => source.gone.map(({ title }) => title));
  }

  it('may have a talk and a list in common, and know a talk that is gone from one that leaves a list', async (t) => {
    for (const inOrder of [(files: Json[]) => files, (files: Json[]) => files.reverse()]) {
      const store = await openStore((await databaseOf(t)).address, { mode: 'write' });
      assert.deepEqual(await gone(store, inOrder([listed(1, 2), found(1, 3), listed(1, 2)])), []);
      assert.deepEqual((await store.collection(slugOf(9))).value?.talks, [1, 2].map(slugOf));
      assert.deepEqual(await gone(store, inOrder([listed(), found(3)])), ['Talk 1']);
      await store.close();
    }
  });
});

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
