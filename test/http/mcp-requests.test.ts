import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { describe, it } from 'node:test';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { valueAt } from '../support/json-value.ts';
import { askPort } from '../support/http/ask.ts';
import { jsonOf, textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { answersIn, exchange, opened } from '../support/http/raw-exchange.ts';
import { BASE_URL, testServer, universityServer } from '../support/http/server.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const server = testServer(UNIVERSITY, { mcp: 'on' });

const JSON_OR_EVENTS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const LARGEST = 64 * 1024;

async function post(body: unknown, headers: Readonly<Record<string, string>> = {}, path = '/mcp'): Promise<HttpAnswer> {
  const { port } = await server.started();
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return askPort(port, path, { method: 'POST', headers: { ...JSON_OR_EVENTS, ...headers }, body: sent });
}

/** The number of tools in an answer, which is a server-sent event. */
function toolsIn(answer: HttpAnswer): number {
  const [, data = '{}'] = /^data: (.*)$/m.exec(textOf(answer)) ?? [];
  const tools = valueAt(JSON.parse(data), 'result', 'tools');
  return Array.isArray(tools) ? tools.length : 0;
}

/** The HTTP status, and the status and detail of the problem document. */
function problemOf(answer: HttpAnswer): unknown {
  const document = jsonOf(answer);
  return [answer.status, valueAt(document, 'status'), valueAt(document, 'detail')];
}

describe('/mcp, when turned off,', () => {
  const off = universityServer();

  it('answers 404 to every method', async () => {
    const { port } = await off.started();
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'])
      for (const path of ['/mcp', '/mcp/']) {
        const { status } = await askPort(port, path, { method, headers: JSON_OR_EVENTS, body: JSON.stringify(LIST) });
        assert.equal(status, 404, `${method} ${path}`);
      }
  });
});

describe('/mcp', { skip: NO_ASSISTANTS }, () => {
  it('answers POST with Content-Length and Cache-Control: no-store', async () => {
    for (const path of ['/mcp', '/mcp/', '/mcp?a=b']) {
      const answer = await post(LIST, {}, path);
      assert.deepEqual([answer.status, toolsIn(answer)], [200, 5], path);
      assert.deepEqual(
        ['cache-control', 'content-length', 'transfer-encoding', 'x-content-type-options'].map(
          (name) => answer.headers[name],
        ),
        ['no-store', String(answer.body.length), undefined, 'nosniff'],
      );
    }
  });

  it('compresses its answer if the client accepts gzip', async () => {
    const answer = await post(LIST, { 'accept-encoding': 'gzip' });
    assert.deepEqual([answer.headers['content-encoding'], toolsIn(answer)], ['gzip', 5]);
  });

  it('answers 405 to methods other than POST and OPTIONS', async () => {
    const { port } = await server.started();
    for (const method of METHODS.filter((name) => !['CONNECT', 'OPTIONS', 'POST'].includes(name))) {
      const { status, headers } = await askPort(port, '/mcp', { method, headers: JSON_OR_EVENTS });
      assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'], method);
    }
    const { status, headers } = await askPort(port, '/mcp', { method: 'OPTIONS' });
    assert.deepEqual(
      [status, headers.allow, headers['access-control-allow-methods']],
      [204, 'POST, OPTIONS', 'POST, OPTIONS'],
    );
  });

  it('explains its purpose to browsers in their language, on a 405 page', async () => {
    for (const [language, title] of [
      ['en', 'This address is for assistants'],
      ['de', 'Diese Adresse ist für Assistenten'],
      ['fr', 'Cette adresse est destinée aux assistants'],
      ['es', 'Esta dirección es para asistentes'],
    ] as const) {
      const { port } = await server.started();
      const answer = await askPort(port, '/mcp', { headers: { accept: 'text/html', 'accept-language': language } });
      assert.deepEqual([answer.status, textOf(answer).includes(`<h1>${title}</h1>`)], [405, true], language);
    }
  });

  it('is the only path that accepts POST', async () => {
    for (const path of ['/', '/api', '/api/talks/search', '/openapi.json', '/healthz', '/search']) {
      const { status, headers } = await post(LIST, {}, path);
      assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, OPTIONS'], path);
    }
    for (const path of ['/mcp/tools', '/MCP', '/api/mcp', '/mcp.json'])
      assert.equal((await post(LIST, {}, path)).status, 404, path);
  });

  it('accepts its own Origin and answers 403 to any other', async () => {
    for (const origin of [BASE_URL]) assert.equal((await post(LIST, { origin })).status, 200, origin);
    const { port } = await server.started();
    const others = [
      'https://evil.example',
      'null',
      '',
      'http://talks.example.org',
      `${BASE_URL}:8443`,
      `${BASE_URL}.evil.example`,
      'x',
    ];
    // DNS rebinding: the attacker's name resolves to this machine, so the browser treats the request as same-origin.
    const rebound = `evil.example:${port}`;
    for (const [origin, host] of [
      ...others.map((origin) => [origin, 'talks.example.org'] as const),
      [`http://${rebound}`, rebound] as const,
    ]) {
      const answer = await post(LIST, { origin, host });
      assert.deepEqual(
        problemOf(answer),
        [403, 403, 'Requests from pages of other sites are not allowed here'],
        origin,
      );
    }
  });

  it('accepts only uncompressed JSON', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      assert.equal((await post(LIST, { 'content-type': type })).status, 200, type);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      '',
    ])
      assert.deepEqual(
        problemOf(await post(LIST, { 'content-type': type })),
        [415, 415, 'Send application/json'],
        type,
      );
    // The client must accept JSON and events: the SDK chooses between them.
    assert.equal((await post(LIST, { accept: 'text/html' })).status, 406);
    const packed = await post(LIST, { 'content-encoding': 'gzip' });
    assert.deepEqual(problemOf(packed), [415, 415, 'Send the body without a content coding']);
  });

  it('answers 413 to a body over 64 KiB, with or without Content-Length', async () => {
    const padded = (bytes: number): string => JSON.stringify(LIST).padEnd(bytes, ' ');
    assert.equal((await post(padded(LARGEST))).status, 200);
    assert.deepEqual(problemOf(await post(padded(LARGEST + 1))), [413, 413, 'At most 65536 bytes can be sent']);
    const { port } = await server.started();
    const head = (length: string, connection: string): string =>
      `POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${length}\r\nConnection: ${connection}\r\n\r\n`;
    // The connection stays usable after the whole body was sent.
    const chunk = `${(LARGEST + 1).toString(16)}\r\n${padded(LARGEST + 1)}\r\n0\r\n\r\n`;
    const text = JSON.stringify(LIST);
    const again = head(`Content-Length: ${text.length}`, 'close') + text;
    const bytes = await exchange(port, head('Transfer-Encoding: chunked', 'keep-alive') + chunk + again);
    assert.deepEqual(
      answersIn(bytes, ['POST', 'POST']).map(({ status }) => status),
      [413, 200],
    );
    // The server answers without waiting for a body whose Content-Length is over the limit.
    const socket = await opened(port);
    socket.write(head('Content-Length: 1000000000', 'keep-alive'));
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    socket.destroy();
    assert.equal(answersIn(answer, ['POST'])[0]?.status, 413);
  });

  it('answers Expect: 100-continue with 100 Continue', async () => {
    const text = JSON.stringify(LIST);
    const socket = await opened((await server.started()).port);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${text.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    );
    const [interim] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])));
    assert.equal(interim.toString(), 'HTTP/1.1 100 Continue\r\n\r\n');
    const rest: Buffer[] = [];
    socket.on('data', (data) => rest.push(data));
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
    assert.equal(answersIn(Buffer.concat(rest), ['POST'])[0]?.status, 200);
  });

  it('answers 400 to malformed messages and keeps working', async () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    for (const [body, code] of [
      ['', -32_700],
      ['{', -32_700],
      [Buffer.from([0x22, 0xff, 0x22]), -32_700],
      [deep(LARGEST / 2), -32_600],
      [`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep(17)}}`, -32_600],
      [[], -32_600],
      [Array.from({ length: 11 }, (_, id) => ({ ...LIST, id })), -32_600],
    ] as const) {
      const answer = await post(body);
      assert.deepEqual(
        [answer.status, valueAt(jsonOf(answer), 'error', 'code')],
        [400, code],
        JSON.stringify(body).slice(0, 80),
      );
    }
    for (const body of [
      'null',
      '7',
      '"x"',
      '{}',
      '[null]',
      '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    ]) {
      const { status } = await post(body);
      assert.equal(status, 400, body);
    }
    assert.equal((await post(LIST)).status, 200);
    assert.deepEqual((await server.started()).log, []);
  });

  it('answers a batch of ten messages', async () => {
    const answer = await post(Array.from({ length: 10 }, (_, id) => ({ ...LIST, id })));
    assert.deepEqual([answer.status, textOf(answer).match(/^data: /gm)?.length], [200, 10]);
  });

  it('refuses subscriptions/listen', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    };
    const answer = await post(listen, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' });
    assert.match(textOf(answer), /Subscription limit reached/);
  });
});

describe('a POST to /mcp with an incomplete body', { skip: NO_ASSISTANTS }, () => {
  const impatient = testServer(UNIVERSITY, { mcp: 'on' }, { timeouts: { request: 200, stall: 10_000 } });

  it('gets a 408 that closes the connection', async () => {
    const { port } = await impatient.started();
    const bytes = await exchange(
      port,
      'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    const [answer] = answersIn(bytes, ['POST']);
    assert.deepEqual([answer?.status, answer?.headers.connection], [408, 'close']);
  });
});

describe('an assistant that sends too many requests', { skip: NO_ASSISTANTS }, () => {
  const limited = testServer(UNIVERSITY, { mcp: 'on', rateLimit: 5, trustedProxies: [] });

  it('gets a 429 like any other client', async () => {
    const { port } = await limited.started();
    const headers = { ...JSON_OR_EVENTS, 'x-forwarded-for': '198.51.100.7' };
    const statuses = new Set<number>();
    for (let sent = 0; sent < 1_000 && !statuses.has(429); sent += 1)
      statuses.add((await askPort(port, '/mcp', { method: 'POST', headers, body: JSON.stringify(LIST) })).status);
    assert.deepEqual([...statuses], [200, 429]);
  });
});
