import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from './errors.ts';

/** Maximum size of a body in bytes. */
const LARGEST = 64 * 1024;
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
  const { origin } = headers;
  if (origin !== undefined && origin !== new URL(baseUrl).origin)
    throw new HttpError('forbidden', 'Requests from pages of other sites are not allowed here');
  if (!isJson(headers['content-type'])) throw new HttpError('unsupported-media-type', 'Send application/json');
  if (![undefined, 'identity'].includes(headers['content-encoding']?.toLowerCase()))
    throw new HttpError('unsupported-media-type', 'Send the body without a content coding');
  if (Number(headers['content-length'] ?? 0) > LARGEST) throw tooLarge();
  // Clients that send `Expect: 100-continue` wait for this.
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  return { headers, body: await bodyOf(request, arrivesWithin) };
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

function tooLarge(): HttpError {
  return new HttpError('content-too-large', `At most ${LARGEST} bytes can be sent`);
}

function bodyOf(request: IncomingMessage, arrivesWithin: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      request.removeAllListeners('data');
      // Drops the rest of the body, so that another request can follow.
      request.resume();
      then();
    };
    const timer = setTimeout(() => {
      settle(() => reject(new HttpError('request-timeout', 'Send the request at once', [], ['Connection', 'close'])));
    }, arrivesWithin);
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LARGEST) settle(() => reject(tooLarge()));
    });
    request.once('end', () => settle(() => resolve(Buffer.concat(chunks))));
    request.once('error', (error) => settle(() => reject(error)));
  });
}
