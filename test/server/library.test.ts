import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startReplica } from '#search/replica/index-replica.ts';
import { DocumentAssembler } from '#server/documents/document-assembler.ts';
import { ApiDocuments } from '#server/documents/api-documents.ts';
import { SERIES as SERIES_LISTING } from '#server/api/listing.ts';
import { TalkListCache } from '#server/api/talk-lists.ts';
import { RenderCache } from '#server/documents/render-cache.ts';
import { openStore } from '#store/open.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { importRecords } from '../support/import-records.ts';
import type { WireRecord } from '../support/wire-records.ts';
import { collection, organisation, series, slugOf, talk } from '../support/wire-records.ts';

/** A library over a catalogue of its own, and how to import more into that. */
async function libraryOf(context: TestContext, records: readonly WireRecord[]) {
  const place = await freshDatabase();
  await importRecords(place.address, records);
  const store = await openStore(place.address, { mode: 'read' });
  const follower = await startReplica({ database: place.address, cacheFolder: undefined, pollMilliseconds: 20 });
  const rendered = new RenderCache({ memory: 2 ** 20, disk: 0, folder: place.folder });
  context.after(async () => {
    await follower.close();
    await store.close();
    rendered.close();
    await place.remove();
  });
  const composer = new DocumentAssembler({ store, follower, rendered });
  const listings = new TalkListCache(store, composer);
  return {
    library: new ApiDocuments({ store, rendered, composer, listings }),
    importMore: (more: readonly WireRecord[]) => importRecords(place.address, more),
  };
}

const TALK = slugOf(1);

test('what is read together is of one version, though an import comes between', async (context) => {
  const { library, importMore } = await libraryOf(context, [talk(TALK, '2026-01-19T15:00:00Z', { title: 'Before' })]);
  const versions: number[] = [];
  const read = await library.together(async ({ index, talks }) => {
    versions.push(index.state.version);
    if (versions.length === 1) await importMore([talk(TALK, '2026-01-19T15:00:00Z', { title: 'After' })]);
    const [details] = await talks(Uint32Array.of(index.talkNumber(TALK)));
    return [index.state.version, details?.talk.title];
  });
  assert.deepEqual(read, [2, 'After']);
  assert.deepEqual(versions, [1, 2]);
});

test('what fails while it is read is not read again', async (context) => {
  const { library } = await libraryOf(context, []);
  let runs = 0;
  await assert.rejects(
    library.together(() => {
      runs += 1;
      return Promise.reject(new Error('as intended'));
    }),
    /as intended/,
  );
  assert.equal(runs, 1);
});

test('a list of collections says what talks the public ones have, and of private ones nothing', async (context) => {
  const [SERIES, OPEN, CLOSED, EMPTY] = [slugOf(10), slugOf(20), slugOf(21), slugOf(22)];
  const { library, importMore } = await libraryOf(context, [
    organisation('org:1'),
    organisation('org:2', { parent: 'org:1' }),
    series(SERIES),
    talk(slugOf(1), '2026-01-19T15:00:00Z', { series: SERIES }),
    talk(slugOf(2), '2026-01-20T15:00:00Z', { series: SERIES, organising_department: 'org:2' }),
    talk(slugOf(3), '2026-01-21T15:00:00Z', { organising_department: 'org:2' }),
    talk(slugOf(4), '2026-01-22T15:00:00Z'),
    collection(OPEN, { title: 'Öffentlich', public: true, series: [SERIES], organising_departments: ['org:1'] }),
    collection(CLOSED, { title: 'Private', public: false, talks: [slugOf(4)] }),
    collection(EMPTY, { title: 'Empty', public: true }),
  ]);
  const now = Date.parse('2026-01-20T15:00:00Z') / 1000;
  const request = { page: 1, count: 10 };
  assert.deepEqual(await library.browse('collection', request, now), {
    total: 2,
    letters: [
      { letter: 'E', count: 1 },
      { letter: 'O', count: 1 },
    ],
    entries: [
      { key: EMPTY, name: 'Empty', talks: 0, upcoming: 0 },
      { key: OPEN, name: 'Öffentlich', talks: 3, upcoming: 2 },
    ],
  });
  await importMore([
    collection(OPEN, { title: 'Öffentlich', public: false }),
    collection(CLOSED, { title: 'Private', public: true, talks: [slugOf(4)] }),
  ]);
  // Of one version with the store, so that the index has seen the import.
  await library.together(({ record }) => record(SERIES_LISTING, SERIES));
  const { entries } = await library.browse('collection', request, now);
  assert.deepEqual(
    entries.map(({ name, talks }) => [name, talks]),
    [
      ['Empty', 0],
      ['Private', 1],
    ],
  );
});
