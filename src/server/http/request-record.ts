import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { SentHeaders } from './answer.ts';
import type { ClientAddresses } from './client-address.ts';
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

/** The header that gives the id in errors, for reports. */
export const REQUEST_ID = 'X-Request-Id';

/**
 * Identifies requests in the logs. The id given by a trusted proxy is kept; other requests get a
 * new one.
 */
export class RequestIds {
  readonly #clients: Pick<ClientAddresses, 'isFromTrustedProxy'>;

  constructor(clients: Pick<ClientAddresses, 'isFromTrustedProxy'>) {
    this.#clients = clients;
  }

  /**
   * The same for every call.
   *
   * @param otherwise the id to use if the request has none and one was already generated elsewhere
   */
  of(request: IncomingMessage, response: ServerResponse, otherwise?: string): string {
    const record = recordOf(response);
    if (record === undefined) return this.#idOf(request, otherwise);
    return (record.requestId ??= this.#idOf(request, otherwise));
  }

  #idOf(request: IncomingMessage, otherwise?: string): string {
    const given = givenId(request.headers);
    return given !== undefined && this.#clients.isFromTrustedProxy(request) ? given : (otherwise ?? randomUUID());
  }
}

/**
 * Formats that proxies generate: UUIDs, hexadecimal, Base64. Anything else could be confused with
 * other fields of a log line.
 */
const ID = /^[A-Za-z0-9+/=_.:@~-]{1,128}$/;
/** W3C Trace Context, 3.2: version, trace-id, parent-id, flags. An all-zero trace-id is invalid. */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

function givenId({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): string | undefined {
  if (typeof id === 'string' && ID.test(id)) return id;
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
}
