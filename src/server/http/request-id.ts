import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddresses } from './client-address.ts';
import { recordOf } from './request-record.ts';

/** The header of errors that tells the id, for whoever reports them. */
export const REQUEST_ID = 'X-Request-Id';

/** Identifies requests in the logs. The id that a trusted proxy has given a request is kept; any other request gets one. */
export class RequestIds {
  readonly #clients: Pick<ClientAddresses, 'isFromTrustedProxy'>;

  constructor(clients: Pick<ClientAddresses, 'isFromTrustedProxy'>) {
    this.#clients = clients;
  }

  /**
   * The same each time it is asked for.
   * @param otherwise the id of a request that has none, where somebody else has made one
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

/** What proxies make: UUIDs, hexadecimal, Base64. Anything else could be mistaken for something else in a line of a log. */
const ID = /^[A-Za-z0-9+/=_.:@~-]{1,128}$/;
/** W3C Trace Context, 3.2: version, trace-id, parent-id, flags. A trace-id of zeros only is none. */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

function givenId({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): string | undefined {
  if (typeof id === 'string' && ID.test(id)) return id;
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
}
