import { ServerResponse, type IncomingMessage } from 'node:http';
import type { SentHeaders } from './answer.ts';

/** What becomes known of a request while it is answered, for logs and other observers. */
export class RequestRecord {
  /** When its headers had come; milliseconds, as of `performance.now`. */
  readonly began = performance.now();
  /** Given once somebody needs it. */
  requestId: string | undefined;
  /** The path of the route that answers, as in the table of routes; undefined where the request got no further, or nothing is served. */
  route: string | undefined;
  /** Whether the response cache had the response; undefined where it was not asked. */
  cache: 'hit' | 'miss' | undefined;
  contentType: string | undefined;
  /** Of the body as it is sent, also if its client goes away before it has all. */
  bytes = 0;
}

/** A response with the record of its request. */
export class RecordedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  readonly record = new RequestRecord();
}

/** Called when a request has come; what it returns is called when the response is finished, or the client has gone. */
export type RequestObserver = (request: IncomingMessage, response: RecordedResponse) => () => void;

/** Undefined for responses of servers that keep no records. */
export function recordOf(response: ServerResponse): RequestRecord | undefined {
  return response instanceof RecordedResponse ? response.record : undefined;
}

/** Notes what is sent. @param bytes of the body; none of them are sent to a HEAD */
export function recordSent(response: ServerResponse, { full }: Pick<SentHeaders, 'full'>, bytes: number): void {
  const record = recordOf(response);
  if (record === undefined) return;
  // The first header of every answer is its Content-Type.
  record.contentType = full[1];
  record.bytes = response.req.method === 'HEAD' ? 0 : bytes;
}
