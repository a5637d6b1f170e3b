import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { answersIn, exchange, opened } from '../support/raw-exchange.ts';
import { startTestServer } from '../support/server.ts';
import { slugOf, talk } from '../support/wire-records.ts';

/** Seconds within which a request has to be here, and after which an answer that nobody takes is cut, with some grace. */
const REQUEST_WITHIN = 10;
const STALLED_AT_MOST = 30;
const GRACE = 5;

// One answer of 60 MB: more than any socket on the way holds.
const TALKS = Array.from({ length: 60 }, (_, n) =>
  talk(slugOf(n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'d'.repeat(999_000)}` }),
);
const server = await startTestServer(TALKS);
after(() => server.close());

/** Seconds until the server closes the connection. */
async function closedAfter(socket: Socket): Promise<number> {
  const start = performance.now();
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return (performance.now() - start) / 1000;
}

function trickle(socket: Socket, pieces: readonly string[], everyMilliseconds: number): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(pieces[at % pieces.length] ?? '');
    at += 1;
  }, everyMilliseconds);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

describe('a client that is too slow', { concurrency: true }, () => {
  it('in sending its headers is told so and cut', async () => {
    const socket = await opened(server.port);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write('GET /api HTTP/1.1\r\nHost: x\r\n');
    trickle(socket, ['X: y\r\n'], 200);
    const seconds = await closedAfter(socket);
    assert.ok(seconds < REQUEST_WITHIN + GRACE, `cut after ${String(seconds)} s`);
    const [answer] = answersIn(Buffer.concat(chunks), ['GET']);
    assert.ok(answer !== undefined);
    assert.deepEqual([answer.status, answer.headers.connection], [408, 'close']);
    server.contract.check({ method: 'GET', target: '/api' }, answer);
  });

  it('in sending its request line is cut', async () => {
    const socket = await opened(server.port);
    socket.resume();
    trickle(socket, ['G', 'E', 'T', ' ', '/', ...Array.from({ length: 1000 }, () => 'a')], 200);
    const seconds = await closedAfter(socket);
    assert.ok(seconds < REQUEST_WITHIN + GRACE, `cut after ${String(seconds)} s`);
  });

  it('in sending anything at all is cut', async () => {
    const socket = await opened(server.port);
    socket.resume();
    const seconds = await closedAfter(socket);
    assert.ok(seconds < REQUEST_WITHIN + GRACE, `cut after ${String(seconds)} s`);
  });

  it('in sending a body that nobody asked for is answered and cut', async () => {
    const request = 'GET /api HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc';
    const start = performance.now();
    const bytes = await exchange(server.port, request, (STALLED_AT_MOST + GRACE) * 1000);
    const seconds = (performance.now() - start) / 1000;
    assert.equal(answersIn(bytes, ['GET'])[0]?.status, 200);
    assert.ok(seconds < REQUEST_WITHIN + GRACE, `cut after ${String(seconds)} s`);
  });

  it('in reading its answer is cut', async () => {
    const socket = await opened(server.port);
    socket.pause();
    socket.write('GET /api/talks/search?from=2026-01-01&count=1000 HTTP/1.1\r\nHost: x\r\n\r\n');
    // Nothing is read; that the server has let go is seen when reading begins: the answer is not whole.
    await new Promise((resolve) => setTimeout(resolve, (STALLED_AT_MOST + GRACE) * 1000));
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    socket.resume();
    await closedAfter(socket);
    assert.ok(received < 50_000_000, `${String(received)} bytes came`);
  });

  it('holds nobody else up', async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => opened(server.port)));
    for (const socket of slow) socket.write('GET /api HTTP/1.1\r\nX: ');
    for (let time = 0; time < 20; time += 1) assert.equal((await server.ask(`/api/talks/${slugOf(time)}`)).status, 200);
    for (const socket of slow) socket.destroy();
  });
});

describe('a client that is slow but sends and reads', { concurrency: true }, () => {
  it('gets its answer', async () => {
    const socket = await opened(server.port);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const closed = once(socket, 'close');
    for (const piece of ['GET /hea', 'lthz HTTP/1.1\r\nHo', 'st: x\r\nConnection: clo', 'se\r\n', '\r\n']) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await closed;
    assert.equal(answersIn(Buffer.concat(chunks), ['GET'])[0]?.status, 200);
  });
});
