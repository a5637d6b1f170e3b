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

/** Sends a signal to all processes at once, and checks that they finish requests in flight and end. */
async function endsWell(workers: ServingWorkers, count: number, signal: NodeJS.Signals): Promise<void> {
  const connections = await oneToEach(workers.port, count);
  const asked = connections.map((connection) =>
    connection.ask('/api/talks/search?from=2026-01-01&count=1000', 'Accept-Encoding: br\r\n'),
  );
  await workers.ask('/healthz');
  for (const pid of [workers.process.pid ?? 0, ...workers.readied()]) process.kill(pid, signal);
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  assert.equal((await workers.finished).status, 0);
  assert.ok(!workers.readied().some(isAlive));
}

describe('lectern serve with several workers', () => {
  const few = importedDatabase(TALKS.slice(0, 10));
  /** Shared. The last test ends it. */
  const shared = new Lazy(async () =>
    serveWorkers(await few(), 3, [], { variables: { HOST: '0.0.0.0', LECTERN_LOGLEVEL: 'debug' } }),
  );
  after(async () => (await shared.made)?.kill());

  it('spreads connections evenly over its workers, and names the worker in /readyz', async () => {
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

  it('prints once that it is ready, and logs that each worker is listening', async () => {
    const { said, log, port } = await shared.get();
    assert.equal(said().stdout, `Lectern is ready: http://localhost:${String(port)}\n`);
    const listening = log().filter((line) => String(valueAt(line, 'msg')).startsWith('listening'));
    assert.deepEqual(listening.map((line) => valueAt(line, 'worker')).sort(), [1, 2, 3]);
  });

  it('logs once which LECTERN_ variables are not settings, and which address settings are missing', async () => {
    const { log } = await shared.get();
    const lines = log()
      .map((line) => [valueAt(line, 'level'), String(valueAt(line, 'msg')).replace(/:\d+:/, ':…:')] as const)
      .filter(([, message]) => /not a setting|every link|not set/.test(message));
    const places = '--places-url (links to places lead to their records here)';
    const toSet = 'set --base-url or LECTERN_BASE_URL to the address that readers use';
    assert.deepEqual(lines, [
      [40, 'LECTERN_LOGLEVEL is not a setting. Did you mean LECTERN_LOG_LEVEL?'],
      [40, `every link begins with http://localhost:…: ${toSet}`],
      [30, `not set: ${places}, --maps-url (maps link to OpenStreetMap)`],
    ]);
  });

  it('shows an import in every worker, and never an older version after a newer one on a connection', async () => {
    const { port } = await shared.get();
    const connections = await oneToEach(port, 3);
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
      await importRecords(await few(), [TALKS[n] ?? talk(slugOf(n), '2026-01-01T12:00:00Z')]);
      const fresh = await oneToEach(port, 3);
      for (const connection of fresh) {
        await until(
          async () => valueAt(jsonOf(await connection.ask('/readyz')), 'catalogue', 'talks') === n + 1,
          'the import',
        );
        connection.end();
      }
    }
    isOver = true;
    assert.deepEqual(await Promise.all(watched), [14, 14, 14]);
    for (const connection of connections) connection.end();
  });

  it('opens no debugger on SIGUSR1, then finishes requests in flight on SIGINT and exits with status 0', async () => {
    const workers = await shared.get();
    assert.equal(workers.readied().length, 3);
    for (const pid of [workers.process.pid ?? 0, ...workers.readied()]) process.kill(pid, 'SIGUSR1');
    // Node handles the signal before it answers requests that are sent afterwards.
    for (let n = 0; n < 21; n += 1) assert.equal((await workers.ask('/healthz')).status, 200);
    // Large responses, which are still being compressed when the signal arrives.
    await importRecords(await few(), TALKS);
    const hasAll = async (connection: KeptConnection): Promise<boolean> =>
      valueAt(jsonOf(await connection.ask('/readyz')), 'catalogue', 'talks') === TALKS.length;
    for (const connection of await oneToEach(workers.port, 3)) {
      await until(() => hasAll(connection), 'the import');
      connection.end();
    }
    await endsWell(workers, 3, 'SIGINT');
    assert.doesNotMatch(workers.said().stderr, /Debugger/);
  });
});

describe('a worker of lectern serve', () => {
  /** Shared. Each test ends a worker and waits for the next; the last one ends all. */
  const shared = new Lazy(async () => serveWorkers(await database(), 2));
  after(async () => (await shared.made)?.kill());
  const alive = async (): Promise<readonly [number, number]> => {
    const [first = 0, second = 0] = (await shared.get()).readied().filter(isAlive);
    return [first, second];
  };
  const isReplaced = async (pid: number): Promise<boolean> => {
    const said = (await shared.get())
      .log()
      .some((line) => valueAt(line, 'msg') === REPLACED && valueAt(line, 'workerPid') === pid);
    return said && (await alive())[1] !== 0;
  };

  it('leaves a connection to another if it dies before accepting it', async () => {
    const { port } = await shared.get();
    const [stopped] = await alive();
    await standStill(stopped);
    // One of these goes to the stopped worker, the rest to the other.
    const connections = await Promise.all([1, 2, 3, 4].map(() => KeptConnection.open(port)));
    const answers = connections.map((connection) => connection.ask('/healthz'));
    let answered = 0;
    for (const answer of answers) void answer.then(() => (answered += 1));
    await until(() => answered === 3, 'three answers');
    process.kill(stopped, 'SIGKILL');
    for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
    for (const connection of connections) connection.end();
    await until(() => isReplaced(stopped), 'a new worker');
  });

  it('is named in the metrics; if killed, it is replaced while others serve, and its requests stay counted', async () => {
    const workers = await shared.get();
    const connections = await oneToEach(workers.port, 2);
    for (const connection of connections) {
      for (const path of ['/api', '/api', '/api/none']) await connection.ask(path);
    }
    const told = async (line: RegExp): Promise<readonly string[]> =>
      (await workers.metrics()).split('\n').flatMap((each) => (line.test(each) ? [each] : []));
    const requests = /^lectern_http_requests_total\{route="\/api",status="200",representation="application\/json"\} 4$/;
    await until(async () => (await told(requests)).length === 1, 'the requests of both workers in the metrics');
    assert.deepEqual(
      (await told(/^lectern_catalogue_talks/)).toSorted(),
      ['1', '2'].map((worker) => `lectern_catalogue_talks{worker="${worker}"} ${String(TALKS.length)}`),
    );
    const [killed] = await alive();
    process.kill(killed, 'SIGKILL');
    await until(async () => {
      assert.equal((await workers.ask('/readyz')).status, 200);
      return isReplaced(killed);
    }, 'a new worker');
    await until(async () => (await told(/^lectern_ready/)).length === 2, 'the metrics of the new worker');
    assert.equal((await told(requests)).length, 1);
    for (const connection of [...connections, ...(await oneToEach(workers.port, 2))]) connection.end();
  });

  it('finishes its requests on SIGTERM, and is then replaced', async () => {
    const { port } = await shared.get();
    const [ended] = await alive();
    const readers = new WorkerReaders(port, 4);
    process.kill(ended, 'SIGTERM');
    await until(() => isReplaced(ended), 'a new worker');
    await readers.end();
    assert.deepEqual(readers.wrong, []);
  });

  it('finishes its requests and exits if the parent is killed', async () => {
    const workers = await shared.get();
    const [connection] = await oneToEach(workers.port, 2);
    const asked = connection?.ask('/api/talks/search?from=2026-01-01&count=1000', 'Accept-Encoding: br\r\n');
    workers.process.kill('SIGKILL');
    assert.equal((await asked)?.status, 200);
    await until(() => !workers.readied().some(isAlive), 'the workers to end');
  });
});

describe('stopping lectern serve with several workers', () => {
  it('by SIGTERM to all processes at once finishes requests in flight and exits with status 0', async (t) => {
    await endsWell(await serving(t, 2), 2, 'SIGTERM');
  });

  it('twice exits with status 130 and leaves no worker behind', async (t) => {
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

describe('a failed start of lectern serve with several workers', () => {
  it('reports a missing catalogue once', async (t) => {
    const { address } = await databaseOf(t);
    const done = await lecternProcess(['serve', '--workers', '2', '--port', '0', '--database', address]);
    assert.deepEqual([done.status, done.stdout], [1, '']);
    assert.match(done.stderr, /^lectern: There is no catalogue [^\n]*\n$/);
  });

  it('leaves no files of the sample behind', async (t) => {
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
