import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SentHeaders } from './answer.ts';
import { isNotModified, type Validators } from './conditional.ts';
import { recordSent } from './request-record.ts';

/** An encoded response ready to send, whole or as a 304. */
export interface Sendable extends Validators {
  readonly status: number;
  readonly headers: SentHeaders;
  readonly body: Buffer;
  /** From its Route. */
  readonly ofCatalogue: boolean;
  /** From its Handler. */
  readonly route: string;
}

/**
 * Sends a response, or 304 if the client has it already. Node itself omits the body for HEAD.
 *
 * @param sent called when nothing reads the body any more; never if the client goes away first
 */
export function send(request: IncomingMessage, response: ServerResponse, answer: Sendable, sent?: () => void): void {
  if (isNotModified(request.headers, answer)) {
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
