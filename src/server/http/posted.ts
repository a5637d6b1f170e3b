import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from './errors.ts';

/** Bytes of a body. */
const LARGEST = 64 * 1024;
/** Milliseconds within which a body has to arrive. */
const ARRIVES_WITHIN = 10_000;

/** What was posted. */
export interface Posted {
  readonly headers: IncomingHttpHeaders;
  /** Of the request, for the log. */
  readonly requestId: string;
  /** JSON, or so its header says. */
  readonly body: Buffer;
}

export interface PostOptions {
  /** Milliseconds within which a body has to arrive. */
  readonly arrivesWithin?: number;
}

/**
 * Checks and reads what is posted. A browser says from which site a page posts, and only our own may: a page elsewhere
 * could reach a Lectern that only its reader can reach, under a name of its own too (DNS rebinding).
 * @throws HttpError 403, 408, 413 or 415; an error with the code ECONNRESET when the client has gone
 */
export async function readPosted(
  request: IncomingMessage,
  response: ServerResponse,
  { baseUrl, arrivesWithin = ARRIVES_WITHIN }: PostOptions & { readonly baseUrl: string },
): Promise<Omit<Posted, 'requestId'>> {
  const { headers } = request;
  const { origin } = headers;
  if (origin !== undefined && origin !== new URL(baseUrl).origin)
    throw new HttpError('forbidden', 'Pages of other sites may not post here');
  if (!isJson(headers['content-type'])) throw new HttpError('unsupported-media-type', 'Send application/json');
  if (![undefined, 'identity'].includes(headers['content-encoding']?.toLowerCase()))
    throw new HttpError('unsupported-media-type', 'Send the body without a content coding');
  if (Number(headers['content-length'] ?? 0) > LARGEST) throw tooLarge();
  // Whoever asks whether to send the body waits for this.
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
      // What is still to come is dropped, so that another request can follow.
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
