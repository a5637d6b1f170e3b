import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { FIRST_ASKED } from '../http/broken-store.ts';
import { lectern } from '../support/process/command.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { importRecords } from '../support/db/import-records.ts';
import { postgresCluster, type PostgresCluster } from '../support/postgres/cluster.ts';
import { baseBackupProgram } from '../support/postgres/programs.ts';
import type { TestDatabase } from '../support/postgres/reached-server.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { until } from '../support/until.ts';
import { RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { person, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { CONNECTIONS_AT_MOST, placeAt } from './places.ts';

/** A version whose pg_basebackup is installed, if any. */
const VERSION = baseBackupProgram(18) === undefined && baseBackupProgram(15) !== undefined ? 15 : 18;

const LATER = talk(slugOf(900), '2030-01-01T12:00:00Z');
const LAST = talk(slugOf(901), '2030-01-02T12:00:00Z');

describe('Lectern on a PostgreSQL primary with two hot standbys', { concurrency: false }, () => {
  let cluster: PostgresCluster;
  let database: TestDatabase;
  const servers: TestServer[] = [];

  /** Whether the cluster is as it was at first, except for its databases. */
  const isWhole = (): boolean =>
    cluster.primary === cluster.server(0) && [0, 1, 2].every((number) => cluster.server(number).isRunning);

  const start = async (): Promise<void> => {
    cluster = await postgresCluster({ version: VERSION });
  };
  before(start);
  beforeEach(async () => {
    if (!isWhole()) {
      await cluster.remove();
      await start();
    }
    database = await cluster.database();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  after(() => cluster.remove());

  /** Starts Lectern with the university, which every standby has by then. */
  async function serve(address: string): Promise<TestServer> {
    await importRecords(cluster.primary.address(database.name), UNIVERSITY);
    await cluster.caughtUp();
    const server = await startTestServer(UNIVERSITY, {}, await placeAt(address));
    servers.push(server);
    return server;
  }

  /** Waits until the server has read the store since now, and no longer misses it. All requests succeed. */
  async function assertWell(server: TestServer): Promise<void> {
    const now = Date.now();
    await until(async () => {
      const health = jsonOf(await server.ask('/readyz'));
      if (valueAt(health, 'store_unavailable_since') !== undefined) return false;
      return Date.parse(String(valueAt(health, 'catalogue', 'store_seen'))) > now;
    }, 'the server to read the store again');
    for (const path of [...FIRST_ASKED, '/readyz']) assert.equal((await server.ask(path)).status, 200, path);
  }

  async function total(server: TestServer): Promise<unknown> {
    return valueAt(await server.read('/api/talks/search?from=2015-01-01'), 'total');
  }

  /** Imports one record with the command. */
  async function tryImport(record: object, address = database.address): ReturnType<typeof lectern> {
    return lectern(['import', '--database', address, '-'], { input: `${JSON.stringify(record)}\n` });
  }

  it('keeps serving reads while the servers restart one after the other', async () => {
    const server = await serve(database.address);
    for (const number of [0, 1, 2, 0]) {
      await cluster.server(number).stop('immediate');
      await assertWell(server);
      await cluster.server(number).start();
    }
    await server.import([LATER]);
    const connections = await cluster.connections();
    assert.ok(connections <= CONNECTIONS_AT_MOST, `there are ${String(connections)} connections`);
  });

  it('reads from a standby if the address asks for one, and still imports into the primary', async () => {
    const address = cluster.address(database.name, { session: 'standby', numbers: [0, 1, 2] });
    const server = await serve(address);
    await assertWell(server);
    assert.equal(await cluster.primary.connections(database.name), 0);
    const done = await tryImport(LATER, address);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    await until(async () => (await server.ask(`/api/talks/${slugOf(900)}`)).status === 200, 'the import');
    await until(
      async () => (await cluster.primary.connections(database.name)) === 0,
      'the import to close its connections',
    );
  });

  it('reads what imports and forgetting need from the primary while standbys lag', async () => {
    const ada = slugOf(100);
    const before = [person(ada, { name: 'Ada' }), talk(slugOf(1), '2030-01-01T12:00:00Z', { speakers: [ada] })];
    const known = cluster.primary.address(database.name);
    await importRecords(known, before);
    await cluster.caughtUp();
    for (const number of [1, 2]) await cluster.pause(number);
    const address = cluster.address(database.name, { session: 'prefer-standby' });

    const added = await tryImport(talk(slugOf(2), '2030-01-02T12:00:00Z', { speakers: [ada] }), address);
    assert.deepEqual([added.status, added.stderr], [0, '']);
    const forgotten = await lectern(['forget', '--database', address, '--yes', ada]);
    assert.deepEqual([forgotten.status, forgotten.stderr], [0, '']);
    await importRecords(address, before);
    const exported = await lectern(['export', '--database', known]);
    assert.deepEqual([exported.status, exported.stderr], [0, '']);
    assert.equal(exported.stdout.match(/"type":"talk"/g)?.length, 2);
    assert.ok(!exported.stdout.includes(ada), exported.stdout);

    for (const number of [0, 1]) await cluster.server(number).stop('fast');
    const sources = await lectern(['sources', '--database', address]);
    assert.deepEqual([sources.status, sources.stderr], [0, '']);

    for (const number of [0, 1]) await cluster.server(number).start();
    for (const number of [1, 2]) await cluster.unpause(number);
  });

  it('serves reads without the primary, fails imports clearly, and uses the promoted standby', async (t) => {
    t.diagnostic(`PostgreSQL ${VERSION}; the standbys were copied by ${cluster.copiedBy}`);
    const server = await serve(database.address);
    await cluster.primary.kill();
    await assertWell(server);
    assert.equal((await server.ask(`/api/talks/${RICH}.ics`)).status, 200);

    const failed = await tryImport(LATER);
    assert.deepEqual([failed.status, failed.stdout], [1, '']);
    assert.match(failed.stderr, /^lectern: [^\n]*(primary|takes? (no )?imports?|read-only)[^\n]*\n$/);

    await cluster.promote(1);
    const done = await tryImport(LATER);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    await until(async () => (await server.ask(`/api/talks/${slugOf(900)}`)).status === 200, 'the import');
    await cluster.caughtUp();

    // The old primary comes back as a standby of the new one.
    await cluster.replace(0);
    const again = await lectern(['export', '--database', cluster.address(database.name)]);
    assert.equal(again.status, 0, again.stderr);
    assert.ok(again.stdout.includes(slugOf(900)));
    await assertWell(server);
  });

  it('never goes back to the older catalogue of a lagging standby', async () => {
    const server = await serve(database.address);
    for (const number of [1, 2]) await cluster.pause(number);
    await server.import([LATER]);
    const before = await total(server);
    assert.equal((await server.ask(`/api/talks/${slugOf(900)}`)).status, 200);

    await cluster.primary.kill();
    const end = performance.now() + 4_000;
    for (let time = 0; performance.now() < end; time += 1) {
      assert.equal(await total(server), before, 'an older catalogue came back');
      const answers = await Promise.all(
        [`/api/talks/${slugOf(900)}`, `/api/talks/search?from=2015-01-01&count=${1 + (time % 900)}`].map((path) =>
          server.ask(path),
        ),
      );
      for (const answer of answers) {
        assert.equal(answer.status, 200);
        const found = valueAt(jsonOf(answer), 'total');
        if (found !== undefined) assert.equal(found, before);
      }
      await setTimeout(50);
    }
    await cluster.unpause(1);
    await cluster.unpause(2);
    await assertWell(server);
    assert.equal(await total(server), before);
    await cluster.promote(2);
    await server.import([LAST]);
    assert.equal((await server.ask(`/api/talks/${slugOf(901)}`)).status, 200);
  });

  it('follows a new primary that has lost the last import', async () => {
    const server = await serve(database.address);
    const before = await total(server);
    // The standbys are stopped, so this import does not reach them.
    for (const number of [1, 2]) await cluster.server(number).stop('fast');
    await server.import([LATER]);
    await cluster.primary.kill();
    for (const number of [1, 2]) await cluster.server(number).start();
    await cluster.promote(1);
    await until(async () => (await total(server)) === before, 'the state of the new primary');
    await assertWell(server);
    assert.equal((await server.ask(`/api/talks/${slugOf(900)}`)).status, 404);
    await server.import([LAST]);
    assert.equal((await server.ask(`/api/talks/${slugOf(901)}`)).status, 200);
  });
});
