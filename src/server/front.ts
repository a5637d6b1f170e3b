import type { IncomingMessage, ServerResponse } from 'node:http';
import { COMMON_HEADERS } from './answer.js';
import { ALLOWED, HttpError, methodNotAllowed, notFound, unavailable } from './errors.js';
import type { KeptAnswers } from './kept-answers.js';
import { keyOf } from './respond.js';
import { isServed } from './routes.js';
import { send } from './sender.js';
import { originForm, targetOf, type Target } from './target.js';

export interface Front {
  readonly kept: KeptAnswers;
  readonly now: () => number;
  readonly draining: () => boolean;
  readonly overloaded: () => boolean;
  /** Writes what went wrong. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, error: HttpError) => void;
}

/**
 * What a request meets before the router: its method and target are made sure of, and a question whose answer is
 * kept is answered at once.
 */
export function front(
  { kept, now, draining, overloaded, refuse }: Front,
  router: (request: IncomingMessage, response: ServerResponse) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    // `OPTIONS *` asks about the server as a whole (RFC 9110, 9.3.7).
    const asterisk = request.method === 'OPTIONS' && request.url === '*';
    const url = asterisk ? '*' : originForm(request.url ?? '');
    if (draining()) response.setHeader('Connection', 'close');
    if (url === undefined) {
      refuse(request, response, notFound('The request target is not a path'));
      return;
    }
    request.url = url;
    const doubt = doubtAboutHost(request);
    if (doubt !== undefined) {
      refuse(request, response, new HttpError('bad-request', doubt));
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      otherMethod(request, response, targetOf(request, url), refuse);
      return;
    }
    const answer = kept.get(keyOf(targetOf(request, url)), now());
    if (answer !== undefined) {
      send(request, response, answer);
      return;
    }
    if (overloaded()) {
      refuse(request, response, unavailable('The service has more to do than it can'));
      return;
    }
    router(request, response);
  };
}

/** RFC 9112, 3.2: a request of HTTP/1.1 has one Host line. Two were joined by the parser, and no host has a comma. */
function doubtAboutHost(request: IncomingMessage): string | undefined {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersion === '1.0' ? undefined : 'The request has no Host header';
  return host.includes(',') ? 'The request has more than one Host header' : undefined;
}

/** OPTIONS tells what may be asked, for CORS too; any other method is refused. The request's body is never read. */
function otherMethod(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  refuse: Front['refuse'],
): void {
  if (request.method === 'OPTIONS' && (target.path === '*' || isServed(target.path))) {
    response.writeHead(204, [
      ...COMMON_HEADERS,
      'Allow',
      ALLOWED,
      'Access-Control-Allow-Methods',
      ALLOWED,
      'Access-Control-Allow-Headers',
      'Accept, Content-Type, If-None-Match, X-Requested-With',
      'Access-Control-Max-Age',
      '86400',
    ]);
    response.end();
    return;
  }
  const { method = 'This method' } = request;
  refuse(
    request,
    response,
    isServed(target.path) ? methodNotAllowed(method) : notFound('Nothing is served at this path'),
  );
}
