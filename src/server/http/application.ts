import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadCopy } from '#replica/read-copy.ts';
import type { Answer, WholeAnswer } from './answer.ts';
import type { HttpError } from './errors.ts';
import type { Posted } from './posted.ts';
import type { ResponseCache } from './response-cache.ts';

/** The resource at a path. */
interface Served {
  /** The path in the table of routes, with variables: the same for all paths of a route. */
  readonly route: string;
}

/** A readable resource. */
export interface Handler extends Served {
  /**
   * Whether its content comes from the catalogue, and is as old as the last contact with the store.
   */
  readonly ofCatalogue: boolean;
  answer(target: Target): Answer | Promise<Answer>;
}

/** A resource that accepts POST, and no other method but OPTIONS. */
export interface PostHandler extends Served {
  post(posted: Posted): Promise<Answer>;
}

/** What is served over HTTP. This folder knows nothing else about routes, formats and pages. */
export interface Application extends Freshness {
  readonly responses: ResponseCache;
  /** The published address of the service. */
  readonly baseUrl: string;
  /** What is served at a path, or a 404 that says why nothing is, with any method. */
  find(path: string): Handler | PostHandler | HttpError;
  /** The language of the response to a request; `''` if it makes no difference. */
  languageKey(target: Target): string;
  /**
   * The error as shown to the client.
   *
   * @param url of the request
   */
  httpError(error: unknown, url: string): HttpError;
  errorAnswer(target: Target, error: HttpError): WholeAnswer;
}

/** Tells how old the served catalogue may be. */
export interface Freshness {
  readonly replica: Pick<ReadCopy, 'trouble' | 'lastSeen'>;
  readonly now: () => Date;
}

/**
 * While the store cannot be read, adds an Age header: whole seconds since the store last answered
 * (RFC 9111, 5.1). Call before the response's own headers are written.
 */
export function addAge(
  { replica, now }: Freshness,
  response: ServerResponse,
  { ofCatalogue }: { readonly ofCatalogue: boolean },
): void {
  if (replica.trouble === undefined || !ofCatalogue) return;
  const seconds = Math.floor((now().getTime() - replica.lastSeen) / 1000);
  response.setHeader('Age', String(Math.max(0, seconds)));
}

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
