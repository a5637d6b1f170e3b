import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, beforeEach } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { broken, healed, remembered, assertServesOn, FIRST_ASKED } from '../http/broken-store.ts';
import { Lazy } from '../support/lazy.ts';
import { temporaryFolder } from '../support/folder.ts';
import { lectern, lecternProcess } from '../support/process/command.ts';
import type { Finished } from '../support/process/command.ts';
import { handOver } from '../support/postgres/owned-folder.ts';
import { SmallDisk, withoutSmallDisk } from '../support/postgres/small-disk.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import { importRecords } from '../support/db/import-records.ts';
import { strangeServer } from '../support/http/strange-server.ts';
import { aCalendar, anEvent } from '../support/sources/a-calendar.ts';
import { list, oxtalk } from '../support/sources/oxtalks-api.ts';
import { until } from '../support/until.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { catalogueFile, edition, exported } from './catalogues.ts';
import { failedServe } from './failed-serve.ts';
import { assertFewConnections, ownServer, type OwnServer } from './places.ts';

const skip = withoutSmallDisk();

const LONG = 'moss and lichen '.repeat(400);
const FEW = [aTalk(slugOf(1))];
/** Far more than the disk has room for. */
const TOO_MANY = Array.from({ length: 3_000 }, (_, index) => aTalk(slugOf(index + 1), { description: LONG }));

const noRoomFor = (folder: string): string =>
  `lectern: The disk of the folder ${folder} is full: the backup cannot be written. ` +
  'Free up space there, then try again.\n';

describe('a full disk of the PostgreSQL server', { skip, concurrency: false }, () => {
  let place: OwnServer;
  let disk: SmallDisk;
  before(async () => {
    place = await ownServer({ wal_keep_size: '0', min_wal_size: '32MB', max_wal_size: '32MB' });
    disk = new SmallDisk(128);
  });
  after(async () => {
    await place.remove();
    await disk.remove();
  });

  it('that holds the tables fails an import with a clear message and does not affect readers', async () => {
    const { server, name, address } = place;
    await server.query(`CREATE TABLESPACE small LOCATION '${disk.folder}'`);
    await server.query(`ALTER DATABASE ${name} SET TABLESPACE small`);
    const serving = await startTestServer(UNIVERSITY, {}, { ...place, remove: () => Promise.resolve() });
    try {
      const before = await exported(address);
      disk.fill();
      const large = await catalogueFile(place.folder, 'large.ndjson', edition('Large', 5_000));
      const { status, stdout, stderr } = await lecternProcess(['import', '--database', address, large]);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^lectern: [^\n]*(disk|space)[^\n]*\n$/);
      assert.equal(await exported(address), before);
      for (const path of FIRST_ASKED) assert.equal((await serving.ask(path)).status, 200, path);

      disk.free();
      await serving.import(edition('Small', 20));
      await assertFewConnections(place);
    } finally {
      await serving.close();
    }
  });

  it('is not meant if the disk for its backup is full, which is named by its folder', async () => {
    const small = new SmallDisk(1);
    try {
      const store = await openStore(place.address, { mode: 'write' });
      assert.equal((await importInto(store, TOO_MANY.slice(0, 400))).ok, true);
      await store.close();
      const backUp = (path: string): Promise<Finished> =>
        lecternProcess(['backup', '--database', place.address, path], { folder: small.folder });
      const failed = { status: 1, stdout: '', stderr: noRoomFor(small.folder) };
      assert.deepEqual(await backUp(small.folder), failed);
      assert.deepEqual(await backUp('talks.db'), failed);
      small.fill();
      assert.deepEqual(await backUp('.'), failed);
      assert.deepEqual(readdirSync(small.folder), ['filler']);
    } finally {
      await small.remove();
    }
  });

  it('that holds the WAL fails an import, and Lectern answers from its copy until the server is back', async () => {
    const { server, address } = place;
    await server.stop('fast');
    const log = join(server.data, 'pg_wal');
    const moved = join(disk.folder, 'pg_wal');
    cpSync(log, moved, { recursive: true, preserveTimestamps: true });
    rmSync(log, { recursive: true });
    symlinkSync(moved, log);
    handOver(moved);
    await server.start();

    // Otherwise it would start from the copy of the first test, which is older.
    const cacheFolder = mkdtempSync(join(place.folder, 'cache-'));
    const serving = await startTestServer(UNIVERSITY, { cacheFolder }, { ...place, remove: () => Promise.resolve() });
    try {
      const before = await remembered(serving);
      disk.fill();
      // More than fits into the segments that the server has set aside.
      const large = await catalogueFile(place.folder, 'large.ndjson', edition('Large', 40_000));
      const { status, stdout, stderr } = await lecternProcess(['import', '--database', address, large]);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^lectern: [^\n]+\n$/);
      await server.kill();
      await broken(serving);
      await assertServesOn(serving, before);

      disk.free();
      await server.start();
      await healed(serving);
      await assertFewConnections(place);
    } finally {
      await serving.close();
    }
  });
});

