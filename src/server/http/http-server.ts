import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { AccessLog } from './access-log.ts';
import type { Application } from './application.ts';
import type { Connections } from './connections.ts';
import { methodNotAllowed } from './errors.ts';
import { http } from './node-http.ts';
import type { RateLimit } from './rate-limit.ts';
import { RecordedResponse, type RequestIds, type RequestObserver } from './request-record.ts';
import { errorSender, Overload, requestHandler } from './request-handler.ts';
import { answerMalformed } from './malformed.ts';
import { REQUESTS } from './traced-requests.ts';

/** Maximum size of request line and headers together, in bytes. */
const HEADERS_AT_MOST = 32 * 1024;
const KEEP_ALIVE = 65_000;

/** Timeouts for slow clients, in milliseconds. */
export interface ClientTimeouts {
  /** A request must arrive completely within this time. */
  readonly request: number;
  /**
   * A stalled response is cut after between one and two times this long: Node checks progress only
   * at intervals.
   */
  readonly stall: number;
}

const CLIENT_TIMEOUTS: ClientTimeouts = { request: 10_000, stall: 15_000 };

/** Limits for clients, and observers of requests. */
interface HttpServerOptions {
  /** Undefined: no limit. */
  readonly rateLimit: RateLimit | undefined;
  readonly timeouts: ClientTimeouts | undefined;
  readonly requestIds: RequestIds;
  /** Undefined: none. */
  readonly accessLog: AccessLog | undefined;
  /** Called for each request. */
  readonly observe: RequestObserver;
}

/**
 * The HTTP interface of an application. It does not listen: connections are passed in with
 * `emit('connection', socket)` after `connections` has registered them.
 */
export function httpServer(
  application: Application,
  connections: Connections,
  log: Logger,
  { rateLimit, timeouts = CLIENT_TIMEOUTS, requestIds, accessLog, observe }: HttpServerOptions,
): Server {
  const overload = new Overload(() => connections.unanswered);
  const options = { rateLimit, requestIds, arrivesWithin: timeouts.request };
  const handle = requestHandler(application, errorSender(application, log, requestIds), overload, options);
  const observers = accessLog === undefined ? [observe] : [observe, accessLog.observe];
  const answer = (request: IncomingMessage, response: RecordedResponse): void => {
    // The client was told that this is the last response.
    if (request.socket.writableEnded) return;
    connections.asked(request.socket, response);
    if (REQUESTS.hasSubscribers)
      REQUESTS.traceSync(observed, { request, response, requestIds }, undefined, request, response);
    else observed(request, response);
  };
  const observed = (request: IncomingMessage, response: RecordedResponse): void => {
    // Emitted once, and `once` would cost more.
    for (const each of observers) response.on('close', each(request, response));
    if (connections.draining) answerAsLast(request, response);
    else handle(request, response);
  };
  // A tick later, when everything received together has been parsed: only the response to the last
  // request says close.
  const answerAsLast = (request: IncomingMessage, response: RecordedResponse): void => {
    setImmediate(() => {
      if (connections.newest(request.socket) === response) response.setHeader('Connection', 'close');
      handle(request, response);
    });
  };
  const server = http.createServer(
    {
      maxHeaderSize: HEADERS_AT_MOST,
      headersTimeout: timeouts.request,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.request / 10,
      keepAliveTimeout: KEEP_ALIVE,
      joinDuplicateHeaders: true,
      // Checked where its absence can be answered with a problem document.
      requireHostHeader: false,
      IncomingMessage: http.IncomingMessage,
      ServerResponse: RecordedResponse,
    },
    answer,
  );
  server.setTimeout(timeouts.stall, (socket) => {
    const newest = connections.newest(socket);
    if (newest?.headersSent !== true) return;
    // While there is nothing to send, the slowness is ours.
    if (newest.writableFinished || socket.writableLength > 0) socket.destroy();
  });
  const refuseSocket = answerMalformed(application.baseUrl, { log, accessLog }, (socket) => connections.newest(socket));
  server.on('clientError', refuseSocket);
  // After a CONNECT, Node no longer tells earlier responses that their client can take more.
  const onDrain = new WeakMap<Duplex, ReturnType<Duplex['listeners']>>();
  server.on('connection', (socket) => {
    onDrain.set(socket, socket.listeners('drain'));
  });
  // Node would otherwise close these without a response (RFC 9110, 9.3.6 and 10.1.1).
  server.on('connect', (_request, socket) => {
    for (const goOn of onDrain.get(socket) ?? [])
      socket.on('drain', () => {
        Reflect.apply(goOn, socket, []);
      });
    refuseSocket(methodNotAllowed('CONNECT'), socket);
  });
  server.on('checkExpectation', answer);
  // Bodies are requested where they are read; Node's own 100 could come between earlier responses.
  server.on('checkContinue', answer);
  // Node starts to check for slow requests when a server listens; this one never does.
  server.emit('listening');
  return server;
}
