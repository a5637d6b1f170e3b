import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Fetcher } from '#sources/fetch/fetch.ts';
import type { FetchedAnswer } from '#sources/fetch/fetch.ts';
import { FetchFailure } from '#sources/fetch/fetch-failure.ts';
import { FETCH_LIMITS } from '#sources/fetch/fetch-limits.ts';
import { strangeServer, wholeBody } from '../../support/http/strange-server.ts';
import type { Answering, StrangeServer } from '../../support/http/strange-server.ts';
import { until } from '../../support/until.ts';

const MEBIBYTE = 1024 * 1024;
/** The time limits are out of reach even on a busy machine. Tests of one of them lower it. */
const LIMITS = {
  pause: 0,
  connect: 60_000,
  firstByte: 60_000,
  idle: 60_000,
  total: 600_000,
  wireBytes: MEBIBYTE,
  bodyBytes: 2 * MEBIBYTE,
};
/** Milliseconds. */
const LITTLE = 200;

let server: StrangeServer;
let fetcher: Fetcher;
/** Gives up on a server that sends nothing for a little while, and `hasty` on any request that takes longer. */
let impatient: Fetcher;
let hasty: Fetcher;

function fetcherWith(limits: Partial<typeof LIMITS>): Fetcher {
  const allowedHosts = new Set(['127.0.0.1']);
  return new Fetcher({ allowedHosts, userAgent: 'Lectern', limits: { ...LIMITS, ...limits } });
}

const packed =
  (coding: string, bytes: Buffer): Answering =>
  (response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(bytes);

const raw =
  (text: string | Buffer, isEnd = true): Answering =>
  (_, __, socket) => {
    socket.write(text);
    if (isEnd) socket.end();
  };

/** Writes until the connection closes. */
const trickling =
  (head: string, piece: string, every: number): Answering =>
  (_, __, socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), every);
    socket.on('close', () => {
      clearInterval(timer);
    });
  };

const endless: Answering = (response) => {
  const write = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  };
  response.on('drain', write);
  write();
};

before(async () => {
  server = await strangeServer({
    '/gzip': packed('gzip', gzipSync('hello')),
    '/x-gzip': packed('X-GZIP', gzipSync('hello')),
    '/deflate': packed('deflate', deflateSync('hello')),
    '/raw-deflate': packed('deflate', deflateRawSync('hello')),
    '/br': packed('br', brotliCompressSync('hello')),
    '/identity': packed('identity', Buffer.from('hello')),
    '/twice': packed('gzip, gzip', gzipSync(gzipSync('hello'))),
    '/lzma': packed('lzma', Buffer.from('hello')),
    '/damaged': packed('gzip', Buffer.from('this is no gzip')),
    '/damaged-br': packed('br', Buffer.from('this is no brotli')),
    '/half-gzip': packed('gzip', gzipSync('hello hello hello').subarray(0, 15)),
    '/bomb': packed('gzip', gzipSync(Buffer.alloc(100 * MEBIBYTE))),
    '/bomb-br': packed('br', brotliCompressSync(Buffer.alloc(20 * MEBIBYTE))),
    '/large': packed('identity', Buffer.alloc(2 * MEBIBYTE)),
    '/endless': endless,
    '/says-large': raw('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n', false),
    '/stalls': (response) => response.write('some'),
    '/trickles': trickling('HTTP/1.1 200 OK\r\n\r\n', 'x', 50),
    '/in-pieces': (response) => {
      let pieces = 5;
      const timer = setInterval(() => {
        response.write('some ');
        if (--pieces > 0) return;
        clearInterval(timer);
        response.end();
      }, 10);
    },
    '/silent': () => undefined,
    '/slow-headers': trickling('HTTP/1.1 200 OK\r\n', 'X-More: x\r\n', 40),
    '/continues': trickling('HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n', 40),
    '/large-headers': raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, false),
    '/says-more': raw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello'),
    '/says-less': raw('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nhello'),
    '/cut-chunks': raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    '/smuggles': raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello'),
    '/hangs-up': (_, __, socket) => void socket.destroy(),
    '/no-http': raw('220 mail.example ESMTP\r\n'),
    '/slow-reader': (response) => response.end(Buffer.alloc(900_000)),
  });
  fetcher = fetcherWith({});
  impatient = fetcherWith({ firstByte: LITTLE, idle: LITTLE });
  hasty = fetcherWith({ total: LITTLE });
});

after(async () => {
  for (const one of [fetcher, impatient, hasty]) one.close();
  await server.close();
});

async function answered(path: string, by = fetcher): Promise<FetchedAnswer> {
  const fetched = await by.fetch(server.origin + path);
  assert.ok(fetched.kind === 'answer');
  return fetched;
}

async function read(path: string, by = fetcher): Promise<string> {
  return (await wholeBody((await answered(path, by)).body)).toString();
}

async function problem(path: string, by = fetcher): Promise<string> {
  try {
    await read(path, by);
  } catch (error) {
    assert.ok(error instanceof FetchFailure, String(error));
    return `${error.problem.code}: ${error.problem.what}`;
  }
  return assert.fail('the body was read without a problem');
}

