import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Fetcher, userAgentHeader } from '#sources/fetch/fetch.ts';
import type { FetchedAnswer, Fetched, FetchRequest, FetcherOptions } from '#sources/fetch/fetch.ts';
import { FetchFailure } from '#sources/fetch/fetch-failure.ts';
import { strangeServer, wholeBody } from '../../support/http/strange-server.ts';
import type { Answering, StrangeServer } from '../../support/http/strange-server.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost']);
const FRIENDLY: FetcherOptions = {
  allowedHosts: LOOPBACK,
  userAgent: 'Lectern/1.2.3 (+talks@example.org)',
  limits: { pause: 0 },
};

let server: StrangeServer;
const fetchers: Fetcher[] = [];

function fetcher(options: Partial<FetcherOptions> = {}): Fetcher {
  const made = new Fetcher({ ...FRIENDLY, ...options });
  fetchers.push(made);
  return made;
}

async function fetched(address: string, request?: FetchRequest, options?: Partial<FetcherOptions>): Promise<Fetched> {
  return fetcher(options).fetch(address, request);
}

async function answered(address: string, options?: Partial<FetcherOptions>): Promise<FetchedAnswer> {
  const answer = await fetched(address, {}, options);
  assert.ok(answer.kind === 'answer', JSON.stringify(answer));
  return answer;
}

/** The failure of the request or of its body. */
async function failure(address: string, options?: Partial<FetcherOptions>): Promise<FetchFailure> {
  try {
    const answer = await answered(address, options);
    await wholeBody(answer.body);
  } catch (error) {
    assert.ok(error instanceof FetchFailure, String(error));
    return error;
  }
  return assert.fail('the body was read without a problem');
}

const redirect =
  (location: string, status = 302): Answering =>
  (response) =>
    response.writeHead(status, { location }).end();

const status =
  (code: number): Answering =>
  (response) =>
    response.writeHead(code).end();

