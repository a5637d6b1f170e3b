import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { importedDatabase } from '../support/db/imported-database.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { listAt } from '../support/json-value.ts';
import { KeptConnection } from '../support/http/kept-connection.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { opened } from '../support/http/raw-exchange.ts';
import { until } from '../support/until.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

// Large enough that rendering and compressing all of them takes a while.
const TALKS = Array.from({ length: 150 }, (_, n) =>
  talk(slugOf(n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'ä δ '.repeat(1_000)}` }),
);
const database = importedDatabase(TALKS);

/** Longer than any test. A server that exits earlier has not waited for it. */
const LONG_GRACE = ['--shutdown-grace', '600'];

/** Whether nobody listens on the port. Rejects if a connection fails otherwise. */
async function isRefused(port: number): Promise<boolean> {
  try {
    (await opened(port)).destroy();
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return true;
    throw error;
  }
}

for (const workers of ['1', '2'])
  describe(`a server with --workers ${workers} that gets SIGTERM`, () => {
    const serve = async (more: readonly string[] = LONG_GRACE) =>
      serveLectern(await database(), ['--workers', workers, ...more]);

    it('answers a last request on each idle connection with Connection: close, then exits', async (t) => {
      const lectern = await serve();
      t.after(() => lectern.kill());
      const [used, silent] = [await KeptConnection.open(lectern.port), await KeptConnection.open(lectern.port)];
      assert.equal((await used.ask('/healthz')).headers.connection, 'keep-alive');
      lectern.process.kill('SIGTERM');
      for (const connection of [used, silent]) {
        let last = await connection.ask('/healthz');
        while (last.headers.connection !== 'close') last = await connection.ask('/healthz');
        assert.equal(last.status, 200);
        await connection.closed;
      }
      assert.deepEqual(await lectern.finished, { ...lectern.said(), status: 0, stderr: '' });
    });

    it('answers all pipelined requests and sends Connection: close only with the last answer', async (t) => {
      const lectern = await serve();
      t.after(() => lectern.kill());
      const connection = await KeptConnection.open(lectern.port);
      const paths = ['/healthz', `/api/talks/${slugOf(1)}`, '/nowhere', `/talks/id/${slugOf(2)}`, '/healthz'];
      await connection.askAll(paths);
      lectern.process.kill('SIGTERM');
      for (;;) {
        const answers = await connection.askAll(paths);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 404, 200, 200],
        );
        if (answers.every(({ headers }) => headers.connection !== 'close')) continue;
        assert.deepEqual(
          answers.map(({ headers }) => headers.connection),
          ['keep-alive', 'keep-alive', 'keep-alive', 'keep-alive', 'close'],
        );
        break;
      }
      await connection.closed;
      assert.equal((await lectern.finished).status, 0);
    });

    it('finishes answers in progress and then closes their connections', async (t) => {
      const lectern = await serve();
      t.after(() => lectern.kill());
      const connections = await Promise.all(Array.from({ length: 6 }, () => KeptConnection.open(lectern.port)));
      const answers = connections.map((connection, n) =>
        connection.ask(`/api/talks/search?from=2026-01-01&count=1000&x=${String(n)}`, 'Accept-Encoding: br\r\n'),
      );
      await lectern.ask('/healthz');
      lectern.process.kill('SIGTERM');
      for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
      await Promise.all(connections.map(({ closed }) => closed));
      assert.equal((await lectern.finished).status, 0);
    });

    it('closes idle connections', async (t) => {
      const lectern = await serve();
      t.after(() => lectern.kill());
      const [used, silent] = [await KeptConnection.open(lectern.port), await KeptConnection.open(lectern.port)];
      await used.ask('/healthz');
      lectern.process.kill('SIGTERM');
      await Promise.all([used.closed, silent.closed]);
      assert.equal((await lectern.finished).status, 0);
    });

    it('waits for the rest of a partly received request', async (t) => {
      const lectern = await serve();
      t.after(() => lectern.kill());
      const connection = await KeptConnection.open(lectern.port);
      const other = await KeptConnection.open(lectern.port);
      await other.ask('/healthz');
      lectern.process.kill('SIGTERM');
      await until(async () => (await other.ask('/readyz')).headers.connection === 'close', 'the server to drain');
      connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n');
      // Longer than idle connections stay open.
      await delay(2_000);
      connection.send('\r\n');
      assert.equal((await connection.answer()).headers.connection, 'close');
      assert.equal((await lectern.finished).status, 0);
    });

    it('exits at once on a second signal, even with requests in flight', async (t) => {
      const lectern = await serve();
      t.after(() => lectern.kill());
      const unfinished = await KeptConnection.open(lectern.port);
      unfinished.send('GET /healthz HTTP/1.1\r\n');
      await lectern.ask('/healthz');
      lectern.process.kill('SIGTERM');
      await until(() => isRefused(lectern.port), 'the server to drain');
      lectern.process.kill('SIGTERM');
      assert.equal((await lectern.finished).status, 143);
    });
  });

describe('a server that stops', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`on ${signal} finishes requests in flight and exits with status 0`, async (t) => {
      const lectern = await serveLectern(await database());
      t.after(() => lectern.kill());
      const questions = Array.from({ length: 6 }, (_, n) =>
        lectern.ask(`/api/talks/search?from=2026-01-01&count=1000&x=${String(n)}`, {
          agent: new Agent(),
          headers: { 'accept-encoding': n % 2 === 0 ? 'br' : 'gzip' },
        }),
      );
      // Gives the other requests time to arrive before the signal.
      await lectern.ask('/healthz');
      lectern.process.kill(signal);
      const answers = await Promise.all(questions);
      for (const answer of answers) assert.equal(listAt(jsonOf(answer), '_embedded', 'talks').length, TALKS.length);
      const { status, stderr } = await lectern.finished;
      assert.deepEqual([status, stderr], [0, '']);
    });
  }

  it('does not wait for idle connections', async (t) => {
    const lectern = await serveLectern(await database(), LONG_GRACE);
    t.after(() => lectern.kill());
    const silent = await opened(lectern.port);
    const agent = new Agent({ keepAlive: true });
    await lectern.ask('/healthz', { agent });
    lectern.process.kill('SIGTERM');
    const { status } = await lectern.finished;
    silent.destroy();
    agent.destroy();
    assert.equal(status, 0);
  });

  it('drops unfinished requests after --shutdown-grace', async (t) => {
    const lectern = await serveLectern(await database(), ['--shutdown-grace', '1']);
    t.after(() => lectern.kill());
    const stuck = await opened(lectern.port);
    stuck.pause();
    stuck.write('GET /api/talks/search?from=2026-01-01&count=1000 HTTP/1.1\r\nHost: x\r\n\r\n');
    await lectern.ask('/healthz');
    lectern.process.kill('SIGTERM');
    const { status } = await lectern.finished;
    stuck.destroy();
    assert.equal(status, 0);
  });

  it('refuses connections afterwards', async (t) => {
    const lectern = await serveLectern(await database());
    t.after(() => lectern.kill());
    lectern.process.kill('SIGTERM');
    await lectern.finished;
    assert.ok(await isRefused(lectern.port));
  });

  it('returns the same answers and ETags after a restart', async (t) => {
    const first = await serveLectern(await database());
    t.after(() => first.kill());
    const path = '/api/talks/search?from=2026-01-01&count=5&page=3';
    const before = await first.ask(path, { headers: {} });
    first.process.kill('SIGKILL');
    await first.finished;
    const second = await serveLectern(await database(), ['--base-url', `http://127.0.0.1:${String(first.port)}`]);
    t.after(() => second.kill());
    const now = await second.ask(path);
    assert.deepEqual([now.body.toString(), now.headers.etag], [before.body.toString(), before.headers.etag]);
  });
});
