import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { CatalogueDamaged, StoreUnavailable } from '#store/store.ts';
import { DATA_POLICY, sentHeaders, type WholeAnswer } from './answer.ts';
import { HttpError, unavailable } from './errors.ts';
import { findRoute } from '../routes/routes.ts';
import type { Service } from '../service.ts';
import { RejectionLog } from './rejection-log.ts';
import { targetOf, type Target } from './target.ts';
import { formatsOf } from '../api/format-negotiation.ts';

/** Writes what went wrong. */
export type SendError = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/** The one place where an error becomes an answer (RFC 9457), and where a fault of ours is logged. */
export function errorSender(service: Service, log: Logger): SendError {
  const rejections = new RejectionLog(log);
  return (request, response, error) => {
    if (error instanceof CatalogueDamaged) service.follower.checkDamage();
    const known = httpError(isOfDamagedTalk(service, request.url, error) ? lostTalk() : error);
    logFailure({ log, rejections }, request, known, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const answer = errorAnswer(service, targetOf(request, request.url ?? '/'), known);
    response.writeHead(answer.status, sentHeaders(answer, undefined, 'identity', answer.body.length).full);
    response.end(answer.body);
  };
}

interface FailureLogs {
  readonly log: Logger;
  readonly rejections: RejectionLog;
}

function logFailure(
  { log, rejections }: FailureLogs,
  { method, url }: IncomingMessage,
  { code, status }: HttpError,
  error: unknown,
): void {
  if (code === 'internal') log.error({ err: error, url }, 'request failed');
  else if (code === 'unavailable') rejections.rejected(messageOf(error), url);
  else log.debug({ status, method, url, reason: messageOf(error) }, 'request rejected');
}

/** A page for who reads pages, a problem document for everyone else. */
function errorAnswer(service: Service, target: Target, error: HttpError): WholeAnswer {
  if (!target.path.startsWith('/api') && target.accept?.includes('text/html') === true) {
    const page = service.htmlPages.error(service, target, error);
    return { ...page, headers: [...page.headers, ...error.headers] };
  }
  const choice = service.negotiation.problem({
    accept: target.accept,
    formats: formatsOf(target.query),
    suffix: findRoute(target.path)?.suffix ?? '',
  });
  return {
    status: error.status,
    contentType: choice.contentType,
    body: choice.representation.problem(error.document(service.publication.baseUrl)),
    tag: undefined,
    variant: '',
    headers: [...DATA_POLICY, ...error.headers],
    keep: 'never',
    until: 0,
  };
}

function httpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof CatalogueDamaged) return unavailable('This part of the catalogue cannot be read');
  if (error instanceof StoreUnavailable) return unavailable('The catalogue is temporarily unavailable');
  return new HttpError('internal', 'Internal server error. It has been logged.');
}

/** Whether a talk was not found that is there, and so damaged that no index has it. */
function isOfDamagedTalk({ follower }: Service, url = '', error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status !== 404) return false;
  return follower.damaged.damage.some(({ record }) => record?.type === 'talk' && url.includes(record.key));
}

function lostTalk(): CatalogueDamaged {
  return new CatalogueDamaged('The catalogue is damaged: the talk cannot be read.');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
