import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '../support/http/free-port.ts';
import { joinedHeaders } from '../support/http/http-answer.ts';

/** A request as it reached Lectern's machine. */
export interface Passed {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What happens to requests: passed on, left without a response, or refused by the wire with 503 or 429. */
type Condition = 'well' | 'hung' | keyof typeof REFUSALS;

const REFUSALS = { unavailable: 503, limiting: 429 };

/** Milliseconds, as in Lectern, so that a front does not reuse a connection that is about to close. */
const KEEP_ALIVE = 65_000;

/** Changes to headers of Lectern's responses, by lower-case name. */
type Rewriting = Readonly<Record<string, (value: string | undefined) => string>>;

/**
 * A connection between a front and one Lectern: passes everything on unchanged, records it, and can be cut.
 * So a test sees what reached Lectern, and can lose and restore a machine without waiting for a restart.
 */
export class Wire {
  readonly passed: Passed[] = [];
  condition: Condition = 'well';
  rewriting: Rewriting = {};
  #server: Server | undefined;

  readonly port: number;
  readonly lectern: number;

  private constructor(port: number, lectern: number) {
    this.port = port;
    this.lectern = lectern;
  }

  static async to(lectern: number): Promise<Wire> {
    const wire = new Wire(await freePort(), lectern);
    await wire.connect();
    return wire;
  }

  /** Requests except health checks. */
  get questions(): readonly Passed[] {
    return this.passed.filter(({ target }) => !/^\/(healthz|readyz)/.test(target));
  }

  async connect(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer({ maxHeaderSize: 64 * 1024, keepAliveTimeout: KEEP_ALIVE }, (incoming, response) => {
      this.#take(incoming, response);
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
  }

  /** Refuses new connections, and closes open ones. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  #take(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = incoming;
    this.passed.push({ method, target: url, headers: joinedHeaders(incoming.rawHeaders) });
    // Discards the body unless it is passed on below.
    if (method !== 'POST' || this.condition !== 'well') incoming.resume();
    if (this.condition === 'hung') return;
    if (this.condition !== 'well' && url !== '/healthz') {
      const status = REFUSALS[this.condition];
      const headers = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', 'Retry-After': '1' };
      response.writeHead(status, headers);
      response.end(JSON.stringify({ title: 'Refused', status }));
      return;
    }
    const outgoing = request(
      { host: '127.0.0.1', port: this.lectern, method, path: url, headers: incoming.rawHeaders, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, this.#rewritten(answer.rawHeaders));
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    if (method === 'POST') incoming.pipe(outgoing);
    else outgoing.end();
  }

  #rewritten(raw: readonly string[]): string[] {
    const headers: string[] = [];
    const seen = new Set<string>();
    for (let i = 0; i < raw.length; i += 2) {
      const [name = '', value = ''] = [raw[i], raw[i + 1]];
      const key = name.toLowerCase();
      if (key === 'connection' || key === 'keep-alive') continue;
      seen.add(key);
      headers.push(name, this.rewriting[key]?.(value) ?? value);
    }
    for (const [name, rewrite] of Object.entries(this.rewriting))
      if (!seen.has(name)) headers.push(name, rewrite(undefined));
    return headers;
  }
}
