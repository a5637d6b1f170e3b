import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { type Answer, COMMON_HEADERS, sentHeaders } from './answer.ts';
import { addAge, type Application, type Handler, originForm, type PostHandler, targetOf } from './application.ts';
import { send } from './conditional.ts';
import { ALLOWED, ALLOWED_TO_POST, HttpError, methodNotAllowed, notFound, unavailable } from './errors.ts';
import { type PostOptions, readPosted } from './posted.ts';
import type { RateLimit } from './rate-limit.ts';
import { unavailableLog } from './rejection-log.ts';
import { recordOf, recordSent, REQUEST_ID, type RequestIds } from './request-record.ts';
import { type Exchange, respond, responseKey } from './respond.ts';
import type { CachedResponse } from './response-cache.ts';

interface HandlerOptions extends PostOptions {
  readonly rateLimit: RateLimit | undefined;
  readonly requestIds: Pick<RequestIds, 'of'>;
}

/** A request to be answered. */
type Asked = Omit<Exchange, 'ofCatalogue' | 'route'>;

/**
 * Handles a request from start to end: validates its method and target, sends a cached response at
 * once, and otherwise finds the route that makes one.
 */
export function requestHandler(
  application: Application,
  sendError: SendError,
  overload: Pick<Overload, 'asked' | 'isOverloaded'>,
  { rateLimit, ...options }: HandlerOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    overload.asked();
    const tooMany = rateLimit?.count(request);
    if (tooMany !== undefined) {
      sendError(request, response, tooMany);
      return;
    }
    // `OPTIONS *` asks about the server as a whole (RFC 9110, 9.3.7).
    const asterisk = request.method === 'OPTIONS' && request.url === '*';
    const url = asterisk ? '*' : originForm(request.url ?? '');
    if (url === undefined) {
      sendError(request, response, notFound('The request target is not a path'));
      return;
    }
    request.url = url;
    const problem = hostProblem(request);
    if (problem !== undefined) {
      sendError(request, response, new HttpError('bad-request', problem));
      return;
    }
    const target = targetOf(request, url);
    const asked = { request, response, target };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const handler = postHandlerOf(application, asked);
      if (handler === undefined) otherMethod(application, asked, sendError);
      else if (overload.isOverloaded) sendError(request, response, overloaded());
      else void answerPost(application, handler, asked, { ...options, sendError });
      return;
    }
    const kept = application.responses.get(responseKey(application, target), Date.now());
    noteCache(response, kept);
    if (kept !== undefined) {
      addAge(application, response, kept);
      send(request, response, kept);
      return;
    }
    if (overload.isOverloaded) {
      sendError(request, response, overloaded());
      return;
    }
    answer(application, asked, { sendError, requestIds: options.requestIds });
  };
}

function noteCache(response: ServerResponse, kept: CachedResponse | undefined): void {
  const record = recordOf(response);
  if (record === undefined) return;
  record.cache = kept === undefined ? 'miss' : 'hit';
  record.route = kept?.route;
}

/** Finds what is served at the path, and records it. */
function found(application: Application, { response, target }: Asked): Handler | PostHandler | HttpError {
  const handler = application.find(target.path);
  const record = recordOf(response);
  if (record !== undefined && !(handler instanceof HttpError)) record.route = handler.route;
  return handler;
}

function overloaded(): HttpError {
  return unavailable('The service is overloaded');
}

/** The handler for a POST request; undefined for other methods and paths. */
function postHandlerOf(application: Application, asked: Asked): PostHandler | undefined {
  const handler = asked.request.method === 'POST' ? found(application, asked) : undefined;
  return handler !== undefined && !(handler instanceof HttpError) && 'post' in handler ? handler : undefined;
}

