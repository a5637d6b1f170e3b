import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isMembers } from '../support/json-value.ts';
import { answersIn, exchange, opened } from '../support/http/raw-exchange.ts';
import { testServer } from '../support/http/server.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

// An answer of 20 MB does not fit into the socket buffers.
const TALKS = Array.from({ length: 20 }, (_, n) =>
  talk(slugOf(n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'d'.repeat(999_000)}` }),
);
const LISTING = '/api/talks/search?from=2026-01-01&count=1000';

const impatient = testServer(TALKS, {}, { timeouts: { request: 500, stall: 500 } });

async function openedTo(server: typeof impatient): Promise<Socket> {
  return opened((await server.started()).port);
}

/** Waits until the server has closed the connection. */
async function closed(socket: Socket): Promise<void> {
  if (socket.closed) return;
  socket.on('error', () => undefined);
  await once(socket, 'close');
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

/** The server's socket of the next request for this target. */
function servedSocket(target: string): Promise<Socket> {
  return new Promise((resolve) => {
    const started = (message: unknown): void => {
      if (!isMembers(message) || !isMembers(message.request) || message.request.url !== target) return;
      unsubscribe('http.server.request.start', started);
      resolve(message.socket as Socket);
    };
    subscribe('http.server.request.start', started);
  });
}

describe('a client that is too slow', () => {
  it('gets a 408 and is disconnected if its headers are incomplete', async () => {
    const socket = await openedTo(impatient);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write('GET /api HTTP/1.1\r\nHost: x\r\n');
    trickle(socket, ['X: y\r\n'], 20);
    await closed(socket);
    const [answer] = answersIn(Buffer.concat(chunks), ['GET']);
    assert.ok(answer !== undefined);
    assert.deepEqual([answer.status, answer.headers.connection], [408, 'close']);
    (await impatient.started()).contract.check({ method: 'GET', target: '/api' }, answer);
  });

  it('is disconnected if its request line is incomplete', async () => {
    const socket = await openedTo(impatient);
    socket.resume();
    trickle(socket, ['G', 'E', 'T', ' ', '/', ...Array.from({ length: 1000 }, () => 'a')], 20);
    await closed(socket);
  });

  it('is disconnected if it sends nothing', async () => {
    const socket = await openedTo(impatient);
    socket.resume();
    await closed(socket);
  });

  it('is answered and disconnected if the body of its GET is incomplete', async () => {
    const request = 'GET /api HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc';
    const bytes = await exchange((await impatient.started()).port, request, 60_000);
    assert.equal(answersIn(bytes, ['GET'])[0]?.status, 200);
  });

  it('is disconnected if it does not read its answer', async () => {
    const socket = await openedTo(impatient);
    socket.pause();
    const served = servedSocket(LISTING);
    socket.write(`GET ${LISTING} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await closed(await served);
    // The client notices only when it starts to read.
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    socket.resume();
    await closed(socket);
    assert.ok(received < 18_000_000, `${String(received)} bytes came`);
  });
});

it('a client that pipelines a CONNECT gets the whole previous answer first', async () => {
  const requests = [`GET ${LISTING} HTTP/1.1\r\nHost: x\r\n\r\n`, 'CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n'];
  const bytes = await exchange((await impatient.started()).port, requests.join(''), 60_000);
  const answers = answersIn(bytes, ['GET', 'CONNECT']);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 405],
  );
});

describe('a client that is slow but within the limits', () => {
  const server = testServer([talk(slugOf(1), '2026-01-01T12:00:00Z')]);

  it('does not delay other clients', async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => openedTo(server)));
    for (const socket of slow) socket.write('GET /api HTTP/1.1\r\nX: ');
    for (let time = 0; time < 20; time += 1) assert.equal((await server.ask(`/api/talks/${slugOf(1)}`)).status, 200);
    for (const socket of slow) socket.destroy();
  });

  it('gets its answer', async () => {
    const socket = await openedTo(server);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = once(socket, 'close');
    for (const piece of ['GET /hea', 'lthz HTTP/1.1\r\nHo', 'st: x\r\nConnection: clo', 'se\r\n', '\r\n']) {
      socket.write(piece);
      await delay(100);
    }
    await ended;
    assert.equal(answersIn(Buffer.concat(chunks), ['GET'])[0]?.status, 200);
  });
});
