import type { IncomingMessage, ServerResponse } from 'node:http';
import { addAge } from './age.ts';
import { COMMON_HEADERS } from './answer.ts';
import { ALLOWED, HttpError, methodNotAllowed, notFound, unavailable } from './errors.ts';
import type { Overload } from './overload.ts';
import type { SendError } from './error-response.ts';
import { responseKey, respond, type Exchange } from './respond.ts';
import { findRoute } from '../routes/routes.ts';
import { send } from './sender.ts';
import type { Service } from '../service.ts';
import { originForm, targetOf, type Target } from './target.ts';

/**
 * Everything that happens to a request: its method and target are made sure of, an answer that is kept goes out at
 * once, and for the rest the route is found that makes one.
 */
export function requestHandler(
  service: Service,
  refuse: SendError,
  overload: Overload,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    overload.asked();
    // `OPTIONS *` asks about the server as a whole (RFC 9110, 9.3.7).
    const asterisk = request.method === 'OPTIONS' && request.url === '*';
    const url = asterisk ? '*' : originForm(request.url ?? '');
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
    const target = targetOf(request, url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      otherMethod(request, response, target, refuse);
      return;
    }
    const kept = service.kept.get(responseKey(service, target), Date.now());
    if (kept !== undefined) {
      addAge(service, response, kept);
      send(request, response, kept);
      return;
    }
    if (overload.isOverloaded) {
      refuse(request, response, unavailable('The service is overloaded'));
      return;
    }
    void answer(service, { request, response, target }, refuse);
  };
}

async function answer(service: Service, asked: Omit<Exchange, 'ofCatalogue'>, refuse: SendError): Promise<void> {
  const { request, response, target } = asked;
  try {
    const found = findRoute(target.path);
    if (found === undefined) throw notFound('Nothing is served at this path');
    const { epoch } = service.kept;
    const made = await found.route.answer(service, target, found.id, found.suffix);
    await respond(service, { ...asked, ofCatalogue: found.route.ofCatalogue }, made, epoch);
  } catch (error) {
    refuse(request, response, error);
  }
}

/** RFC 9112, 3.2: a request of HTTP/1.1 has one Host line. Two were joined by the parser, and no host has a comma. */
function doubtAboutHost(request: IncomingMessage): string | undefined {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersion === '1.0' ? undefined : 'The request has no Host header';
  return host.includes(',') ? 'The request has more than one Host header' : undefined;
}

/** OPTIONS tells what may be asked, for CORS too; any other method is refused. The request's body is never read. */
function otherMethod(request: IncomingMessage, response: ServerResponse, target: Target, refuse: SendError): void {
  if (request.method === 'OPTIONS' && (target.path === '*' || findRoute(target.path) !== undefined)) {
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
    findRoute(target.path) === undefined ? notFound('Nothing is served at this path') : methodNotAllowed(method),
  );
}
