import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startReplica } from '#search/replica/index-replica.ts';
import type { IndexReplica, IndexReplicaOptions, Swap } from '#search/replica/index-replica.ts';
import { StoreUnavailable } from '#store/store.ts';
import { freshDatabase, type FreshDatabase } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { until } from '../support/until.ts';
import { person, series, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { ALL_TALKS } from '../support/catalogue/whole-question.ts';

const PATIENCE = 10_000;
const OPEN = { from: -Infinity, to: Infinity };

const SPEAKER = slugOf(100);
const SERIES = slugOf(200);
const [FIRST, SECOND, THIRD] = [slugOf(1), slugOf(2), slugOf(3)] as const;

const CATALOGUE = [
  person(SPEAKER),
  series(SERIES),
  talk(SECOND, '2026-01-19T15:00:00Z', { series: SERIES }),
  talk(FIRST, '2026-01-20T15:00:00Z', { series: SERIES, hosts: [SPEAKER] }),
];

/** A store and its replicas. After the test, the replicas close before their folder is removed. */
class Stage {
  readonly place: FreshDatabase;
  readonly database: string;
  readonly cacheFolder: string;
  readonly #replicas: IndexReplica[] = [];

  constructor(place: FreshDatabase) {
    this.place = place;
    this.database = place.address;
    this.cacheFolder = join(place.folder, 'cache');
  }

  async follow(options: Partial<IndexReplicaOptions> = {}): Promise<IndexReplica> {
    const replica = await startReplica({
      database: this.database,
      cacheFolder: undefined,
      pollMilliseconds: 20,
      snapshotTalks: 1,
      snapshotMilliseconds: 0,
      ...options,
    });
    this.#replicas.push(replica);
    return replica;
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
    await this.place.remove();
  }
}

async function stage(context: TestContext): Promise<Stage> {
  const made = new Stage(await freshDatabase());
  context.after(() => made.close());
  return made;
}

/** The numbers of the talks of SERIES. */
function talksOf(replica: IndexReplica): number[] {
  return [...(replica.index?.seriesTalks(SERIES, OPEN) ?? [])];
}

function numbersOf(replica: IndexReplica, ...slugs: readonly string[]): number[] {
  return slugs.map((slug) => replica.index?.talkNumber(slug) ?? -1);
}

test('the catalogue can be searched as soon as the replica has started', async (context) => {
  const started = await stage(context);
  const { database } = started;
  await importRecords(database, CATALOGUE);
  const replica = await started.follow();
  assert.equal(replica.index?.size, 2);
  assert.deepEqual(talksOf(replica), numbersOf(replica, SECOND, FIRST));
  assert.equal(replica.trouble, undefined);
  await until(() => replica.lastSeen > 0, 'the store to be seen');
});

test('an import by another connection is swapped in as a whole, with its stale talks', async (context) => {
  const started = await stage(context);
  const { database } = started;
  await importRecords(database, CATALOGUE);
  const replica = await started.follow();
  const swaps: Swap[] = [];
  replica.onSwap((swap) => {
    assert.equal(swap.index, replica.index);
    swaps.push(swap);
  });
  await importRecords(database, [person(SPEAKER, { name: 'Another name' }), talk(THIRD, '2026-01-18T09:00:00Z')]);
  const index = await replica.atLeast(2, PATIENCE);
  assert.deepEqual(index.state.version, 2);
  assert.equal(index.size, 3);
  assert.deepEqual([...index.answer(ALL_TALKS).talks], numbersOf(replica, THIRD, SECOND, FIRST));
  // The new talk, and the one whose host was renamed.
  const stale = swaps.map((swap) => (swap.stale === 'all' ? 'all' : [...swap.stale]));
  assert.deepEqual(stale, [numbersOf(replica, FIRST, THIRD).sort((a, b) => a - b)]);
});

test('waiting for a version fails with StoreUnavailable after a timeout', async (context) => {
  const started = await stage(context);
  const { database } = started;
  await importRecords(database, CATALOGUE);
  const replica = await started.follow();
  await assert.rejects(replica.atLeast(2, 30), StoreUnavailable);
  assert.equal((await replica.atLeast(1, 0)).state.version, 1);
});

test('the last index serves while the store is unavailable, and the replica catches up afterwards', async (context) => {
  const started = await stage(context);
  const { database, place } = started;
  await importRecords(database, CATALOGUE);
  const replica = await started.follow();
  await place.hide();
  await until(() => replica.trouble !== undefined, 'trouble');
  assert.deepEqual(talksOf(replica), numbersOf(replica, SECOND, FIRST));
  await place.show();
  await until(() => replica.trouble === undefined, 'the trouble to end');
  await importRecords(database, [talk(THIRD, '2026-01-18T09:00:00Z', { series: SERIES })]);
  await replica.atLeast(2, PATIENCE);
  assert.deepEqual(talksOf(replica), numbersOf(replica, THIRD, SECOND, FIRST));
});

test('a store that does not exist yet is followed once it is created', async (context) => {
  const started = await stage(context);
  const { database } = started;
  const replica = await started.follow();
  assert.equal(replica.index, undefined);
  assert.match(replica.trouble ?? '', /no catalogue/);
  await importRecords(database, CATALOGUE);
  const index = await replica.atLeast(1, PATIENCE);
  assert.equal(index.size, 2);
  assert.equal(replica.trouble, undefined);
});

test('a store that replaces another is indexed from scratch, with all talks stale', async (context) => {
  const started = await stage(context);
  const { database, place } = started;
  await importRecords(database, CATALOGUE);
  const other = await freshDatabase();
  context.after(() => other.remove());
  await importRecords(other.address, [talk(THIRD, '2026-01-18T09:00:00Z')]);
  const replica = await started.follow();
  const swaps: Swap['stale'][] = [];
  replica.onSwap(({ stale }) => swaps.push(stale));
  await place.replaceBy(other);
  await until(() => replica.index?.size === 1, 'the other store');
  assert.deepEqual(numbersOf(replica, FIRST, THIRD), [0, 1]);
  assert.deepEqual(swaps, ['all']);
});

test('the next start reads the saved snapshot and the changes since', async (context) => {
  const started = await stage(context);
  const { database, cacheFolder } = started;
  await importRecords(database, CATALOGUE);
  const first = await started.follow({ cacheFolder });
  await until(async () => (await snapshots(cacheFolder)).length === 1, 'a snapshot');
  await first.close();
  await importRecords(database, [talk(THIRD, '2026-01-18T09:00:00Z', { series: SERIES })]);
  const second = await started.follow({ cacheFolder });
  assert.equal(second.index?.state.version, 2);
  assert.deepEqual(talksOf(second), numbersOf(second, THIRD, SECOND, FIRST));
});

test('a snapshot is not served while the store is unavailable, because it may be out of date', async (context) => {
  const started = await stage(context);
  const { database, place, cacheFolder } = started;
  await importRecords(database, CATALOGUE);
  const first = await started.follow({ cacheFolder });
  await until(async () => (await snapshots(cacheFolder)).length === 1, 'a snapshot');
  await first.close();
  await place.hide();
  const second = await started.follow({ cacheFolder });
  assert.equal(second.index, undefined);
  assert.notEqual(second.trouble, undefined);
});

test('a damaged snapshot and a snapshot of another store are ignored', async (context) => {
  const started = await stage(context);
  const { database, place, cacheFolder } = started;
  await importRecords(database, CATALOGUE);
  const first = await started.follow({ cacheFolder });
  await until(async () => (await snapshots(cacheFolder)).length === 1, 'a snapshot');
  await first.close();
  const [name = ''] = await snapshots(cacheFolder);
  const bytes = await readFile(join(cacheFolder, name));
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 255, bytes.length - 20);
  await writeFile(join(cacheFolder, name), bytes);
  const second = await started.follow({ cacheFolder });
  assert.deepEqual(talksOf(second), numbersOf(second, SECOND, FIRST));
  await second.close();
  await place.empty();
  await importRecords(database, [talk(THIRD, '2026-01-18T09:00:00Z')]);
  const third = await started.follow({ cacheFolder });
  assert.deepEqual(numbersOf(third, FIRST, THIRD), [0, 1]);
});

