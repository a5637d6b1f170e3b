import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import type { Answer } from '#server/http/answer.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { portOf } from '#server/http/listener.ts';
import { requestHandler } from '#server/http/request-handler.ts';
import { ResponseCache } from '#server/http/response-cache.ts';
import { askPort } from '../support/http/ask.ts';
import { answersIn, exchange, opened } from '../support/http/raw-exchange.ts';
import { until } from '../support/until.ts';

const ECHO: Omit<Answer, 'body'> = {
  status: 200,
  contentType: 'application/json',
  tag: undefined,
  variant: '',
  headers: [],
  keep: 'never',
  until: 0,
};

/** A server with one path, which echoes what is posted to it. */
async function echo(t: TestContext, { isOverloaded = false, arrivesWithin = 10_000 } = {}) {
  const posted: string[] = [];
  const errors: unknown[] = [];
  let gone = 0;
  const application = {
    responses: new ResponseCache(0),
    replica: { trouble: undefined, lastSeen: 0 } as const,
    now: () => new Date(0),
    baseUrl: 'https://talks.example.org',
    languageKey: () => '',
    httpError: () => new HttpError('internal', ''),
    errorAnswer: () => assert.fail(),
    find: (path: string) =>
      path === '/echo'
        ? {
            route: '/echo',
            post: ({ body }: { readonly body: Buffer }) => {
              posted.push(body.toString());
              return Promise.resolve({ ...ECHO, body });
            },
          }
        : notFound('Nothing is served at this path'),
  };
  const handle = requestHandler(
    application,
    (_request, response, error) => {
      errors.push(error);
      response.writeHead(error instanceof HttpError ? error.status : 500).end();
    },
    { isOverloaded, asked: () => undefined },
    { rateLimit: undefined, requestIds: { of: () => 'id' }, arrivesWithin },
  );
  const server = createServer((request, response) => {
    request.once('close', () => (gone += request.complete ? 0 : 1));
    handle(request, response);
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return { port: portOf(server), posted, errors, gone: () => gone };
}

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } };

describe('a POST body', () => {
  it('reaches the handler in one piece, even if it arrives in chunks', async (t) => {
    const { port, posted } = await echo(t);
    const socket = await opened(port);
    socket.write(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    for (const piece of ['2\r\n["\r\n', '3\r\nab"\r\n', '1\r\n]\r\n0\r\n\r\n']) socket.write(piece);
    await once(socket, 'data');
    socket.destroy();
    assert.deepEqual(posted, ['["ab"]']);
  });

  it('is read to its end even if it is rejected, so that the client gets the response', async (t) => {
    const { port, posted } = await echo(t);
    for (const [header, status] of [
      ['Content-Type: application/json', 413],
      ['Content-Type: text/plain', 415],
      ['Content-Type: application/json\r\nOrigin: https://evil.example', 403],
    ] as const) {
      const socket = await opened(port);
      const said: Buffer[] = [];
      socket.on('data', (data) => said.push(data));
      const size = 80 * 1024;
      socket.write(
        `POST /echo HTTP/1.1\r\nHost: x\r\n${header}\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`,
      );
      // When another request is answered, the server has read the beginning.
      await askPort(port, '/echo', { ...POST, body: '[]' });
      socket.write(Buffer.alloc(size));
      // Rejects if the connection is reset.
      await once(socket, 'close');
      assert.equal(answersIn(Buffer.concat(said), ['POST'])[0]?.status, status);
    }
    assert.deepEqual(posted, ['[]', '[]', '[]']);
  });

  it('is rejected for its own reason if it never comes, otherwise with 408', async (t) => {
    const { port } = await echo(t, { arrivesWithin: 1 });
    for (const [header, status] of [
      ['Content-Type: application/json', 408],
      ['Content-Type: text/plain', 415],
      ['Content-Type: application/json\r\nOrigin: https://evil.example', 403],
    ] as const) {
      const bytes = await exchange(port, `POST /echo HTTP/1.1\r\nHost: x\r\n${header}\r\nContent-Length: 10\r\n\r\n`);
      const [answer] = answersIn(bytes, ['POST']);
      assert.deepEqual([answer?.status, answer?.headers.connection], [status, 'close']);
    }
  });

  it('is rejected with 503 while the server is overloaded', async (t) => {
    const { port, posted } = await echo(t, { isOverloaded: true });
    const { status } = await askPort(port, '/echo', { ...POST, body: '[]' });
    assert.deepEqual([status, posted], [503, []]);
  });

  it('is dropped without an error if the client disconnects before the end', async (t) => {
    const { port, posted, errors, gone } = await echo(t);
    const socket = await opened(port);
    socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n[');
    await until(async () => {
      await askPort(port, '/echo', { ...POST, body: '[]' });
      return posted.length > 0;
    }, 'the server to read the beginning');
    socket.destroy();
    await until(() => gone() === 1, 'the server to notice the disconnect');
    assert.deepEqual(errors, []);
    assert.ok(!posted.includes('['));
  });
});
