import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddresses } from './client-address.ts';
import { recordOf } from './request-record.ts';

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
