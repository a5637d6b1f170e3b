import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { methodNotAllowed } from './errors.js';
import { front } from './front.js';
import { refuseMalformed } from './malformed.js';
import { overload } from './overload.js';
import { refusal } from './refuse.js';
import type { Service } from './service.js';

/** Bytes of request line and headers together. */
const HEADERS_AT_MOST = 32 * 1024;
/** A client that sends its request slower than this is cut; milliseconds. */
const REQUEST_WITHIN = 10_000;
/** Node looks at a stalled answer every so often, and cuts it when it has not moved since: it takes this long, or twice. */
const SILENT_AT_MOST = 15_000;
const KEEP_ALIVE = 65_000;

/** The HTTP interface over a service, not listening yet. */
export function httpServer(service: Service, log: Logger): Server {
  const handle = front(service, refusal(service, log), overload());
  const newest = new WeakMap<Duplex, ServerResponse>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    newest.set(request.socket, response);
    handle(request, response);
  };
  const server = createServer(
    {
      maxHeaderSize: HEADERS_AT_MOST,
      headersTimeout: REQUEST_WITHIN,
      requestTimeout: REQUEST_WITHIN,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: KEEP_ALIVE,
      joinDuplicateHeaders: true,
      // Looked at where its absence can be answered with a problem document.
      requireHostHeader: false,
      noDelay: true,
    },
    answer,
  );
  server.setTimeout(SILENT_AT_MOST, (socket) => socket.destroy());
  const refuseSocket = refuseMalformed(service.publication, (socket) => newest.get(socket));
  server.on('clientError', refuseSocket);
  // What Node would else end without a word (RFC 9110, 9.3.6 and 10.1.1).
  server.on('connect', (_request, socket) => {
    refuseSocket(methodNotAllowed('CONNECT'), socket);
  });
  server.on('checkExpectation', answer);
  // No body is ever read, so none is asked for; Node's own 100 gets in among the answers before it.
  server.on('checkContinue', answer);
  return server;
}

/** Resolves when the server listens; rejects with the system's error when it cannot. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Takes no more connections, lets requests in flight finish, and cuts those that have not by then. */
export function stop(server: Server, graceSeconds: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, graceSeconds * 1000);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