describe('a full disk for the copy', { skip, concurrency: false }, () => {
  let disk: SmallDisk;
  before(() => {
    disk = new SmallDisk(16);
  });
  after(() => disk.remove());

  it('leaves answers right, is logged, and is made up for when there is space again', async (t) => {
    const database = await databaseOf(t);
    const kept = { ...database, remove: () => Promise.resolve() };
    const settings = { cacheFolder: disk.folder };
    const cannot = (server: TestServer): boolean =>
      server.log.some((line) => line.includes('the copy cannot be written'));
    const news = `/api/talks/${slugOf(0x900)}`;

    const first = await startTestServer(UNIVERSITY, settings, kept);
    const before = await remembered(first);
    try {
      disk.fill();
      await importRecords(database.address, [talk(slugOf(0x900), '2014-01-01T12:00:00Z')]);
      await until(() => cannot(first), 'the full disk to be logged');
      await answersAsBefore(first, before);
      assert.equal((await first.ask(news)).status, 404);
    } finally {
      await first.close();
    }

    // Nothing can be written by this one, not even rendered talks.
    const second = await startTestServer([], settings, kept);
    try {
      await until(() => cannot(second), 'the full disk to be logged');
      await answersAsBefore(second, before);
      disk.free();
      await until(async () => (await second.ask(news)).status === 200, 'the import to be served');
    } finally {
      await second.close();
    }
  });

  async function answersAsBefore(server: TestServer, before: ReadonlyMap<string, string>): Promise<void> {
    for (const [path, body] of before) assert.equal((await server.ask(path)).body.toString(), body, path);
    for (const path of FIRST_ASKED) assert.equal((await server.ask(path)).status, 200, path);
    assert.equal((await server.ask('/readyz')).status, 200);
  }

  it('keeps a server without a copy from starting, with a message that names the folder', async (t) => {
    const { address } = await databaseOf(t);
    await importRecords(address, UNIVERSITY);
    disk.fill();
    const { status, stdout, stderr } = await failedServe(['--database', address, '--cache-folder', disk.folder]);
    disk.free();
    assert.deepEqual([status, stdout], [1, ''], stderr);
    assert.match(stderr, /^lectern: [^\n]+\n$/);
    assert.ok(stderr.includes(disk.folder), stderr);
  });
});

