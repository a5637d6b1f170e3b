import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { portOf } from '#server/http/listener.ts';
import { lecternProcess } from '../support/process/command.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { importRecords } from '../support/db/import-records.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { valueAt } from '../support/json-value.ts';
import { Lazy } from '../support/lazy.ts';
import { KeptConnection } from '../support/http/kept-connection.ts';
import { isAlive, serveWorkers, standStill, type ServingWorkers } from '../support/process/serving-workers.ts';
import { temporaryFolder } from '../support/folder.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { until } from '../support/until.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { oneToEach, workerOf } from '../support/process/worker-connections.ts';
import { WorkerReaders } from '../support/process/worker-readers.ts';

const folder = temporaryFolder();
const TALKS = Array.from({ length: 200 }, (_, n) =>
  talk(slugOf(n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'ä δ '.repeat(500)}` }),
);
const database = importedDatabase(TALKS);

const REPLACED = 'worker exited unexpectedly; restarting';

async function serving(t: TestContext, count: number, args: readonly string[] = []): Promise<ServingWorkers> {
  const workers = await serveWorkers(await database(), count, args);
  t.after(() => workers.kill());
  return workers;
}

describe('lectern serve with several workers', () => {
  /** For tests that only ask. */
  const shared = new Lazy(async () => serveWorkers(await database(), 3));
  after(async () => (await shared.made)?.kill());

  it('answers by each of them, spreads connections evenly, and says in /readyz which one it was', async () => {
    const { port } = await shared.get();
    const connections: KeptConnection[] = [];
    const answering: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const connection = await KeptConnection.open(port);
      connections.push(connection);
      answering.push(await workerOf(connection));
    }
    assert.deepEqual(answering.sort(), [1, 1, 2, 2, 3, 3]);
    for (const connection of connections)
      for (const path of ['/healthz', '/readyz', `/api/talks/${slugOf(5)}`])
        assert.equal((await connection.ask(path)).status, 200);
    for (const connection of connections) connection.end();
  });

  it('tells of every worker in its metrics, and adds up what they have counted, also those that are no more', async (t) => {
    const workers = await serving(t, 2);
    const connections = await oneToEach(workers.port, 2);
    for (const connection of connections) {
      for (const path of ['/api', '/api', '/api/none']) await connection.ask(path);
    }
    const told = async (line: RegExp): Promise<readonly string[]> =>
      (await workers.metrics()).split('\n').flatMap((each) => (line.test(each) ? [each] : []));
    const requests = /^lectern_http_requests_total\{route="\/api",status="200",representation="application\/json"\} 4$/;
    await until(async () => (await told(requests)).length === 1, 'both to have told of their requests');
    assert.deepEqual(
      (await told(/^lectern_catalogue_talks/)).toSorted(),
      ['1', '2'].map((worker) => `lectern_catalogue_talks{worker="${worker}"} ${String(TALKS.length)}`),
    );
    const [killed = 0] = workers.readied();
    process.kill(killed, 'SIGKILL');
    await until(() => workers.readied().length === 3, 'another worker');
    await until(async () => (await told(/^lectern_ready/)).length === 2, 'it to tell of itself');
    assert.equal((await told(requests)).length, 1);
    for (const connection of connections) connection.end();
  });

  it('says that it is ready once, in one line, and in its log when all are', async () => {
    const { said, log, port } = await shared.get();
    assert.equal(said().stdout, `Lectern is ready: http://127.0.0.1:${String(port)}\n`);
    const listening = log().filter((line) => String(valueAt(line, 'msg')).startsWith('listening'));
    assert.deepEqual(listening.map((line) => valueAt(line, 'worker')).sort(), [1, 2, 3]);
  });

  it('replaces one that is killed at once, while the others go on', async (t) => {
    const workers = await serving(t, 2);
    const killed = workers.readied()[0] ?? 0;
    process.kill(killed, 'SIGKILL');
    await until(async () => {
      assert.equal((await workers.ask('/readyz')).status, 200);
      return workers.readied().length === 3;
    }, 'another one');
    await workers.logged(REPLACED);
    for (const connection of await oneToEach(workers.port, 2)) connection.end();
    assert.ok(!isAlive(killed));
  });

  it('gives a connection to another worker when the one that was to have it dies', async (t) => {
    const workers = await serving(t, 2);
    const stopped = workers.readied()[0] ?? 0;
    await standStill(stopped);
    // One of these goes to the one that stands still, the rest to the other.
    const connections = await Promise.all([1, 2, 3, 4].map(() => KeptConnection.open(workers.port)));
    const answers = connections.map((connection) => connection.ask('/healthz'));
    let answered = 0;
    for (const answer of answers) void answer.then(() => (answered += 1));
    await until(() => answered === 3, 'three answers');
    process.kill(stopped, 'SIGKILL');
    for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
    for (const connection of connections) connection.end();
  });

  it('ends one that is told to end, when it has answered, and puts another in its place', async (t) => {
    const workers = await serving(t, 2);
    const readers = new WorkerReaders(workers.port, 4);
    process.kill(workers.readied()[0] ?? 0, 'SIGTERM');
    await workers.logged(REPLACED);
    await until(() => workers.readied().length === 3, 'another one');
    await readers.end();
    assert.deepEqual(readers.wrong, []);
  });

  it('ends by itself when its parent is killed, with what was asked answered', async (t) => {
    const workers = await serving(t, 2);
    const [connection] = await oneToEach(workers.port, 2);
    const asked = connection?.ask('/api/talks/search?from=2026-01-01&count=1000', 'Accept-Encoding: br\r\n');
    workers.process.kill('SIGKILL');
    assert.equal((await asked)?.status, 200);
    await until(() => !workers.readied().some(isAlive), 'the workers to end');
  });

  it('shows an import in every worker, and no connection anything older after anything newer', async (t) => {
    const { address: own } = await databaseOf(t);
    await importRecords(own, TALKS.slice(0, 10));
    const { port, kill } = await serveWorkers(own, 4);
    t.after(kill);
    const connections = await oneToEach(port, 4);
    let isOver = false;
    const watched = connections.map(async (connection) => {
      let newest = 0;
      while (!isOver) {
        const found = jsonOf(await connection.ask('/api/talks/search?from=2026-01-01&count=1'));
        const total = Number(valueAt(found, 'total'));
        assert.ok(total >= newest, `${String(total)} after ${String(newest)}`);
        newest = total;
      }
      return newest;
    });
    for (let n = 10; n < 14; n += 1) {
      await importRecords(own, [TALKS[n] ?? talk(slugOf(n), '2026-01-01T12:00:00Z')]);
      const fresh = await oneToEach(port, 4);
      for (const connection of fresh) {
        await until(async () => valueAt(jsonOf(await connection.ask('/readyz')), 'catalogue', 'talks') === n + 1, 'it');
        connection.end();
      }
    }
    isOver = true;
    assert.deepEqual(await Promise.all(watched), [14, 14, 14, 14]);
    for (const connection of connections) connection.end();
  });
});

