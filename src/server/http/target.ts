import type { IncomingMessage } from 'node:http';

/** What of a request an answer may depend on. The Host is not among it. */
export interface Target {
  /** As it came, percent-encoded, beginning with a slash. */
  readonly path: string;
  /** What follows the `?`, as it came; empty if nothing does. */
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
 * The request target as path and query. In absolute-form (RFC 9112, 3.2.2) the host is dropped, as every host is:
 * nothing that we answer depends on it. A fragment, which no target has, is dropped too. Undefined for what is neither.
 */
export function originForm(url: string): string | undefined {
  if (url.startsWith('/')) return url.includes('#') ? url.slice(0, url.indexOf('#')) : url;
  const absolute = /^https?:\/\/[^/?#]*(?<rest>[^#]*)/i.exec(url);
  const rest = absolute?.groups?.rest;
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
