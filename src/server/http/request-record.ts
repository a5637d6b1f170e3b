import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SentHeaders } from './answer.ts';
import { http } from './node-http.ts';

/** What is learnt about a request while it is handled, for logs and other observers. */
class RequestRecord {
  /** When its headers had arrived; milliseconds, as returned by `performance.now`. */
  readonly began = performance.now();
  /** Generated when first needed. */
  requestId: string | undefined;
  /**
   * The path of the route in the table of routes; undefined if the request got no further or
   * nothing is served there.
   */
  route: string | undefined;
  /** Whether the response cache had the response; undefined if it was not consulted. */
  cache: 'hit' | 'miss' | undefined;
  contentType: string | undefined;
  /** Size of the body as sent, even if the client goes away before it has all of it. */
  bytes = 0;
}

/** A response with the record of its request. */
export class RecordedResponse<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {
  readonly record = new RequestRecord();
}

/**
 * Called for each request; the function it returns is called when the response is finished or the
 * client has gone.
 */
export type RequestObserver = (request: IncomingMessage, response: RecordedResponse) => () => void;

/** The status in logs and metrics, as in nginx, if the client closed the connection before the response. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Undefined on servers that keep no records. */
export function recordOf(response: ServerResponse): RequestRecord | undefined {
  return response instanceof RecordedResponse ? response.record : undefined;
}

/**
 * Records what is sent.
 *
 * @param bytes of the body; none are sent for a HEAD
 */
export function recordSent(response: ServerResponse, { full }: Pick<SentHeaders, 'full'>, bytes: number): void {
  const record = recordOf(response);
  if (record === undefined) return;
  // The first header of every response is its Content-Type.
  record.contentType = full[1];
  record.bytes = response.req.method === 'HEAD' ? 0 : bytes;
}
