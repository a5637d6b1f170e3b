import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { StoreUnavailable } from '#store/store.js';
import { DATA_POLICY, sentHeaders, type Answer } from './answer.js';
import { HttpError, methodNotAllowed, notFound, unavailable } from './errors.js';
import { front } from './front.js';
import { refuseMalformed } from './malformed.js';
import { overload } from './overload.js';
import { respond } from './respond.js';
import { errorPageAnswer } from './pages.js';
import { ROUTES, type Route } from './routes.js';
import type { Service } from './service.js';
import { targetOf, type Target } from './target.js';
import { formatsOf } from './wanted.js';

/** Bytes of request line and headers together. */
const HEADERS_AT_MOST = 32 * 1024;
/** A client that sends its request, or takes its answer, slower than this is cut; milliseconds. */
const REQUEST_WITHIN = 10_000;
/** Node looks at a stalled answer every so often, and cuts it when it has not moved since: it takes this long, or twice. */
const SILENT_AT_MOST = 15_000;
const KEEP_ALIVE = 65_000;

/** The HTTP interface over a service, not listening yet. */
export function buildApp(service: Service, log: FastifyBaseLogger): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Handlers read the query themselves, once.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: HEADERS_AT_MOST, querystringParser: () => ({}) },
    // What comes while the service stops is answered, and its connection closed after it.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      refuse(service, log, request.raw, reply.raw, notFound('The path is not well-formed'));
    },
    // What the parser refuses is answered in malformed.ts.
    clientErrorHandler: () => undefined,
    serverFactory: (router) => httpServer(service, log, router),
  });
  for (const route of ROUTES) addRoute(app, service, log, route);
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    refuse(service, log, request.raw, reply.raw, notFound('Nothing is served at this path'));
  });
  app.setErrorHandler((error, request, reply) => {
    reply.hijack();
    refuse(service, log, request.raw, reply.raw, error);
  });
  return app;
}

function httpServer(
  service: Service,
  log: FastifyBaseLogger,
  router: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const refuseHere = (request: IncomingMessage, response: ServerResponse, error: unknown): void => {
    refuse(service, log, request, response, error);
  };
  const { kept, draining } = service;
  const handle = front({ kept, draining, now: Date.now, overloaded: overload(), refuse: refuseHere }, router);
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

function addRoute(app: FastifyInstance, service: Service, log: FastifyBaseLogger, route: Route): void {
  app.get<{ Params: { id?: string } }>(route.path.replace('{id}', ':id'), (request, reply) => {
    // What is sent is whole bytes with their headers: there is nothing left for the framework to do with it.
    reply.hijack();
    const target = targetOf(request.raw, request.raw.url ?? '/');
    const exchange = { request: request.raw, response: reply.raw, target };
    const fail = (error: unknown): void => {
      refuse(service, log, request.raw, reply.raw, error);
    };
    try {
      // `/api/talks//`: the router finds an empty one.
      if (request.params.id === '') throw notFound('Nothing is served at this path');
      const { epoch } = service.kept;
      const answer = route.answer(service, target, request.params.id ?? '');
      const sent =
        answer instanceof Promise
          ? answer.then((value) => respond(service, exchange, value, epoch))
          : respond(service, exchange, answer, epoch);
      sent?.catch(fail);
    } catch (error) {
      fail(error);
    }
  });
}

/** The one place where an error becomes an answer (RFC 9457), and where a fault of ours is logged. */
function refuse(
  service: Service,
  log: FastifyBaseLogger,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const known = httpError(error);
  if (known.code === 'internal') log.error({ err: error, url: request.url }, 'a request failed');
  else if (known.code === 'unavailable')
    log.warn({ reason: messageOf(error), url: request.url }, 'a request was put off');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const answer = errorAnswer(service, targetOf(request, request.url ?? '/'), known);
  response.writeHead(answer.status, sentHeaders(answer, undefined, 'identity', answer.body.length).full);
  response.end(answer.body);
}

/** A page for who reads pages, a problem document for everyone else. */
function errorAnswer(service: Service, target: Target, error: HttpError): Answer {
  if (!target.path.startsWith('/api') && target.accept?.includes('text/html') === true) {
    const page = errorPageAnswer(service, error);
    return { ...page, headers: [...page.headers, ...error.headers] };
  }
  const choice = service.negotiation.problem(target.accept, formatsOf(target.query));
  return {
    status: error.status,
    contentType: choice.contentType,
    body: choice.representation.problem(error.document(service.publication.baseUrl)),
    tag: undefined,
    variant: '',
    headers: [...DATA_POLICY, ...error.headers],
    keep: false,
    until: 0,
  };
}

function httpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof StoreUnavailable) return unavailable('The catalogue cannot be read just now');
  return new HttpError('internal', 'The request could not be answered; it has been written down');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
