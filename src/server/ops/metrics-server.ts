import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { listen } from '../http/listener.ts';
import { AddressRanges, plainAddress } from '../http/client-address.ts';
import { http } from '../http/node-http.ts';
import { METRICS_TYPE } from './metric-families.ts';

/** Where metrics are served. */
interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** What this listener serves. */
interface OperatorPages {
  /** In the text format of Prometheus. */
  readonly metrics: () => string | Promise<string>;
  /** The status page; undefined if it is not served. @param accept the Accept header of the request */
  readonly status?: (accept: string) => Promise<{ readonly contentType: string; readonly body: string }>;
  /** With this token the status page may be read from anywhere; null: only from this machine. */
  readonly statusToken?: string | null;
}

/** More connections than the monitoring of one service needs. */
const MAX_CONNECTIONS = 50;
/** A request must arrive completely within this time; milliseconds. */
const ARRIVES_WITHIN = 10_000;

export const METRICS_PATH = '/metrics';
const STATUS_PATH = '/status';

/** Serves metrics and the status page on their own listener. */
export class MetricsServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Undefined if the address cannot be listened on: that is logged, and readers are served all the same. */
  static async open(
    { host, port }: MetricsAddress,
    pages: OperatorPages,
    log: Logger,
  ): Promise<MetricsServer | undefined> {
    const server = http.createServer((request, response) => void answer(request, response, pages));
    server.maxConnections = MAX_CONNECTIONS;
    server.requestTimeout = server.headersTimeout = ARRIVES_WITHIN;
    try {
      await listen(server, host, port);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ host, port, reason }, 'cannot listen for metrics; set another address with --metrics');
      return undefined;
    }
    const opened = new MetricsServer(server);
    log.info({ host, port: opened.port }, 'serving metrics');
    return opened;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Closes all connections, even those with a request under way. */
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, pages: OperatorPages): Promise<void> {
  const page = pageAt(request, pages);
  if (page === undefined) {
    end(response, 404, `Metrics are at ${METRICS_PATH}.\n`);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    end(response, 405, 'Only GET is allowed.\n');
    return;
  }
  if (page === 'for a token') {
    response.setHeader('WWW-Authenticate', 'Basic realm="Lectern status", charset="UTF-8"');
    end(response, 401, 'Send the token of --status-token: as a bearer token, or as the password of any user.\n');
    return;
  }
  try {
    const { contentType, body } = await page();
    response.writeHead(200, { 'Content-Type': contentType, ...NOBODY_ELSE });
    response.end(body);
  } catch {
    end(response, 500, 'Internal error.\n');
  }
}

type Page = () => Promise<{ readonly contentType: string; readonly body: string }>;

/** Undefined: not found. */
function pageAt(request: IncomingMessage, pages: OperatorPages): Page | 'for a token' | undefined {
  const { metrics, status, statusToken = null } = pages;
  const path = request.url?.split('?', 1)[0];
  if (path === METRICS_PATH) return async () => ({ contentType: METRICS_TYPE, body: await metrics() });
  if (path !== STATUS_PATH || status === undefined) return undefined;
  if (isFromHere(request) || hasToken(request, statusToken)) return () => status(request.headers.accept ?? '');
  return statusToken === null ? undefined : 'for a token';
}

/** Of a page that says what is wrong with a machine. */
const NOBODY_ELSE = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Whether a request comes from this machine and through no proxy. The Host must be an address or localhost: with DNS
 * rebinding, a page of another site can make a browser come here under its own host name, but not under an address.
 */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return (
    !isForwarded &&
    LOOPBACK.has(plainAddress(socket.remoteAddress ?? '') ?? '') &&
    (host === 'localhost' || isIP(host) !== 0)
  );
}

/** Sent by programs as a bearer token (RFC 6750), by browsers as the password of any user (RFC 7617). */
function hasToken({ headers }: IncomingMessage, token: string | null): boolean {
  const [, scheme = '', credentials = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  const given = isBasic
    ? Buffer.from(credentials, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : credentials;
  return token !== null && timingSafeEqual(digestOf(given), digestOf(token));
}

/** Hashes have one length, whatever the length of the text. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const LOOPBACK = new AddressRanges(['127.0.0.0/8', '::1']);

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(text);
}
