import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { importedDatabase } from '../support/db/imported-database.ts';
import { jsonOf, type HttpAnswer } from '../support/http/http-answer.ts';
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

const LISTING = '/api/talks/search?from=2026-01-01&count=1000';

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

/** Sends requests until an answer says that it is the last. */
async function lastAnswer(connection: KeptConnection): Promise<void> {
  for (let isLast = false; !isLast;) {
    const { status, headers } = await connection.ask('/healthz');
    assert.equal(status, 200);
    isLast = headers.connection === 'close';
  }
}

/** Sends pipelined requests until one of the answers says that it is the last, which must be the last of them. */
async function pipelinedToTheLast(connection: KeptConnection): Promise<void> {
  const paths = ['/healthz', `/api/talks/${slugOf(1)}`, '/nowhere', `/talks/id/${slugOf(2)}`, '/healthz'];
  for (let isLast = false; !isLast;) {
    const answers = await connection.askAll(paths);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 404, 200, 200],
    );
    const [last, ...others] = answers.map(({ headers }) => headers.connection).toReversed();
    assert.deepEqual(new Set(others), new Set(['keep-alive']));
    isLast = last === 'close';
  }
  await connection.closed;
}

/** Sends a request in two parts, the second after idle connections have been closed. */
async function askedSlowly(connection: KeptConnection): Promise<void> {
  connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n');
  // Longer than idle connections stay open.
  await delay(2_000);
  connection.send('\r\n');
  assert.equal((await connection.answer()).headers.connection, 'close');
}

function assertWhole(answer: HttpAnswer): void {
  assert.equal(listAt(jsonOf(answer), '_embedded', 'talks').length, TALKS.length);
}

describe('a server that stops', () => {
  for (const workers of ['1', '2'])
    it(`with --workers ${workers} on SIGTERM closes each connection after its last answer, then exits with status 0`, async (t) => {
      const lectern = await serveLectern(await database(), ['--workers', workers, ...LONG_GRACE]);
      t.after(() => lectern.kill());
      const open = (): Promise<KeptConnection> => KeptConnection.open(lectern.port);
      const [used, silent, pipelining, slow] = [await open(), await open(), await open(), await open()];
      const idle = [await open(), await open(), await open(), await open()];
      for (const connection of [used, ...idle.slice(2)])
        assert.equal((await connection.ask('/healthz')).headers.connection, 'keep-alive');
      const busy = await Promise.all(Array.from({ length: 6 }, open));
      const answers = busy.map((connection, n) =>
        connection.ask(`${LISTING}&x=${String(n)}`, `Accept-Encoding: ${n % 2 === 0 ? 'br' : 'gzip'}\r\n`),
      );
      // Gives the other requests time to arrive before the signal.
      await lectern.ask('/healthz');
      lectern.process.kill('SIGTERM');
      await Promise.all([
        // The slow request begins as soon as the server drains, before idle connections are closed.
        lastAnswer(used).then(() => askedSlowly(slow)),
        ...[lastAnswer(silent), pipelinedToTheLast(pipelining)],
        ...answers.map(async (answer) => assertWhole(await answer)),
        ...[used, silent, ...idle, ...busy].map(({ closed }) => closed),
      ]);
      assert.deepEqual(await lectern.finished, { ...lectern.said(), status: 0, stderr: '' });
    });

  it('finishes requests in flight on SIGINT, exits with status 0 and refuses connections', async (t) => {
    const lectern = await serveLectern(await database());
    t.after(() => lectern.kill());
    const questions = Array.from({ length: 6 }, (_, n) =>
      lectern.ask(`${LISTING}&x=${String(n)}`, {
        agent: new Agent(),
        headers: { 'accept-encoding': n % 2 === 0 ? 'br' : 'gzip' },
      }),
    );
    // Gives the other requests time to arrive before the signal.
    await lectern.ask('/healthz');
    lectern.process.kill('SIGINT');
    for (const answer of await Promise.all(questions)) assertWhole(answer);
    const { status, stderr } = await lectern.finished;
    assert.deepEqual([status, stderr], [0, '']);
    assert.ok(await isRefused(lectern.port));
  });

  it('exits at once on a second signal, even with requests in flight', async (t) => {
    const lectern = await serveLectern(await database(), LONG_GRACE);
    t.after(() => lectern.kill());
    const unfinished = await KeptConnection.open(lectern.port);
    unfinished.send('GET /healthz HTTP/1.1\r\n');
    await lectern.ask('/healthz');
    lectern.process.kill('SIGTERM');
    await until(() => isRefused(lectern.port), 'the server to drain');
    lectern.process.kill('SIGTERM');
    assert.equal((await lectern.finished).status, 143);
  });

  it('drops unfinished requests after --shutdown-grace', async (t) => {
    const lectern = await serveLectern(await database(), ['--shutdown-grace', '1']);
    t.after(() => lectern.kill());
    const stuck = await opened(lectern.port);
    stuck.pause();
    stuck.write(`GET ${LISTING} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await lectern.ask('/healthz');
    lectern.process.kill('SIGTERM');
    const { status } = await lectern.finished;
    stuck.destroy();
    assert.equal(status, 0);
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