/** What is read from memory and the read copy is answered before this returns, unless it is compressed. */
function answer(
  application: Application,
  asked: Asked,
  { sendError, requestIds }: Pick<HandlerOptions, 'requestIds'> & { readonly sendError: SendError },
): void {
  const { request, response, target } = asked;
  const fail = (error: unknown): void => sendError(request, response, error);
  try {
    const handler = found(application, asked);
    if (handler instanceof HttpError) throw handler;
    if ('post' in handler) throw methodNotAllowed(request.method ?? '', ALLOWED_TO_POST);
    const { ofCatalogue, route } = handler;
    const { epoch } = application.responses;
    const finish = (made: Answer): Promise<void> | undefined => {
      // A page that explains what is wrong with a search, and how to fix it.
      if (made.status >= 400) response.setHeader(REQUEST_ID, requestIds.of(request, response));
      return respond(application, { request, response, target, ofCatalogue, route }, made, epoch);
    };
    const made = handler.answer(target);
    const sent = made instanceof Promise ? made.then(finish) : finish(made);
    sent?.catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** The only place where a body is read. */
async function answerPost(
  application: Application,
  handler: PostHandler,
  { request, response, target }: Asked,
  { sendError, requestIds, ...options }: Omit<HandlerOptions, 'rateLimit'> & { readonly sendError: SendError },
): Promise<void> {
  try {
    const requestId = requestIds.of(request, response);
    const posted = await readPosted(request, response, { ...options, baseUrl: application.baseUrl });
    const made = await handler.post({ ...posted, requestId });
    if (made.status >= 400) response.setHeader(REQUEST_ID, requestId);
    await respond(
      application,
      { request, response, target, ofCatalogue: true, route: handler.route },
      made,
      application.responses.epoch,
    );
  } catch (error) {
    // A client that has gone gets no response.
    if (request.errored === null) sendError(request, response, error);
  }
}

/**
 * RFC 9112, 3.2: an HTTP/1.1 request has exactly one Host line. The parser joins several with a
 * comma, which no host contains.
 */
function hostProblem(request: IncomingMessage): string | undefined {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersion === '1.0' ? undefined : 'The request has no Host header';
  return host.includes(',') ? 'The request has more than one Host header' : undefined;
}

/**
 * OPTIONS lists the allowed methods, for CORS too; other methods are rejected. The request's body
 * is not read.
 */
function otherMethod(application: Application, asked: Asked, sendError: SendError): void {
  const { request, response, target } = asked;
  const handler = target.path === '*' ? undefined : found(application, asked);
  if (handler instanceof HttpError) {
    sendError(request, response, handler);
    return;
  }
  const allowed = handler !== undefined && 'post' in handler ? ALLOWED_TO_POST : ALLOWED;
  if (request.method === 'OPTIONS') {
    response.writeHead(204, [
      ...COMMON_HEADERS,
      'Allow',
      allowed,
      'Access-Control-Allow-Methods',
      allowed,
      'Access-Control-Allow-Headers',
      // The asterisk does not cover Authorization (Fetch standard, CORS protocol).
      '*, Authorization',
      'Access-Control-Max-Age',
      '86400',
    ]);
    response.end();
    return;
  }
  const { method = 'This method' } = request;
  sendError(request, response, methodNotAllowed(method, allowed));
}

/** Writes errors as responses. */
type SendError = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/** The only place where an error becomes a response (RFC 9457), and where a bug is logged. */
export function errorSender(
  application: Pick<Application, 'httpError' | 'errorAnswer'>,
  log: Logger,
  requestIds: Pick<RequestIds, 'of'>,
): SendError {
  const rejections = unavailableLog(log);
  const logFailure = (
    { method, url }: IncomingMessage,
    { code, status }: HttpError,
    { error, requestId }: { readonly error: unknown; readonly requestId: string },
  ): void => {
    if (code === 'internal') log.error({ err: error, url, requestId }, 'request failed');
    else if (code === 'unavailable') rejections.rejected(messageOf(error), url, requestId);
    else log.debug({ status, method, url, reason: messageOf(error), requestId }, 'request rejected');
  };
  return (request, response, error) => {
    const { url = '/' } = request;
    const known = application.httpError(error, url);
    const requestId = requestIds.of(request, response);
    logFailure(request, known, { error, requestId });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const answer = application.errorAnswer(targetOf(request, url), known);
    const headers = sentHeaders(answer, undefined, 'identity', answer.body.length);
    recordSent(response, headers, answer.body.length);
    // Errors are never cached, so only the client that made the request sees its id.
    response.writeHead(answer.status, [...headers.full, REQUEST_ID, requestId]);
    response.end(answer.body);
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** When a service counts as overloaded. */
interface Limits {
  /** Milliseconds of event loop delay. */
  readonly late: number;
  /**
   * Concurrent waiting requests: with fewer, the machine is slow, and each is merely answered late.
   */
  readonly waiting: number;
  /** Milliseconds between two checks, which must agree. */
  readonly every: number;
}

const LIMITS: Limits = { late: 1_000, waiting: 50, every: 500 };

/**
 * Tells whether more requests wait than can be answered in time, so that new ones should be
 * rejected. A late event loop alone is not enough: it is late whenever another program takes the
 * CPU.
 */
export class Overload {
  readonly #unanswered: () => number;
  readonly #limits: Limits;
  /**
   * The turn of the event loop in which the last request arrived, and how many arrived in it: they
   * all waited for it.
   */
  #turn = 0;
  #together = 0;
  #mostTogether = 0;
  #lookedAt = performance.now();
  #looksOverloaded = 0;

  /** @param unanswered counts the requests without a response */
  constructor(unanswered: () => number, limits = LIMITS) {
    this.#unanswered = unanswered;
    this.#limits = limits;
    setInterval(() => this.#look(), limits.every).unref();
  }

  get isOverloaded(): boolean {
    // A single long stall is over by the time it is noticed.
    return this.#looksOverloaded > 1;
  }

  /** Call for every request. */
  asked(): void {
    // Not setImmediate: it makes the event loop poll once more per turn, which makes a small
    // response 6 % more expensive.
    const turn = performance.nodeTiming.uvMetricsInfo.loopCount;
    this.#together = turn === this.#turn ? this.#together + 1 : 1;
    this.#turn = turn;
    this.#mostTogether = Math.max(this.#mostTogether, this.#together);
  }

  #look(): void {
    const { late, waiting, every } = this.#limits;
    const now = performance.now();
    const isLate = now - this.#lookedAt - every > late;
    const isOverloaded = isLate && Math.max(this.#mostTogether, this.#unanswered()) >= waiting;
    this.#looksOverloaded = isOverloaded ? this.#looksOverloaded + 1 : 0;
    this.#mostTogether = 0;
    this.#lookedAt = now;
  }
}
