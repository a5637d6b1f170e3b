import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { startLectern, type Finished } from '../support/process/command.ts';
import { importRecords } from '../support/db/import-records.ts';
import type { CutPoint } from '../support/postgres/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { catalogueFile, edition, importFile, replacing, titles } from './catalogues.ts';
import { assertNoConnections, ownServer, type OwnServer } from './places.ts';

const COUNT = 300;
/** Bytes that the connection carries for each talk, approximately. */
const EACH = 830;

/** The text of a catalogue file, for standard input. */
function lines(title: string, count: number): string {
  return edition(title, count)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

/** Asserts that the operator sees one line without a password, SQL or a stack trace. */
function assertClear({ status, stdout, stderr }: Finished, { server }: OwnServer): void {
  assert.deepEqual([status, stdout], [1, ''], stderr);
  assert.match(stderr, /^lectern: [^\n]+\n$/);
  assert.ok(!stderr.includes(server.password) && !stderr.includes(encodeURIComponent(server.password)), stderr);
  assert.ok(!/\n {4}at |\bSELECT\b|\bINSERT\b|\bCOPY\b|node_modules/.test(stderr), stderr);
}

describe('an import into PostgreSQL', { concurrency: false }, () => {
  let place: OwnServer;
  let [old, fresh] = ['', ''];
  before(async () => {
    place = await ownServer();
    await importRecords(place.address, []);
    old = await catalogueFile(place.folder, 'old.ndjson', edition('Old', COUNT));
    fresh = await catalogueFile(place.folder, 'new.ndjson', edition('New', COUNT));
  });
  after(() => place.remove());

  async function startOver(): Promise<void> {
    await place.network.accept();
    place.network.resume();
    // Most tests leave it as it was.
    if (isDeepStrictEqual(await titles(place.address), { Old: COUNT })) return;
    assert.equal((await importFile(place.address, old)).status, 0);
    assert.deepEqual(await titles(place.address), { Old: COUNT });
  }

  const CUTS: readonly (readonly [string, CutPoint])[] = [
    ['right after it begins', { from: 'client', at: 2_000, delivered: false }],
    ['in the middle of its records', { from: 'client', at: COUNT * EACH * 0.4, delivered: true }],
    ['near the end of its records', { from: 'client', at: COUNT * EACH, delivered: false }],
    ['before the server receives COMMIT', { from: 'client', at: 'COMMIT\0', delivered: false }],
  ];
  for (const [when, cut] of CUTS) {
    it(`fails clearly, changes nothing and leaves no connection if it is cut ${when}`, async () => {
      await startOver();
      const happened = place.network.cutWhen(cut);
      const done = await importFile(place.address, fresh);
      await happened;
      assertClear(done, place);
      assert.deepEqual(await titles(place.address), { Old: COUNT });
      await assertNoConnections(place);
      assert.equal((await importFile(place.address, fresh)).status, 0);
      assert.deepEqual(await titles(place.address), { New: COUNT });
    });
  }

  it('never claims that nothing was changed if its connection is cut after the server receives COMMIT', async () => {
    await startOver();
    const happened = place.network.cutWhen({ from: 'client', at: 'COMMIT\0', delivered: true });
    const done = await importFile(place.address, fresh);
    await happened;
    assert.deepEqual(await titles(place.address), { New: COUNT });
    if (done.status !== 0) {
      assertClear(done, place);
      assert.doesNotMatch(done.stderr, /[Nn]othing was changed/);
    }
    await assertNoConnections(place);
  });

  it('gives up within a minute and changes nothing if the server hangs', async () => {
    await startOver();
    const running = startLectern(replacing(place.address, '-'));
    await running.reading(lines('Hung', COUNT));
    await until(async () => (await place.server.connections(place.name)) > 0, 'the import to begin');
    place.server.freeze();
    running.process.stdin?.end();
    const done = await Promise.race([running.finished, setTimeout(60_000, 'still there')]);
    place.server.thaw();
    assert.ok(typeof done === 'object', 'the import waits for ever');
    assertClear(done, place);
    await assertNoConnections(place);
    assert.deepEqual(await titles(place.address), { Old: COUNT });
  });

  for (const [when, title, count] of [
    ['at the start of the import', 'Stopped', 1],
    ['halfway through the import', 'Stopped', 4_000],
  ] as const) {
    it(`stops on SIGINT without waiting for a server that hangs ${when}`, async () => {
      await startOver();
      const running = startLectern(replacing(place.address, '-'));
      const isOnItsWay = count === 1 ? Promise.resolve() : place.network.passed(2_000_000);
      running.process.stdin?.write(lines(title, count));
      await until(async () => (await place.server.connections(place.name)) > 0, 'the import to begin');
      await isOnItsWay;
      place.server.freeze();
      running.process.kill('SIGINT');
      const done = await Promise.race([running.finished, setTimeout(10_000, 'still there')]);
      place.server.thaw();
      assert.ok(typeof done === 'object', 'it waits for the server');
      assert.deepEqual([done.status, done.stderr], [130, 'Stopped. Nothing was changed.\n']);
      await assertNoConnections(place);
      assert.deepEqual(await titles(place.address), { Old: COUNT });
    });
  }

  it('leaves no transaction behind if it is killed, and the next import does not wait', async () => {
    await startOver();
    const running = startLectern(replacing(place.address, '-'));
    await running.reading(lines('Killed', COUNT));
    await until(async () => (await place.server.connections(place.name)) > 0, 'the import to begin');
    running.process.kill('SIGKILL');
    await running.finished;
    await assertNoConnections(place);
    const next = await importFile(place.address, fresh);
    assert.deepEqual([next.status, next.stderr], [0, '']);
    assert.deepEqual(await titles(place.address), { New: COUNT });
  });

  it('waits for another import, says so, and then succeeds', async () => {
    await startOver();
    const first = startLectern(replacing(place.address, '-'));
    await first.reading(lines('First', 500));
    await until(async () => (await place.server.connections(place.name)) > 0, 'the import to begin');
    const second = startLectern(replacing(place.address, fresh));
    const waiting = 'Another process is writing to the catalogue; waiting for it to finish.\n';
    await until(() => second.said().stderr === waiting, 'the second to say that it waits');
    first.process.stdin?.end();
    assert.deepEqual([(await first.finished).status, (await second.finished).status], [0, 0]);
    assert.deepEqual(await titles(place.address), { New: COUNT });
    await assertNoConnections(place);
  });
});
