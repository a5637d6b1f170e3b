import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startReplica } from '#search/replica/index-replica.ts';
import { NO_FILTERS } from '#server/api/listing.ts';
import { Catalogue } from '#server/documents/snapshot.ts';
import { namesOf } from '#server/pages/browse-pages.ts';
import { withTitles } from '#server/untitled-talks.ts';
import { openStore } from '#store/open.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';
import { collection, organisation, person, series, slugOf, talk } from '../support/catalogue/wire-records.ts';

/** A separate catalogue, and a function that imports more records into it. */
async function catalogueOf(context: TestContext, records: readonly WireRecord[]) {
  const place = await freshDatabase();
  await importRecords(place.address, records);
  const store = await openStore(place.address, { mode: 'read' });
  const replica = await startReplica({ database: place.address, cacheFolder: undefined, pollMilliseconds: 20 });
  context.after(async () => {
    await replica.close();
    await store.close();
    await place.remove();
  });
  return {
    store,
    replica,
    catalogue: new Catalogue(store, replica),
    importMore: (more: readonly WireRecord[]) => importRecords(place.address, more),
  };
}

const TALK = slugOf(1);

test('a read sees one version, even if an import happens in between', async (context) => {
  const { catalogue, importMore } = await catalogueOf(context, [
    talk(TALK, '2026-01-19T15:00:00Z', { title: 'Before' }),
  ]);
  const versions: number[] = [];
  const read = await catalogue.read(async (snapshot) => {
    const { index } = snapshot;
    versions.push(index.state.version);
    if (versions.length === 1) await importMore([talk(TALK, '2026-01-19T15:00:00Z', { title: 'After' })]);
    const [details] = await snapshot.talks(Uint32Array.of(index.talkNumber(TALK)));
    return [index.state.version, details?.talk.title];
  });
  assert.deepEqual(read, [2, 'After']);
  assert.deepEqual(versions, [1, 2]);
});

const UNCHANGED = slugOf(2);
const SPEAKER = slugOf(3);
const BEFORE = [
  person(SPEAKER, { name: 'Before' }),
  talk(TALK, '2026-01-19T15:00:00Z', { speakers: [SPEAKER] }),
  talk(UNCHANGED, '2026-01-20T15:00:00Z'),
];
const AFTER = [person(SPEAKER, { name: 'After' })];

/** The versions of the snapshots that read a talk if a speaker of TALK is renamed during the first. */
async function versionsRead(
  slug: string,
  { catalogue, importMore }: Pick<Awaited<ReturnType<typeof catalogueOf>>, 'catalogue' | 'importMore'>,
): Promise<readonly number[]> {
  const versions: number[] = [];
  await catalogue.read(async (snapshot) => {
    versions.push(snapshot.index.state.version);
    if (versions.length === 1) await importMore(AFTER);
    assert.equal((await snapshot.talk(slug))?.talk.slug, slug);
  });
  return versions;
}

test('a talk that an import does not change is read without waiting for the new index', async (context) => {
  assert.deepEqual(await versionsRead(UNCHANGED, await catalogueOf(context, BEFORE)), [1]);
});

test('a talk is read again when an import changes one of its speakers', async (context) => {
  assert.deepEqual(await versionsRead(TALK, await catalogueOf(context, BEFORE)), [1, 2]);
});

test('a talk is read again if the store never had the version of the index, as after a restore', async (context) => {
  const { store, replica, importMore } = await catalogueOf(context, BEFORE);
  const restored = { ...withTitles(store, 'Untitled'), wasIn: () => Promise.resolve(false) };
  assert.deepEqual(await versionsRead(UNCHANGED, { catalogue: new Catalogue(restored, replica), importMore }), [1, 2]);
});

test('a read that fails is not retried', async (context) => {
  const { catalogue } = await catalogueOf(context, []);
  let runs = 0;
  await assert.rejects(
    catalogue.read(() => {
      runs += 1;
      return Promise.reject(new Error('as intended'));
    }),
    /as intended/,
  );
  assert.equal(runs, 1);
});

test('concurrent searches that each name 50 collections need at most three reads', async (context) => {
  const { catalogue } = await catalogueOf(context, []);
  const day = Date.parse('2026-01-19T00:00:00Z') / 1000;
  const runs = await Promise.all(
    Array.from({ length: 40 }, async (_, asking) => {
      let times = 0;
      const collections = Array.from({ length: 50 }, (_each, at) => slugOf(1_000 * asking + at));
      const question = { ...NO_FILTERS, collections, window: { from: day, to: day + 1 }, order: 'date' as const };
      await catalogue.read(({ index }) => {
        times += 1;
        return index.answer({ ...question, page: 1, count: 1 });
      });
      return times;
    }),
  );
  assert.ok(Math.max(...runs) <= 3, runs.join());
});

test('a list of collections counts the talks of public ones and omits private ones', async (context) => {
  const [SERIES, OPEN, CLOSED, EMPTY] = [slugOf(10), slugOf(20), slugOf(21), slugOf(22)];
  const { catalogue, replica, importMore } = await catalogueOf(context, [
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
  const browse = () => catalogue.read((snapshot) => namesOf(snapshot, 'collection', request, now));
  assert.deepEqual(await browse(), {
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
  await replica.atLeast(2, 60_000);
  const { entries } = await browse();
  assert.deepEqual(
    entries.map(({ name, talks }) => [name, talks]),
    [
      ['Empty', 0],
      ['Private', 1],
    ],
  );
});
