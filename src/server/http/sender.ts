import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SentHeaders } from './answer.ts';
import { matches } from './conditional.ts';
import { recordSent } from './request-record.ts';

/** An answer coded and ready to go out, whole or as a 304. */
export interface Sendable {
  readonly status: number;
  readonly headers: SentHeaders;
  readonly etag: string | undefined;
  readonly body: Buffer;
  /** As of its Route. */
  readonly ofCatalogue: boolean;
  /** As of its Handler. */
  readonly route: string;
}

/**
 * Sends an answer, or 304 to who has it already. Node leaves the body of a HEAD out by itself.
 * @param sent called when the body is on its way and nothing reads it any more; never if the client goes away before
 */
export function send(request: IncomingMessage, response: ServerResponse, answer: Sendable, sent?: () => void): void {
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && answer.etag !== undefined && matches(condition, answer.etag)) {
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
