import type { Problem, Result } from '#catalogue/problem.ts';
import type { ProblemDocument } from '#representations/representation.ts';

/** Every error response of the service; docs/reference/http.md lists them. */
export const ERRORS = {
  'bad-request': {
    status: 400,
    title: 'The request is malformed',
    when: 'a parameter is malformed or missing, or the request is not valid HTTP',
    example: 'This parameter is missing or malformed: from',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    when: 'a page of another site posts to `/mcp`',
    example: 'Requests from pages of other sites are not allowed here',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    when: 'there is no such talk, series, public collection, person, department, venue, topic, path or suffix',
    example: 'No talk has this identifier',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    when: 'any method but GET, HEAD and OPTIONS, or at `/mcp` but POST and OPTIONS, which `Allow` lists',
    example: 'POST is not allowed here',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    when: 'the client accepts no representation or content coding that is available',
    example: 'There is application/json, application/hal+json, application/xml, text/xml',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    when: 'the request did not arrive completely within 10 seconds',
    example: 'Send the request at once',
  },
  'content-too-large': {
    status: 413,
    title: 'The body is too large',
    when: 'more than 64 KiB are posted to `/mcp`',
    example: 'At most 65536 bytes can be sent',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    when: 'what is posted to `/mcp` is not `application/json`, or compressed',
    example: 'Send application/json',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    when: 'the client sends more requests per second than `--rate-limit` allows; `Retry-After` says when to try again',
    example: 'At most 200 requests a second are answered',
  },
  'headers-too-large': {
    status: 431,
    title: 'The request line and headers are too large',
    when: 'the request line and headers exceed 32 KiB',
    example: 'Send fewer or shorter parameters',
  },
  internal: {
    status: 500,
    title: 'Internal server error',
    when: 'a bug in Lectern; see the log',
    example: 'Internal server error. It has been logged.',
  },
  'not-implemented': {
    status: 501,
    title: 'Not implemented',
    when: 'an oEmbed is asked for in a format other than JSON and XML',
    example: 'There is json, xml',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    when: 'the catalogue is not loaded yet, a record is damaged, a search took too long, or the server is overloaded; `Retry-After` says when to try again',
    example: 'The catalogue is temporarily unavailable',
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Errors of POST requests. Their clients are programs, so pages have no words for them. */
const OF_POSTS = ['forbidden', 'content-too-large', 'unsupported-media-type'] as const;
type PostErrorCode = (typeof OF_POSTS)[number];

function isOfPosts(code: ErrorCode): code is PostErrorCode {
  return OF_POSTS.some((one) => one === code);
}

/** An error response; thrown where the error is found, and written in one place. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;
  readonly detail: string;
  readonly problems: readonly Problem[];
  readonly headers: readonly string[];

  constructor(code: ErrorCode, detail: string, problems: readonly Problem[] = [], headers: readonly string[] = []) {
    super(detail);
    this.code = code;
    this.detail = detail;
    this.problems = problems;
    this.headers = headers;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The error in words for a page. */
  get pageCode(): Exclude<ErrorCode, PostErrorCode> | 'for-assistants' {
    if (this.headers.includes(ALLOWED_TO_POST)) return 'for-assistants';
    return isOfPosts(this.code) ? 'bad-request' : this.code;
  }

  /** RFC 9457; `type` links to the table row that explains the error. */
  document(baseUrl: string): ProblemDocument {
    const errors = this.problems.map((problem) => ({ parameter: problem.where, detail: sentence(problem) }));
    return {
      type: `${baseUrl}/docs/api#${this.code}`,
      title: ERRORS[this.code].title,
      status: this.status,
      detail: this.detail,
      ...(errors.length > 0 ? { errors } : {}),
    };
  }
}

function sentence(problem: Problem): string {
  return `${problem.what} ${problem.hint}`.trimEnd();
}

/** A 400 that names every invalid parameter. */
export function badRequest(problems: readonly Problem[]): HttpError {
  const names = [...new Set(problems.map((problem) => problem.where))];
  const detail = `${names.length === 1 ? 'This parameter is' : 'These parameters are'} missing or malformed: ${names.join(', ')}`;
  return new HttpError('bad-request', detail, problems);
}

/**
 * The parsed value.
 *
 * @throws HttpError 400
 */
export function valueOrThrow<T>(parsed: Result<T>): T {
  if (!parsed.ok) throw badRequest(parsed.problems);
  return parsed.value;
}

export function notFound(detail: string): HttpError {
  return new HttpError('not-found', detail);
}

/** Methods of all paths except those that accept POST. */
export const ALLOWED = 'GET, HEAD, OPTIONS';
/** Methods of paths that accept POST. */
export const ALLOWED_TO_POST = 'POST, OPTIONS';

/** @param allowed the path's methods */
export function methodNotAllowed(method: string, allowed: string = ALLOWED): HttpError {
  return new HttpError('method-not-allowed', `${method} is not allowed here`, [], ['Allow', allowed]);
}

/** Seconds after which a client may retry. */
export const RETRY_AFTER = 5;

export function unavailable(detail: string): HttpError {
  return new HttpError('unavailable', detail, [], ['Retry-After', String(RETRY_AFTER)]);
}

/**
 * RateLimit headers as in draft-ietf-httpapi-ratelimit-headers-11.
 *
 * @param most requests that a client may send per second
 */
export function tooManyRequests(most: number): HttpError {
  const headers = ['Retry-After', '1', 'RateLimit-Policy', `"client";q=${String(most)};w=1`];
  headers.push('RateLimit', '"client";r=0;t=1');
  return new HttpError('too-many-requests', `At most ${String(most)} requests a second are answered`, [], headers);
}