describe('a full disk for the backup of a SQLite catalogue', { skip, concurrency: false }, () => {
  const disk = new Lazy(() => Promise.resolve(new SmallDisk(12)));
  after(async () => (await disk.made)?.remove());

  it('is named by the folder of the backup', async () => {
    const path = join(temporaryFolder(), 'talks.db');
    const store = await openStore(`sqlite:${path}`, { mode: 'write' });
    assert.equal((await importInto(store, TOO_MANY)).ok, true);
    await store.close();
    const { folder } = await disk.get();
    const { status, stderr } = await lecternProcess(['backup', '--database', `sqlite:${path}`, folder]);
    assert.deepEqual([status, stderr], [1, noRoomFor(folder)]);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('a full disk for downloads', { skip, concurrency: false }, () => {
  const disk = new Lazy(() => Promise.resolve(new SmallDisk(2)));
  after(async () => (await disk.made)?.remove());
  const padding = 'x'.repeat(3 * 1024 * 1024);

  /** Runs a command on a server with a calendar, and a search of two pages, which do not fit on the disk. */
  async function downloading(t: TestContext, ...args: readonly string[]): Promise<Finished & { readonly at: string }> {
    const { address, folder } = await databaseOf(t);
    const server = await strangeServer({
      '/optics': (response) => void response.end(aCalendar(anEvent('moss', '1201', `DESCRIPTION:${padding}`))),
      '/search': (response, { url = '' }) => {
        const page = url.endsWith('page=2')
          ? list([oxtalk(2)], { total: 2, padding })
          : list([oxtalk(1)], { total: 2 });
        response.end(JSON.stringify(page));
      },
    });
    t.after(() => server.close());
    const sources = join(folder, 'sources.yaml');
    const named = ['optics', 'search'].map((name) => `{ name: ${name}, address: '${server.origin}/${name}' }`);
    writeFileSync(sources, `sources: [${named.join(', ')}]`);
    const variables = {
      DATABASE_URL: address,
      LECTERN_SOURCES: sources,
      LECTERN_CACHE_FOLDER: (await disk.get()).folder,
      LECTERN_ALLOW_HOSTS: '127.0.0.1',
    };
    const all = args.map((arg) => arg.replace('http://server', server.origin));
    return { ...(await lectern(all, { variables })), at: server.origin };
  }

  for (const name of ['optics', 'search']) {
    it(`fails the reading of ${name}, and names its folder`, async (t) => {
      const { folder } = await disk.get();
      const { status, stderr } = await downloading(t, 'sync', name);
      const what =
        `The disk of the folder ${folder} is full: the download cannot be written. Free up space there, or name a ` +
        'folder on another disk (--cache-folder), then try again.';
      assert.deepEqual([status, stderr], [1, `${name}: ${what}\n1 problem.\n`]);
      assert.deepEqual(readdirSync(folder), [], 'nothing of it is left');
    });
  }

  it('does not stop an import by hand, which says what it could not keep', async (t) => {
    const { folder } = await disk.get();
    const { status, stdout } = await downloading(t, 'import', '--source', 'search', 'http://server/search');
    assert.equal(status, 0);
    assert.match(stdout, /2 talks/);
    const said = `1 × page not kept for the next try. The disk of the folder ${folder} is full: the download cannot be written.`;
    assert.ok(stdout.includes(said), stdout);
    assert.deepEqual(readdirSync(folder), [], 'nothing of it is left');
  });
});

describe('a full disk that holds a SQLite catalogue', { skip, concurrency: false }, () => {
  let disk: SmallDisk;
  let path = '';
  before(() => {
    disk = new SmallDisk(12);
    path = join(disk.folder, 'talks.db');
  });
  after(() => disk.remove());
  beforeEach(() => disk.free());

  const logSize = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const full = () => ({
    name: 'StoreUnavailable',
    message: `The disk is full: the catalogue at ${path} cannot be written. Free up space, then try again.`,
  });

  it('gets its space back from a failed import even while a server has the catalogue open', async () => {
    const store = await openStore(`sqlite:${path}`, { mode: 'write' });
    assert.equal((await importInto(store, FEW)).ok, true);
    const records = await recordsOf(store);
    const serving = await openStore(`sqlite:${path}`, { mode: 'read' });
    await serving.talks([1]);
    await assert.rejects(importInto(store, TOO_MANY), full());
    assert.equal(logSize(), 0);
    assert.deepEqual(await recordsOf(serving), records);
    await store.close();
    await serving.close();
  });

  for (const [when, act] of [
    ['a server starts', async () => (await openStore(`sqlite:${path}`, { mode: 'read' })).close()],
    ['a server stops', undefined],
  ] as const) {
    it(`gets its space back from a killed import when ${when}`, async () => {
      const serving = await openStore(`sqlite:${path}`, { mode: 'read' });
      await serving.talks([1]);
      await killedImport();
      assert.ok(logSize() > 1024 * 1024, String(logSize()));
      if (act === undefined) await serving.close();
      else await act();
      assert.equal(logSize(), 0);
      await serving.close();
    });
  }

  it('is reported even if the -shm file does not fit on it', async () => {
    disk.fill();
    await assert.rejects(openStore(`sqlite:${path}`, { mode: 'read' }), full());
    disk.free();
    await (await openStore(`sqlite:${path}`, { mode: 'read' })).close();
  });

  /** The output of `lectern sync --all` with these sources, and then that of `lectern sources`, with space again. */
  async function synced(...sources: readonly string[]): Promise<Finished & { readonly list: string }> {
    const folder = temporaryFolder();
    const file = join(folder, 'sources.yaml');
    writeFileSync(file, `sources: [${sources.join(', ')}]`);
    const variables = {
      DATABASE_URL: `sqlite:${path}`,
      LECTERN_SOURCES: file,
      LECTERN_ALLOW_HOSTS: '127.0.0.1',
      LECTERN_CACHE_FOLDER: folder,
    };
    const done = await lectern(['sync', '--all'], { variables });
    disk.free();
    return { ...done, list: (await lectern(['sources'], { variables })).stdout };
  }

  it('counts as a failure of the source that does not fit, and others are read', async (t) => {
    const events = Array.from({ length: 2_000 }, (_, number) =>
      anEvent(`moss${String(number)}`, '1201', `DESCRIPTION:${LONG}`),
    );
    const server = await strangeServer({
      '/large': (response) => void response.end(aCalendar(...events)),
      '/small': (response) => void response.end(aCalendar(anEvent('fern'))),
    });
    t.after(() => server.close());
    const at = ['large', 'small'].map((name) => `{ name: ${name}, address: '${server.origin}/${name}' }`);
    const { status, stdout, stderr, list } = await synced(...at);
    const what = `large: ${full().message} The source is not at fault.\n1 problem.\n`;
    assert.deepEqual([status, stderr], [3, what]);
    assert.match(stdout, /^large: failed; its earlier talks are unchanged \(again at .*\)\nsmall: 1 talk: 1 added/);
    assert.match(list, /^large +failed 1 ×/m);
    assert.match(list, /^small +ok/m);
  });

  it('does not hide a failure that cannot be written down', async (t) => {
    const server = await strangeServer({
      '/optics': (response) => {
        // The claim has been written by now, and the state has not.
        disk.fill();
        response.writeHead(404).end();
      },
    });
    t.after(() => server.close());
    const { status, stdout, stderr } = await synced(`{ name: optics, address: '${server.origin}/optics' }`);
    assert.equal(status, 1);
    assert.equal(stdout, 'optics: failed; its earlier talks are unchanged\n');
    assert.match(stderr, /^optics: 127\.0\.0\.1[^\n]*\(HTTP 404\)[^\n]*\n1 problem\.\nlectern: [^\n]*\n$/);
    assert.ok(stderr.endsWith(`lectern: ${full().message}\n`), stderr);
  });

  async function killedImport(): Promise<void> {
    const script = fileURLToPath(new URL('./importing-process.mjs', import.meta.url));
    const importing = fork(script, [`sqlite:${path}`, 'New', '100000'], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = once(importing, 'exit');
    await until(() => importing.exitCode !== null || logSize() >= 2 * 1024 * 1024, 'the import to write');
    importing.kill('SIGKILL');
    await ended;
  }
});
