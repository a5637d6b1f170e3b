import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentCoding, type ContentCoding } from '#representations/negotiation/content-coding.ts';
import { addAge, type Freshness } from './age.ts';
import { sentHeaders, type Answer } from './answer.ts';
import type { Application } from './application.ts';
import { LARGE } from './body.ts';
import { compressed, isWorthCompressing } from './coding.ts';
import { isNotModified } from './conditional.ts';
import { HttpError } from './errors.ts';
import type { CachedResponse, Keeper } from './response-cache.ts';
import { recordOf, recordSent } from './request-record.ts';
import { send, sendNotModified } from './sender.ts';
import { streamBody } from './stream-body.ts';
import type { Target } from './target.ts';

/** Everything in a request that its response depends on. */
export function responseKey({ languageKey }: Pick<Application, 'languageKey'>, target: Target): string {
  const query = target.query === '' ? '' : `?${target.query}`;
  const chosen = `${target.accept ?? ''}\n${contentCoding(target.acceptEncoding) ?? ''}\n${languageKey(target)}`;
  return `${chosen}\n${target.path}${query}`;
}

/** A request: as received, as parsed, and where its response goes. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  /** From the route. */
  readonly ofCatalogue: boolean;
  /** From its Handler. */
  readonly route: string;
}

/** A response being sent: to whom, in which coding. */
interface Outgoing extends Exchange {
  readonly answer: Answer;
  readonly coding: ContentCoding;
  readonly etag: string | undefined;
}

/**
 * Encodes a response as the client accepts it, sends it, and caches it for the next request.
 *
 * @param epoch of the response cache, from before the response was made
 *
 * @throws HttpError 406 if the client accepts no available coding
 */
export async function respond(
  application: Pick<Application, 'responses' | 'languageKey' | keyof Freshness>,
  { request, response, target, ofCatalogue, route }: Exchange,
  answer: Answer,
  epoch: number,
): Promise<void> {
  const { body, release } = answer;
  const accepted = contentCoding(target.acceptEncoding);
  if (accepted === null) {
    release?.();
    throw new HttpError('not-acceptable', 'No content coding is acceptable, not even identity');
  }
  addAge(application, response, { ofCatalogue });
  const coding = isWorthCompressing(answer) ? accepted : 'identity';
  const etag = entityTag(answer, coding);
  const isWhole = Buffer.isBuffer(body) && (coding === 'identity' || body.length <= LARGE);
  if (
    !(isWhole && coding === 'identity') &&
    isNotModified(request.headers, { etag, lastModified: answer.lastModified })
  ) {
    // The client already has it, so there is no need to compress.
    sendNotModified(response, sentHeaders(answer, etag, coding));
    release?.();
    return;
  }
  const key = isWorthKeeping(answer, etag, coding) ? responseKey(application, target) : undefined;
  const keeper = key === undefined ? undefined : application.responses.keeper(key, epoch);
  const outgoing = { request, response, target, ofCatalogue, route, answer, coding, etag };
  if (isWhole) await sendWhole(outgoing, body, keeper);
  else await sendStreamed(outgoing, keeper);
}

async function sendWhole(outgoing: Outgoing, body: Buffer, keeper: Keeper | undefined): Promise<void> {
  const { request, response, answer, coding } = outgoing;
  const isCoded = coding !== 'identity';
  const sent = isCoded ? await compressed(body, coding).finally(() => answer.release?.()) : body;
  const sendable = sendableOf(outgoing, sent);
  keeper?.keep(sendable);
  send(request, response, sendable, isCoded ? undefined : answer.release);
}

/** A streamed body is cached only if compressed, and small enough. */
async function sendStreamed(outgoing: Outgoing, keeper: Keeper | undefined): Promise<void> {
  const { request, response, answer, coding, etag } = outgoing;
  const { body, release } = answer;
  const isCoded = coding !== 'identity';
  const gathered = isCoded ? keeper?.gather() : undefined;
  const record = recordOf(response);
  const onCoded = (piece: Buffer): void => {
    if (record !== undefined) record.bytes += piece.length;
    gathered?.add(piece);
  };
  try {
    const headers = sentHeaders(answer, etag, coding, isCoded ? undefined : body.length);
    recordSent(response, headers, isCoded ? 0 : body.length);
    response.writeHead(answer.status, headers.full);
    if (request.method === 'HEAD') response.end();
    else if (await streamBody(response, body, coding, onCoded)) {
      const whole = gathered?.whole();
      if (whole !== undefined) keeper?.keep(sendableOf(outgoing, whole));
    }
  } finally {
    gathered?.end();
    release?.();
  }
}

function sendableOf({ answer, coding, etag, ofCatalogue, route }: Outgoing, body: Buffer): CachedResponse {
  const { status, until, lastModified } = answer;
  const headers = sentHeaders(answer, etag, coding, body.length);
  return { status, headers, etag, lastModified, body, ofCatalogue, route, until };
}

function isWorthKeeping({ status, keep }: Answer, etag: string | undefined, coding: ContentCoding): boolean {
  return (
    etag !== undefined && status === 200 && (keep === 'always' || (keep === 'compressed' && coding !== 'identity'))
  );
}

/**
 * One per representation and coding (RFC 9110, 8.8.3.3); the tag is computed from the uncompressed
 * bytes.
 */
function entityTag(answer: Answer, coding: ContentCoding): string | undefined {
  return answer.tag === undefined ? undefined : `"${answer.tag}-${answer.variant}${SUFFIXES[coding]}"`;
}

const SUFFIXES: Readonly<Record<ContentCoding, string>> = { identity: '', gzip: '-gzip', br: '-br' };
