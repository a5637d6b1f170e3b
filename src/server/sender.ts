import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SentHeaders } from './answer.js';
import { matches } from './conditional.js';

/** An answer coded and ready to go out, whole or as a 304. */
export interface Sendable {
  readonly status: number;
  readonly headers: SentHeaders;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

/** Sends an answer, or 304 to who has it already. Node leaves the body of a HEAD out by itself. */
export function send(request: IncomingMessage, response: ServerResponse, answer: Sendable): void {
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && answer.etag !== undefined && matches(condition, answer.etag)) {
    response.writeHead(304, answer.headers.notModified);
    response.end();
    return;
  }
  response.writeHead(answer.status, answer.headers.full);
  response.end(answer.body);
}
