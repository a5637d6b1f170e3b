import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { sentHeaders } from './answer.ts';
import type { Application } from './application.ts';
import type { HttpError } from './errors.ts';
import { unavailableLog } from './rejection-log.ts';
import { REQUEST_ID, type RequestIds } from './request-id.ts';
import { recordSent } from './request-record.ts';
import { targetOf } from './target.ts';

/** Writes errors as responses. */
export type SendError = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/** The only place where an error becomes a response (RFC 9457), and where a bug is logged. */
export function errorSender(
  application: Pick<Application, 'httpError' | 'errorAnswer'>,
  log: Logger,
  requestIds: Pick<RequestIds, 'of'>,
): SendError {
  const rejections = unavailableLog(log);
  const logFailure = (
    { method, url }: IncomingMessage,
    { code, status }: HttpError,
    { error, requestId }: { readonly error: unknown; readonly requestId: string },
  ): void => {
    if (code === 'internal') log.error({ err: error, url, requestId }, 'request failed');
    else if (code === 'unavailable') rejections.rejected(messageOf(error), url, requestId);
    else log.debug({ status, method, url, reason: messageOf(error), requestId }, 'request rejected');
  };
  return (request, response, error) => {
    const { url = '/' } = request;
    const known = application.httpError(error, url);
    const requestId = requestIds.of(request, response);
    logFailure(request, known, { error, requestId });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const answer = application.errorAnswer(targetOf(request, url), known);
    const headers = sentHeaders(answer, undefined, 'identity', answer.body.length);
    recordSent(response, headers, answer.body.length);
    // Errors are never cached, so only the client that made the request sees its id.
    response.writeHead(answer.status, [...headers.full, REQUEST_ID, requestId]);
    response.end(answer.body);
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