describe('a compressed body', () => {
  for (const path of ['/gzip', '/x-gzip', '/deflate', '/raw-deflate', '/br', '/identity']) {
    it(`is decompressed: ${path.slice(1)}`, async () => {
      assert.equal(await read(path), 'hello');
    });
  }

  it('has no known size', async () => {
    const { size, discard } = await answered('/gzip');
    discard();
    assert.equal(size, undefined);
  });

  for (const [path, code] of [
    ['/twice', 'unknown-coding'],
    ['/lzma', 'unknown-coding'],
    ['/damaged', 'damaged-coding'],
    ['/damaged-br', 'damaged-coding'],
    ['/half-gzip', 'damaged-coding'],
  ] as const) {
    it(`is rejected if its coding is unknown or damaged: ${path.slice(1)}`, async () => {
      assert.match(await problem(path), new RegExp(`^${code}: (The answer of )?127\\.0\\.0\\.1:\\d+ `));
    });
  }
});

describe('a hostile server', () => {
  const LARGE = /^too-large: The answer of 127\.0\.0\.1:\d+ is larger than the limit of [12] MiB\.$/;
  const SILENT = /^too-slow: 127\.0\.0\.1:\d+ (sent nothing|did not answer) for 0\.2 seconds\.$/;
  const cases: Readonly<Record<string, RegExp>> = {
    '/bomb': LARGE,
    '/bomb-br': LARGE,
    '/large': LARGE,
    '/endless': LARGE,
    '/says-large': LARGE,
    '/large-headers': /^not-http: .*HPE_HEADER_OVERFLOW/,
    '/says-more': /^cut-short: /,
    '/cut-chunks': /^cut-short: /,
    '/smuggles': /^not-http: /,
    '/hangs-up': /^no-connection: .*ECONNRESET/,
    '/no-http': /^not-http: /,
  };
  for (const [path, told] of Object.entries(cases)) {
    it(`is abandoned with a clear problem: ${path.slice(1)}`, async () => {
      assert.match(await problem(path), told);
    });
  }

  for (const path of ['/stalls', '/silent', '/slow-headers', '/continues']) {
    it(`is abandoned if no content arrives for 0.2 seconds: ${path.slice(1)}`, async () => {
      assert.match(await problem(path, impatient), SILENT);
    });
  }

  it('is abandoned when a request takes too long in total', async () => {
    assert.match(
      await problem('/trickles', hasty),
      /^too-slow: The request took too long in all\. At the end 127\.0\.0\.1:\d+ sent nothing\.$/,
    );
  });

  it('is abandoned if it sends less than the minimum rate', async () => {
    assert.deepEqual(
      [FETCH_LIMITS.rateBytes, FETCH_LIMITS.rateWindow, FETCH_LIMITS.total],
      [60_000, 60_000, 600_000],
      'as docs/reference/sources/addresses.md says',
    );
    const strict = new Fetcher({
      userAgent: 'Lectern/test',
      allowedHosts: new Set(['127.0.0.1']),
      limits: { pause: 0, rateBytes: 1_000, rateWindow: 500 },
    });
    const { body } = (await strict.fetch(`${server.origin}/trickles`)) as FetchedAnswer;
    await assert.rejects(wholeBody(body), (error: FetchFailure) => {
      assert.match(
        error.problem.what,
        /^127\.0\.0\.1:\d+ sends too slowly: \d+ bytes in \d+ seconds, and the minimum is 2000 bytes a second\.$/,
      );
      assert.deepEqual([error.problem.code, error.isTemporary], ['too-slow', true]);
      return true;
    });
  });

  it('is read to the end if it is slow but keeps the minimum rate', async () => {
    const patient = new Fetcher({
      userAgent: 'Lectern/test',
      allowedHosts: new Set(['127.0.0.1']),
      // Each piece ends a window and reaches its minimum.
      limits: { pause: 0, rateBytes: 4, rateWindow: 1 },
    });
    const { body } = (await patient.fetch(`${server.origin}/in-pieces`)) as FetchedAnswer;
    assert.equal((await wholeBody(body)).toString(), 'some some some some some ');
  });

  it('cannot fill the memory with decompression bombs', async () => {
    const before = process.memoryUsage.rss();
    for (let i = 0; i < 5; i++) await problem('/bomb');
    assert.ok(process.memoryUsage.rss() - before < 100 * MEBIBYTE);
  });

  it('is read only up to its Content-Length', async () => {
    assert.equal(await read('/says-less'), 'hel');
  });
});

describe('a consumer of a body', () => {
  it('may take longer than the limits for the server', async () => {
    let size = 0;
    for await (const chunk of (await answered('/slow-reader', impatient)).body) {
      // The first time. The rest is more than fits into buffers on the way.
      if (size === 0) await setTimeout(LITTLE + 50);
      size += chunk.length;
    }
    assert.equal(size, 900_000);
  });

  it('closes the connection when it stops reading', async () => {
    const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets();
    for await (const chunk of (await answered('/endless')).body) {
      assert.ok(chunk.length > 0);
      break;
    }
    await until(() => sockets() <= before, 'the connection to close');
    await answered('/endless');
    assert.ok(sockets() > before);
    fetcher.close();
    await until(() => sockets() <= before, 'the unread connection to close');
  });

  it('is stopped by an abort signal before the request and during the body', async () => {
    const reason = new Error('enough');
    const before = AbortSignal.abort(reason);
    await assert.rejects(fetcher.fetch(`${server.origin}/gzip`, { signal: before }), reason);
    const controller = new AbortController();
    const fetched = await fetcher.fetch(`${server.origin}/trickles`, { signal: controller.signal });
    assert.ok(fetched.kind === 'answer');
    const body = wholeBody(fetched.body);
    controller.abort(reason);
    await assert.rejects(body, reason);
  });
});