before(async () => {
  server = await strangeServer({
    '/talks.ics': (response) =>
      response
        .writeHead(200, {
          'content-type': 'text/calendar; charset=utf-8',
          etag: '"7"',
          'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
          'content-length': 5,
        })
        .end('hello'),
    '/not-modified': (response) => response.writeHead(304, { etag: '"7"' }).end(),
    '/once': redirect('/talks.ics', 301),
    '/caf\u00e9': (response) => response.end('never: paths are encoded'),
    '/caf%C3%A9': (response) => response.end('encoded'),
    '/utf-8': (_, __, socket) =>
      socket.end(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /café\r\nContent-Length: 0\r\n\r\n')),
    '/loop': redirect('/loop'),
    '/by-name': (response) =>
      response.writeHead(302, { location: `http://localhost:${String(server.port)}/talks.ics` }).end(),
    '/to-metadata': redirect('http://169.254.169.254/latest/'),
    '/to-file': redirect('file:///etc/passwd'),
    '/to-nowhere': (response) => response.writeHead(302).end(),
    '/late': (response) => response.writeHead(429, { 'retry-after': '17' }).end('no'),
    '/until': (response) =>
      response.writeHead(503, { 'retry-after': new Date(Date.now() + 90_500).toUTCString() }).end(),
    ...Object.fromEntries(
      [204, 300, 400, 401, 403, 404, 410, 418, 429, 500, 503].map((code) => [`/status/${String(code)}`, status(code)]),
    ),
  });
});

after(async () => {
  for (const each of fetchers) each.close();
  await server.close();
});

describe('fetching an address', () => {
  it('returns the body, type, size, ETag and Last-Modified', async () => {
    const { body, ...answer } = await answered(`${server.origin}/talks.ics#today`);
    assert.deepEqual(
      { ...answer, discard: undefined, body: (await wholeBody(body)).toString() },
      {
        kind: 'answer',
        address: `${server.origin}/talks.ics`,
        size: 5,
        type: 'text/calendar',
        conditions: { etag: '"7"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' },
        discard: undefined,
        body: 'hello',
      },
    );
  });

  it('sends User-Agent and conditional headers and accepts 304 Not Modified', async () => {
    const conditions = { etag: '"7"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' };
    assert.deepEqual(await fetched(`${server.origin}/not-modified`, { conditions }), {
      kind: 'not-modified',
      address: `${server.origin}/not-modified`,
      conditions: { etag: '"7"', lastModified: '' },
    });
    const { headers } = server.asked.at(-1) ?? assert.fail('no request was made');
    assert.equal(headers['user-agent'], 'Lectern/1.2.3 (+talks@example.org)');
    assert.equal(headers['if-none-match'], '"7"');
    assert.equal(headers['if-modified-since'], 'Fri, 20 Nov 2026 10:00:00 GMT');
    assert.equal(headers.host, `127.0.0.1:${String(server.port)}`);
  });

  it('follows redirects, to host names and to UTF-8 paths too', async () => {
    assert.equal((await answered(`${server.origin}/once`)).address, `${server.origin}/talks.ics`);
    const named = `http://localhost:${String(server.port)}/talks.ics`;
    assert.equal((await answered(`${server.origin}/by-name`)).address, named);
    assert.equal((await wholeBody((await answered(`${server.origin}/utf-8`)).body)).toString(), 'encoded');
  });

  it('pauses between two requests to the same host', async () => {
    const patient = fetcher({ limits: { pause: 120 } });
    const begun = server.asked.length;
    for (let i = 0; i < 3; i++) await patient.fetch(`${server.origin}/not-modified`);
    const times = server.asked.slice(begun).map(({ at }) => at);
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    assert.equal(gaps.length, 2);
    // Timers may fire up to a millisecond early.
    assert.ok(
      gaps.every((gap) => gap >= 118),
      gaps.join(),
    );
  });
});

describe('an address inside the network', () => {
  const closed = { allowedHosts: new Set<string>() };
  const port = (): string => String(server.port);

  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::ffff:127.0.0.1]',
    'localhost',
  ]) {
    it(`is refused without a request: ${host}`, async () => {
      const before = server.asked.length;
      const { problem } = await failure(`http://${host}:${port()}/talks.ics`, closed);
      assert.equal(problem.code, 'inside-network', JSON.stringify(problem));
      const { hostname } = new URL(`http://${host}`);
      assert.equal(problem.hint, `To allow it: --allow-host ${hostname}:${port()}, or LECTERN_ALLOW_HOSTS.`);
      assert.equal(server.asked.length, before);
    });
  }

  it('is read only if its host or its host and port are allowed', async () => {
    const read = (...hosts: string[]) => answered(`${server.origin}/talks.ics`, { allowedHosts: new Set(hosts) });
    assert.equal((await read('127.0.0.1')).kind, 'answer');
    assert.equal((await read(`127.0.0.1:${port()}`)).kind, 'answer');
    await assert.rejects(read('127.0.0.1:1'), FetchFailure);
    await assert.rejects(read('localhost'), FetchFailure);
  });

  it('is refused as the target of a redirect', async () => {
    const { problem } = await failure(`${server.origin}/to-metadata`);
    assert.match(problem.what, /^169\.254\.169\.254 is not a public address\.$/);
    const byName = await failure(`${server.origin}/by-name`, { allowedHosts: new Set(['127.0.0.1']) });
    assert.match(
      byName.problem.what,
      /^localhost:\d+ resolves to (127\.0\.0\.1|::1), which is not a public address\.$/,
    );
  });

  it('is refused if a host name resolves to it among other addresses', async () => {
    const resolve = async () => ['1.1.1.1', '10.0.0.7'];
    const { problem } = await failure('http://talks.example/', { ...closed, resolve });
    assert.match(problem.what, /^talks\.example resolves to 10\.0\.0\.7, which is not a public address\.$/);
  });

  it('is not reached by DNS rebinding', async () => {
    let asked = 0;
    // The first answer is checked. The second would be connected to, but there must be one lookup only.
    const resolve = async () => (asked++ === 0 ? ['192.0.2.1'] : ['127.0.0.1']);
    const rebound = await failure(`http://rebinding.example:${port()}/talks.ics`, { ...closed, resolve });
    assert.equal(rebound.problem.code, 'inside-network');
    assert.equal(asked, 1);
    asked = 0;
    const allowed = new Set(['rebinding.example']);
    const before = server.asked.length;
    const unreached = await failure(`http://rebinding.example:${port()}/talks.ics`, {
      allowedHosts: allowed,
      resolve,
      limits: { connect: 200, pause: 0 },
    });
    assert.match(unreached.problem.code, /^(too-slow|no-connection)$/);
    assert.equal(asked, 1);
    assert.equal(server.asked.length, before);
  });
});

