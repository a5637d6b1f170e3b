import type { IncomingMessage } from 'node:http';

/** The parts of a request that a response may depend on. The Host is not one of them. */
export interface Target {
  /** As received, percent-encoded, starting with a slash. */
  readonly path: string;
  /** What follows the `?`, as received; empty if there is none. */
  readonly query: string;
  readonly accept: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** @param url a request target in origin-form */
export function targetOf(request: IncomingMessage, url: string): Target {
  const mark = url.indexOf('?');
  const acceptEncoding = request.headers['accept-encoding'];
  return {
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    accept: request.headers.accept,
    acceptEncoding: typeof acceptEncoding === 'string' ? acceptEncoding : undefined,
    acceptLanguage: request.headers['accept-language'],
  };
}

/**
 * The request target as path and query. In absolute-form (RFC 9112, 3.2.2) the host is dropped,
 * since no response depends on it. A fragment, which no valid target has, is dropped too. Undefined
 * for anything else.
 */
export function originForm(url: string): string | undefined {
  if (url.startsWith('/')) return url.includes('#') ? url.slice(0, url.indexOf('#')) : url;
  const absolute = /^https?:\/\/[^/?#]*(?<rest>[^#]*)/i.exec(url);
  const rest = absolute?.groups?.rest;
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
