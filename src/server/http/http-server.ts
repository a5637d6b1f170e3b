import { createServer, IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { AccessLog } from './access-log.ts';
import type { Application } from './application.ts';
import type { Connections } from './connections.ts';
import { methodNotAllowed } from './errors.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RequestIds } from './request-id.ts';
import { RecordedResponse, type RequestObserver } from './request-record.ts';
import { requestHandler } from './request-handler.ts';
import { answerMalformed } from './malformed.ts';
import { Overload } from './overload.ts';
import { errorSender } from './error-response.ts';
import { REQUESTS } from './traced-requests.ts';

/** Bytes of request line and headers together. */
const HEADERS_AT_MOST = 32 * 1024;
const KEEP_ALIVE = 65_000;

/** When slow clients are cut, in milliseconds. */
export interface ClientTimeouts {
  /** A request has to arrive within this time. */
  readonly request: number;
  /** A stalled response is cut after this time, or after twice as long: Node checks only now and then whether it has moved. */
  readonly stall: number;
}

const CLIENT_TIMEOUTS: ClientTimeouts = { request: 10_000, stall: 15_000 };

/** What clients may do, and who watches them. */
export interface HttpServerOptions {
  /** Undefined: any number of requests. */
  readonly rateLimit: RateLimit | undefined;
  readonly timeouts: ClientTimeouts | undefined;
  readonly requestIds: RequestIds;
  /** Undefined: none is kept. */
  readonly accessLog: AccessLog | undefined;
  /** Is told of each request. */
  readonly observe: RequestObserver;
}

/**
 * The HTTP interface of an application. It listens nowhere: connections are given to it by `emit('connection', socket)`
 * after `connections` has been told of them.
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
    // The client was told that nothing more will come.
    if (request.socket.writableEnded) return;
    connections.asked(request.socket, response);
    if (REQUESTS.hasSubscribers)
      REQUESTS.traceSync(observed, { request, response, requestIds }, undefined, request, response);
    else observed(request, response);
  };
  const observed = (request: IncomingMessage, response: RecordedResponse): void => {
    for (const each of observers) response.once('close', each(request, response));
    if (connections.draining) answerAsLast(request, response);
    else handle(request, response);
  };
  // A tick later, when all that came together has been looked at: only the answer to the last of it is to say close.
  const answerAsLast = (request: IncomingMessage, response: RecordedResponse): void => {
    setImmediate(() => {
      if (connections.newest(request.socket) === response) response.setHeader('Connection', 'close');
      handle(request, response);
    });
  };
  const server = createServer(
    {
      maxHeaderSize: HEADERS_AT_MOST,
      headersTimeout: timeouts.request,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.request / 10,
      keepAliveTimeout: KEEP_ALIVE,
      joinDuplicateHeaders: true,
      // Looked at where its absence can be answered with a problem document.
      requireHostHeader: false,
      IncomingMessage,
      ServerResponse: RecordedResponse,
    },
    answer,
  );
  server.setTimeout(timeouts.stall, (socket) => {
    const newest = connections.newest(socket);
    if (newest?.headersSent !== true) return;
    // While there is nothing to send it is we who are slow.
    if (newest.writableFinished || socket.writableLength > 0) socket.destroy();
  });
  const refuseSocket = answerMalformed(application.baseUrl, { log, accessLog }, (socket) => connections.newest(socket));
  server.on('clientError', refuseSocket);
  // At a CONNECT, Node stops telling the answers before it when their client takes more.
  const onDrain = new WeakMap<Duplex, ReturnType<Duplex['listeners']>>();
  server.on('connection', (socket) => {
    onDrain.set(socket, socket.listeners('drain'));
  });
  // What Node would else end without a word (RFC 9110, 9.3.6 and 10.1.1).
  server.on('connect', (_request, socket) => {
    for (const goOn of onDrain.get(socket) ?? [])
      socket.on('drain', () => {
        Reflect.apply(goOn, socket, []);
      });
    refuseSocket(methodNotAllowed('CONNECT'), socket);
  });
  server.on('checkExpectation', answer);
  // A body is asked for where one is read; Node's own 100 gets in among the answers before it.
  server.on('checkContinue', answer);
  // Node begins to watch for slow requests when a server listens; this one never does.
  server.emit('listening');
  return server;
}
