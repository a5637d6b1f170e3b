import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { SentHeaders } from './answer.ts';
import { recordSent } from './request-record.ts';

/** What tells one state of a response from another. */
interface Validators {
  readonly etag: string | undefined;
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  readonly lastModified: number | undefined;
}

/** Whether the client has the response already. `If-None-Match` alone decides if there is one (RFC 9110, 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) return etag !== undefined && matches(tags, etag);
  if (since === undefined || lastModified === undefined) return false;
  const seconds = httpDate(since);
  return seconds !== undefined && seconds >= lastModified;
}

const TIME = String.raw`\d\d:\d\d:\d\d`;
const FIXED = new RegExp(String.raw`^[A-Z][a-z]{2}, (\d\d [A-Z][a-z]{2} \d{4} ${TIME}) GMT$`);
const OF_RFC_850 = new RegExp(String.raw`^[A-Z][a-z]+day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (${TIME}) GMT$`);
const OF_ASCTIME = new RegExp(String.raw`^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (${TIME}) (\d{4})$`);

/** A date of HTTP in its three forms (RFC 9110, 5.6.7), as seconds since 1970-01-01T00:00:00Z; undefined for any other text. */
function httpDate(text: string): number | undefined {
  const written = text
    .replace(FIXED, '$1 GMT')
    // Two digits of a year: a cached response is of this century.
    .replace(OF_RFC_850, '$1 $2 20$3 $4 GMT')
    .replace(OF_ASCTIME, '$2 $1 $4 $3 GMT');
  const milliseconds = written === text ? NaN : Date.parse(written);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

/**
 * Whether `If-None-Match` matches this entity tag (RFC 9110, 13.1.2): a list or `*`, compared
 * weakly. A malformed header matches nothing.
 */
export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  const header = ifNoneMatch.trim();
  if (header === '*') return true;
  const opaque = etag.startsWith('W/') ? etag.slice(2) : etag;
  for (const tag of header.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)) if (tag[1] === opaque) return true;
  return false;
}

/** An encoded response ready to send, whole or as a 304. */
export interface Sendable extends Validators {
  readonly status: number;
  readonly headers: SentHeaders;
  readonly body: Buffer;
  /** From its Route. */
  readonly ofCatalogue: boolean;
  /** From its Handler. */
  readonly route: string;
}

/**
 * Sends a response, or 304 if the client has it already. Node itself omits the body for HEAD.
 *
 * @param sent called when nothing reads the body any more; never if the client goes away first
 */
export function send(request: IncomingMessage, response: ServerResponse, answer: Sendable, sent?: () => void): void {
  if (isNotModified(request.headers, answer)) {
    sendNotModified(response, answer.headers);
    sent?.();
    return;
  }
  recordSent(response, answer.headers, answer.body.length);
  response.writeHead(answer.status, answer.headers.full);
  response.end(answer.body, sent);
}

export function sendNotModified(response: ServerResponse, headers: SentHeaders): void {
  recordSent(response, headers, 0);
  response.writeHead(304, headers.full.slice(headers.shared));
  response.end();
}