describe('a redirect', () => {
  it('is followed at most five times, and only to http and https', async () => {
    const begun = server.asked.length;
    assert.equal((await failure(`${server.origin}/loop`)).problem.code, 'too-many-redirects');
    assert.equal(server.asked.length - begun, 6);
    assert.equal((await failure(`${server.origin}/to-file`)).problem.code, 'bad-address');
    assert.equal((await failure(`${server.origin}/to-nowhere`)).problem.code, 'bad-redirect');
  });

  it('does not pass credentials on to another host', async () => {
    const { port } = server;
    const begun = server.asked.length;
    const { address } = await answered(`http://ann:s%C3%A9same@127.0.0.1:${String(port)}/by-name`);
    assert.equal(address, `http://localhost:${String(port)}/talks.ics`);
    assert.deepEqual(
      server.asked.slice(begun).map(({ headers }) => headers.authorization),
      [`Basic ${Buffer.from('ann:sésame').toString('base64')}`, undefined],
    );
  });
});

describe('a status', () => {
  const CODES: Readonly<Record<number, [string, boolean]>> = {
    204: ['refused', false],
    300: ['refused', false],
    400: ['refused', false],
    401: ['unauthorised', false],
    403: ['unauthorised', false],
    404: ['not-found', false],
    410: ['gone', false],
    418: ['refused', false],
    429: ['too-many-requests', true],
    500: ['not-available', true],
    503: ['not-available', true],
  };
  for (const [status, [code, isTemporary]] of Object.entries(CODES)) {
    it(`of ${status} is reported as “${code}”`, async () => {
      const failed = await failure(`${server.origin}/status/${status}`);
      assert.deepEqual([failed.problem.code, failed.status, failed.isTemporary], [code, Number(status), isTemporary]);
      assert.match(failed.problem.what, new RegExp(`^127\\.0\\.0\\.1:\\d+ .*\\(HTTP ${status}\\)\\.`));
    });
  }

  it('may carry Retry-After in seconds or as a date', async () => {
    assert.equal((await failure(`${server.origin}/late`)).retryAfter, 17);
    const { retryAfter = 0 } = await failure(`${server.origin}/until`);
    assert.ok(retryAfter > 80 && retryAfter <= 91, String(retryAfter));
    assert.equal((await failure(`${server.origin}/status/503`)).retryAfter, undefined);
  });
});

describe('an unusable address', () => {
  for (const address of ['ftp://h.example/', 'https://', 'http://[::1', `https://h.example/${'x'.repeat(9000)}`]) {
    it(`is rejected as bad-address: ${address.slice(0, 30)}`, async () => {
      assert.equal((await failure(address)).problem.code, 'bad-address');
    });
  }

  it('is reported if its host is unknown or its port is closed', async () => {
    assert.equal((await failure('http://nobody.invalid/')).problem.code, 'unknown-host');
    assert.equal((await failure('http://127.0.0.1:1/')).problem.code, 'no-connection');
  });

  it('with the webcal scheme is fetched over TLS', async () => {
    const { problem } = await failure(`webcal://127.0.0.1:${String(server.port)}/talks.ics`);
    assert.match(problem.code, /^(bad-certificate|cut-short|no-connection|not-http)$/);
    assert.equal(userAgentHeader('1.0.0', null), 'Lectern/1.0.0');
  });
});
