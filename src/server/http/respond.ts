import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentCoding, type ContentCoding } from '#representations/negotiation/content-coding.ts';
import { addAge, type Freshness } from './age.ts';
import { sentHeaders, type Answer } from './answer.ts';
import { compressed, isWorthCompressing } from './coding.ts';
import { matches } from './conditional.ts';
import { HttpError } from './errors.ts';
import { send, sendNotModified } from './sender.ts';
import type { Service } from '../service.ts';
import type { Target } from './target.ts';

/** Everything in a request that its answer depends on. */
export function responseKey({ htmlPages }: Pick<Service, 'htmlPages'>, target: Target): string {
  const query = target.query === '' ? '' : `?${target.query}`;
  const chosen = `${target.accept ?? ''}\n${contentCoding(target.acceptEncoding) ?? ''}\n${htmlPages.languageKey(target)}`;
  return `${chosen}\n${target.path}${query}`;
}

/** A request as it came, what it asks for, and where its answer goes. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  /** As of the route that answers. */
  readonly ofCatalogue: boolean;
}

/**
 * Codes an answer as the client accepts it, sends it, and keeps it for the next who asks the same.
 * @param epoch of the kept answers, from before the answer was made
 * @throws HttpError 406 when the client refuses every coding
 */
export async function respond(
  service: Pick<Service, 'kept' | 'htmlPages'> & Freshness,
  { request, response, target, ofCatalogue }: Exchange,
  answer: Answer,
  epoch: number,
): Promise<void> {
  const accepted = contentCoding(target.acceptEncoding);
  if (accepted === null) throw new HttpError('not-acceptable', 'No content coding is acceptable, not even identity');
  addAge(service, response, { ofCatalogue });
  const coding = isWorthCompressing(answer) ? accepted : 'identity';
  const etag = entityTag(answer, coding);
  const finish = (body: Buffer, sent: (() => void) | undefined): void => {
    const headers = sentHeaders(answer, etag, coding, body.length);
    const sendable = { status: answer.status, headers, etag, body, ofCatalogue, until: answer.until };
    const worthKeeping = answer.keep === 'always' || (answer.keep === 'compressed' && coding !== 'identity');
    if (etag !== undefined && answer.status === 200 && worthKeeping)
      service.kept.offer(responseKey(service, target), sendable, epoch);
    send(request, response, sendable, sent);
  };
  const condition = request.headers['if-none-match'];
  const known = condition !== undefined && etag !== undefined && matches(condition, etag);
  if (coding === 'identity' || known) {
    // Who has it already is not sent it: there is no need to compress.
    if (coding === 'identity') finish(answer.body, answer.release);
    else {
      sendNotModified(response, sentHeaders(answer, etag, coding, 0));
      answer.release?.();
    }
    return;
  }
  const body = await compressed(answer.body, coding);
  answer.release?.();
  finish(body, undefined);
}

/** One for each representation and coding (RFC 9110, 8.8.3.3); the tag is of the representation's own bytes. */
function entityTag(answer: Answer, coding: ContentCoding): string | undefined {
  return answer.tag === undefined ? undefined : `"${answer.tag}-${answer.variant}${SUFFIXES[coding]}"`;
}

const SUFFIXES: Readonly<Record<ContentCoding, string>> = { identity: '', gzip: '-gzip', br: '-br' };
