import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentCoding, type ContentCoding } from '#representations/negotiation/negotiate.ts';
import { addAge, type Application, type Freshness, type Target } from './application.ts';
import { type Answer, type Body, LARGE, type LentBuffer, sentHeaders, sizeOf, turnOfLongWork } from './answer.ts';
import { isNotModified, send, sendNotModified } from './conditional.ts';
import { HttpError } from './errors.ts';
import type { CachedResponse, Keeper } from './response-cache.ts';
import { recordOf, recordSent } from './request-record.ts';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '#catalogue/error-code.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { BrotliOptions } from 'node:zlib';
import type { Transform } from 'node:stream';

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
 * Encodes a response as the client accepts it, sends it, and caches it for the next request. Without content coding, all
 * of it happens before this returns.
 *
 * @param epoch of the response cache, from before the response was made
 *
 * @throws HttpError 406 if the client accepts no available coding
 */
export function respond(
  application: Pick<Application, 'responses' | 'languageKey' | keyof Freshness>,
  { request, response, target, ofCatalogue, route }: Exchange,
  answer: Answer,
  epoch: number,
): Promise<void> | undefined {
  const { body, release } = answer;
  const accepted = contentCoding(target.acceptEncoding);
  if (accepted === null) {
    release?.();
    throw new HttpError('not-acceptable', 'No content coding is acceptable, not even identity');
  }
  addAge(application, response, { ofCatalogue });
  const coding = isWorthCompressing(answer) ? accepted : 'identity';
  const etag = entityTag(answer, coding);
  if (isNotModified(request.headers, { etag, lastModified: answer.lastModified })) {
    // The client already has it, so there is no need to assemble or compress it.
    sendNotModified(response, sentHeaders(answer, etag, coding));
    release?.();
    return undefined;
  }
  const key = isWorthKeeping(answer, etag, coding) ? responseKey(application, target) : undefined;
  const keeper = key === undefined ? undefined : application.responses.keeper(key, epoch);
  const outgoing = { request, response, target, ofCatalogue, route, answer, coding, etag };
  if (isSentWhole(body, coding)) return sendWhole(outgoing, wholeOf(answer), keeper);
  return sendStreamed(outgoing, keeper);
}

/** Bytes that exist, and need no coding, are sent as they are, however many. */
function isSentWhole(body: Body, coding: ContentCoding): boolean {
  return sizeOf(body) <= LARGE || (coding === 'identity' && Buffer.isBuffer(body));
}

/** The body as bytes; what the answer holds is released as soon as nothing reads it. */
function wholeOf({ body, release }: Answer): LentBuffer {
  if (Buffer.isBuffer(body)) return { body, release: release ?? nothing };
  try {
    return body.whole();
  } finally {
    release?.();
  }
}

function nothing(): void {
  // The bytes are not lent.
}

function sendWhole(outgoing: Outgoing, whole: LentBuffer, keeper: Keeper | undefined): Promise<void> | undefined {
  const { request, response, coding } = outgoing;
  const { body, release } = whole;
  if (coding !== 'identity') return sendCoded(outgoing, whole, coding, keeper);
  const sendable = sendableOf(outgoing, body);
  keeper?.keep(sendable);
  send(request, response, sendable, release);
  return undefined;
}

async function sendCoded(
  outgoing: Outgoing,
  { body, release }: LentBuffer,
  coding: Exclude<ContentCoding, 'identity'>,
  keeper: Keeper | undefined,
): Promise<void> {
  const { request, response } = outgoing;
  const sendable = sendableOf(outgoing, await compressed(body, coding).finally(release));
  keeper?.keep(sendable);
  send(request, response, sendable);
}

/** A streamed body is cached only if compressed, and small enough. */
async function sendStreamed(outgoing: Outgoing, keeper: Keeper | undefined): Promise<void> {
  const { request, response, answer, coding, etag } = outgoing;
  const { body, release } = answer;
  const isCoded = coding !== 'identity';
  const collected = isCoded ? keeper?.collect() : undefined;
  const record = recordOf(response);
  const length = isCoded ? undefined : body.length;
  const onSent = (bytes: number): void => {
    if (record !== undefined && length === undefined) record.bytes += bytes;
  };
  try {
    const headers = sentHeaders(answer, etag, coding, length);
    recordSent(response, headers, length ?? 0);
    response.writeHead(answer.status, headers.full);
    if (request.method === 'HEAD') response.end();
    else if (await streamBody(response, body, coding, onSent, (piece) => collected?.add(piece))) {
      const whole = collected?.whole();
      if (whole !== undefined) keeper?.keep(sendableOf(outgoing, whole));
    }
  } finally {
    collected?.end();
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

/**
 * Bytes read at once. More than a stream buffers, so that the next chunk is not requested before
 * this one is written.
 */
const CHUNK = 128 * 1024;

/**
 * Sends a large body as fast as the client reads it, holding only one chunk and the state of a
 * compressor.
 *
 * @param onSent called with the number of bytes of each piece that is sent
 * @param onCoded called with each compressed piece
 *
 * @returns false if the client went away before it had everything
 */
async function streamBody(
  response: ServerResponse,
  body: Body,
  coding: ContentCoding,
  onSent: (bytes: number) => void,
  onCoded?: (piece: Buffer) => void,
): Promise<boolean> {
  const source = inTurns(Buffer.isBuffer(body) ? slices(body) : body.chunks(Buffer.allocUnsafeSlow(CHUNK)));
  const onData = (piece: Buffer): void => {
    onSent(piece.length);
    onCoded?.(piece);
  };
  try {
    if (coding === 'identity') await pipeline(counted(source, onSent), response);
    else await pipeline(source, compressor(coding, sizeOf(body)).on('data', onData), response);
    return true;
  } catch (error) {
    if (isClientGone(error)) return false;
    throw error;
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, onSent: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onSent(chunk.length);
    yield chunk;
  }
}

/** A fast client must not block all others. */
async function* inTurns(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    yield chunk;
    await turnOfLongWork();
  }
}

function* slices(body: Buffer): Generator<Buffer> {
  for (let from = 0; from < body.length; from += CHUNK) yield body.subarray(from, from + CHUNK);
}

const CLIENT_GONE = [
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNRESET',
  'EPIPE',
];

function isClientGone(error: unknown): boolean {
  return CLIENT_GONE.includes(codeOf(error) ?? '');
}

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Below this many bytes, compression gains nothing. */
const WORTH_COMPRESSING = 860;
/** Formats that are already compressed. */
const COMPRESSED = /^image\/(?!svg)/;

function isWorthCompressing({ body, contentType }: { body: Body; contentType: string }): boolean {
  return sizeOf(body) >= WORTH_COMPRESSING && !COMPRESSED.test(contentType);
}

/** The best trade-off between cost and size for a page of talks. */
const GZIP = { level: 6 };

/** Runs off the main thread. */
function compressed(body: Buffer, coding: 'gzip' | 'br'): Promise<Buffer> {
  return coding === 'gzip' ? gzipped(body, GZIP) : brotlied(body, brotliOptions(body.length));
}

/**
 * The same for a streamed body.
 *
 * @param length of the body, roughly
 */
function compressor(coding: 'gzip' | 'br', length: number): Transform {
  return coding === 'gzip' ? createGzip(GZIP) : createBrotliCompress(brotliOptions(length));
}

function brotliOptions(length: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      // A window as large as most bodies: the default one takes 4 MiB per response being
      // compressed.
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}