describe('lectern serve with several workers, told to stop', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`by ${signal} to all its processes at once answers what is in flight and ends with status 0`, async (t) => {
      const workers = await serving(t, 2);
      const connections = await oneToEach(workers.port, 2);
      const asked = connections.map((connection) =>
        connection.ask('/api/talks/search?from=2026-01-01&count=1000', 'Accept-Encoding: br\r\n'),
      );
      await workers.ask('/healthz');
      for (const pid of [workers.process.pid ?? 0, ...workers.readied()]) process.kill(pid, signal);
      for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
      assert.equal((await workers.finished).status, 0);
      assert.ok(!workers.readied().some(isAlive));
    });

  it('twice leaves no worker behind', async (t) => {
    const workers = await serving(t, 2, ['--shutdown-grace', '600']);
    const [connection] = await oneToEach(workers.port, 2);
    connection?.send('GET /healthz HTTP/1.1\r\n');
    workers.process.kill('SIGINT');
    await workers.logged('stopping: finishing requests in flight');
    workers.process.kill('SIGINT');
    assert.equal((await workers.finished).status, 130);
    await until(() => !workers.readied().some(isAlive), 'the workers to end');
  });
});

describe('lectern serve with several workers that cannot start', () => {
  it('says once what is wrong with the database', async (t) => {
    const { address } = await databaseOf(t);
    const done = await lecternProcess(['serve', '--workers', '3', '--port', '0', '--database', address]);
    assert.deepEqual([done.status, done.stdout], [1, '']);
    assert.match(done.stderr, /^lectern: There is no catalogue [^\n]*\n$/);
  });

  it('leaves nothing of a sample behind when the port is taken', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const port = portOf(other);
    const own = join(folder, 'tmp');
    await mkdir(own);
    const variables = { TMPDIR: own };
    const done = await lecternProcess(['serve', '--sample', '--workers', '2', '--port', String(port)], { variables });
    const said = `lectern: Port ${String(port)} on 127.0.0.1 is in use by another program. Stop it, or choose another with --port.\n`;
    assert.deepEqual(done, { status: 1, stdout: '', stderr: said });
    assert.deepEqual(await readdir(own), []);
    await rm(own, { recursive: true });
  });
});
