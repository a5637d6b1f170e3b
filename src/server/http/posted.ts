import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from './errors.ts';

/** Maximum size of a body in bytes. */
const MAX_SIZE = 64 * 1024;
/** Maximum size, in bytes, of a rejected body that is read to its end. */
const MAX_DISCARDED = 1024 * 1024;
/** Milliseconds within which a body must arrive. */
const ARRIVES_WITHIN = 10_000;

/** A POST request. */
export interface Posted {
  readonly headers: IncomingHttpHeaders;
  /** Id of the request, for the log. */
  readonly requestId: string;
  /** JSON, according to its header. */
  readonly body: Buffer;
}

export interface PostOptions {
  /** Milliseconds within which a body must arrive. */
  readonly arrivesWithin?: number;
}

/**
 * Checks and reads a POST body. Browsers send the origin of the page, and only our own is allowed:
 * otherwise any page could reach a Lectern that only its reader can reach, even under a hostname of
 * the attacker (DNS rebinding).
 *
 * @throws HttpError 403, 408, 413 or 415; an error with the code ECONNRESET if the client has gone
 */
export async function readPosted(
  request: IncomingMessage,
  response: ServerResponse,
  { baseUrl, arrivesWithin = ARRIVES_WITHIN }: PostOptions & { readonly baseUrl: string },
): Promise<Omit<Posted, 'requestId'>> {
  const { headers } = request;
  const rejection = rejectionOf(headers, baseUrl);
  if (rejection !== undefined && (isWaiting(headers) || sizeOf(headers) > MAX_DISCARDED)) throw rejection;
  if (isWaiting(headers)) response.writeContinue();
  // Read a rejected body too: closing a connection with unread data resets it, and the client may lose the response.
  const body = await bodyOf(request, arrivesWithin);
  // Whatever comes later must not be taken for the next request.
  if (body === 'too late') response.setHeader('Connection', 'close');
  if (rejection !== undefined) throw rejection;
  if (body === 'too late') throw new HttpError('request-timeout', 'Send the request at once');
  if (body === 'too large') throw tooLarge();
  return { headers, body };
}

function rejectionOf(headers: IncomingHttpHeaders, baseUrl: string): HttpError | undefined {
  const { origin } = headers;
  if (origin !== undefined && origin !== new URL(baseUrl).origin)
    return new HttpError('forbidden', 'Requests from pages of other sites are not allowed here');
  if (!isJson(headers['content-type'])) return new HttpError('unsupported-media-type', 'Send application/json');
  if (![undefined, 'identity'].includes(headers['content-encoding']?.toLowerCase()))
    return new HttpError('unsupported-media-type', 'Send the body without a content coding');
  return sizeOf(headers) > MAX_SIZE ? tooLarge() : undefined;
}

/** According to its header, in bytes. */
function sizeOf(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? 0);
}

/** Whether the client does not send the body until it is told to. */
function isWaiting(headers: IncomingHttpHeaders): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

function tooLarge(): HttpError {
  return new HttpError('content-too-large', `At most ${MAX_SIZE} bytes can be sent`);
}

function bodyOf(request: IncomingMessage, arrivesWithin: number): Promise<Buffer | 'too large' | 'too late'> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      request.removeAllListeners('data');
      // Drops the rest of the body, so that another request can follow.
      request.resume();
      then();
    };
    const timer = setTimeout(() => settle(() => resolve('too late')), arrivesWithin);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_SIZE) chunks.push(chunk);
      else chunks = [];
      if (size > MAX_DISCARDED) settle(() => resolve('too large'));
    });
    request.once('end', () => settle(() => resolve(size > MAX_SIZE ? 'too large' : Buffer.concat(chunks))));
    request.once('error', (error) => settle(() => reject(error)));
  });
}