test('damage that a snapshot hides is found by a quick check and reported in full', async (context) => {
  const started = await stage(context);
  const { database, place, cacheFolder } = started;
  await importRecords(database, CATALOGUE);
  const first = await started.follow({ cacheFolder });
  await until(async () => (await snapshots(cacheFolder)).length === 1, 'a snapshot');
  await first.close();
  await place.execute('DELETE FROM talk WHERE number = (SELECT min(number) FROM talk_record)');
  await place.execute("UPDATE person SET key = 'no slug at all'");
  const second = await started.follow({ cacheFolder, quickLookMilliseconds: 0 });
  await until(() => second.damaged.damage.length > 0, 'the damage to be reported');
  const told = second.damaged.damage.map(({ what }) => what).join('\n');
  assert.match(told, /has lost all but its text\.$/m);
  assert.match(told, /the person no slug at all is corrupt\.$/m);
});

test('a cache folder that cannot be written is reported without affecting the index', async (context) => {
  const started = await stage(context);
  const { database, cacheFolder } = started;
  await importRecords(database, CATALOGUE);
  // Root can write to any folder, but even root cannot create one below a file.
  await writeFile(cacheFolder, '');
  const replica = await started.follow({ cacheFolder: join(cacheFolder, 'below') });
  await until(() => replica.snapshotTrouble !== undefined, 'the snapshot to fail');
  assert.equal(replica.index?.size, 2);
  assert.equal(replica.trouble, undefined);
});

test('a failed thread is restarted while the last index serves', async (context) => {
  const started = await stage(context);
  const { database, cacheFolder } = started;
  await importRecords(database, CATALOGUE);
  await mkdir(cacheFolder);
  await chmod(cacheFolder, 0o700);
  const replica = await started.follow({
    cacheFolder,
    thread: new URL('./failing-thread.mjs', import.meta.url),
  });
  const swaps: Swap['stale'][] = [];
  replica.onSwap(({ stale }) => swaps.push(stale));
  assert.equal(replica.index?.size, 2);
  await writeFile(join(cacheFolder, 'fail now'), '');
  await until(() => replica.trouble !== undefined, 'the thread to fail');
  assert.equal(replica.index.size, 2);
  await until(() => swaps.length > 0 && replica.trouble === undefined, 'the thread to restart');
  assert.deepEqual(swaps, [new Uint32Array(0)]);
  await importRecords(database, [talk(THIRD, '2026-01-18T09:00:00Z', { series: SERIES })]);
  await replica.atLeast(2, PATIENCE);
  assert.deepEqual(talksOf(replica), numbersOf(replica, THIRD, SECOND, FIRST));
});

async function snapshots(cacheFolder: string): Promise<string[]> {
  const names = await readdir(cacheFolder).catch(() => []);
  return names.filter((name) => name.endsWith('.index'));
}
