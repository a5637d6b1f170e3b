import type { IncomingMessage } from 'node:http';
import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { codeOf } from '#catalogue/error-code.ts';
import { peek } from '../peek.ts';
import { connectionFailure, FetchFailure, LATER } from './fetch-failure.ts';
import type { FetchLimits } from './fetch-limits.ts';
import type { TimeBudget } from './time-budget.ts';

interface BodyReading {
  /** For messages: with the port, unless it is the default. */
  readonly host: string;
  readonly limits: FetchLimits;
  readonly budget: TimeBudget;
}

/** Chunk size of a decoder, in bytes. */
const CHUNK = 64 * 1024;

type Decoder = (first: Buffer) => Duplex;

/** Content codings of RFC 9110, 8.4.1. Servers send “deflate” both with zlib's header, as specified, and without. */
const DECODERS: Readonly<Partial<Record<string, Decoder>>> = {
  gzip: () => createGunzip({ chunkSize: CHUNK }),
  'x-gzip': () => createGunzip({ chunkSize: CHUNK }),
  br: () => createBrotliDecompress({ chunkSize: CHUNK }),
  deflate: ([byte = 0]) =>
    (byte & 0x0f) === 8 ? createInflate({ chunkSize: CHUNK }) : createInflateRaw({ chunkSize: CHUNK }),
};

export const ACCEPTED_CODINGS = 'gzip, deflate, br';

/** Content coding of a response; `''` for none. */
export function codingOf({ headers }: IncomingMessage): string {
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  return coding === 'identity' ? '' : coding;
}

/** Content-Length, in bytes of the encoded body; undefined if not stated. */
export function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** @throws FetchFailure if the headers show that the body is too large, or encoded in an unsupported way */
export function refuseBody(response: IncomingMessage, { host, limits }: BodyReading): void {
  const coding = codingOf(response);
  if (coding !== '' && DECODERS[coding] === undefined) {
    const what = `${host} uses an unsupported Content-Encoding (${coding.slice(0, 50)}).`;
    throw new FetchFailure('unknown-coding', what, 'Report this to whoever runs that server.');
  }
  if ((lengthOf(response) ?? 0) > limits.wireBytes) throw tooLarge(host, limits.wireBytes);
}

/**
 * The decoded body, as a stream with backpressure.
 * @throws FetchFailure when it is too large, encoded or decoded, stalls, is cut short or is invalid
 */
export async function* bodyOf(response: IncomingMessage, reading: BodyReading): AsyncGenerator<Buffer> {
  const { host, limits, budget } = reading;
  const decoder = DECODERS[codingOf(response)];
  const rate = new MinimumRate(host, limits);
  const counted = limited(response, rate, reading);
  const chunks = decoder === undefined ? counted : decoded(counted, decoder);
  let bytes = 0;
  try {
    for (;;) {
      const begun = performance.now();
      const next = await budget.wait(chunks.next(), limits.idle, `${host} sent nothing`);
      if (next.done === true) return;
      rate.waited(performance.now() - begun);
      bytes += next.value.length;
      if (bytes > limits.bodyBytes) throw tooLarge(host, limits.bodyBytes);
      yield next.value;
    }
  } catch (error) {
    throw bodyFailure(error, host);
  } finally {
    response.destroy();
  }
}

async function* limited(
  response: IncomingMessage,
  rate: MinimumRate,
  { host, limits }: BodyReading,
): AsyncGenerator<Buffer> {
  const stream: AsyncIterable<Buffer> = response;
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > limits.wireBytes) throw tooLarge(host, limits.wireBytes);
    rate.sent(chunk.length);
    yield chunk;
  }
}

async function* decoded(chunks: AsyncGenerator<Buffer>, decoderFor: Decoder): AsyncGenerator<Buffer> {
  const { head, chunks: whole } = await peek(chunks, 1, () => false);
  // An empty body is valid in any coding, unless the connection broke off.
  if (head.length === 0) {
    yield* whole;
    return;
  }
  const decoder = decoderFor(head);
  // Errors of both streams are thrown in the reader's loop, so the callback is empty.
  pipeline(Readable.from(whole), decoder, () => undefined);
  const stream: AsyncIterable<Buffer> = decoder;
  yield* stream;
}

function tooLarge(host: string, most: number): FetchFailure {
  const what = `The answer of ${host} is larger than the limit of ${Math.floor(most / 1024 / 1024) || 1} MiB.`;
  return new FetchFailure('too-large', what, 'Request less, one year for example, or download it and import the file.');
}

function bodyFailure(error: unknown, host: string): unknown {
  if (error instanceof FetchFailure) return error;
  const code = codeOf(error);
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    const what = `The connection to ${host} was closed before the answer was complete.`;
    return new FetchFailure('cut-short', what, 'Try again.', { isTemporary: true });
  }
  if (code !== undefined && /^(?:Z_|ERR_|ERR__)/.test(code)) {
    const what = `The answer of ${host} cannot be decompressed (${code}).`;
    return new FetchFailure('damaged-coding', what, 'Try again. If it persists, contact whoever runs that server.', {
      isTemporary: true,
    });
  }
  return connectionFailure(error, host) ?? error;
}

/** Stops a body that trickles in: never idle long enough to time out, but never finished. */
class MinimumRate {
  readonly #host: string;
  readonly #limits: FetchLimits;
  /** Bytes received in the current window, and milliseconds spent waiting for them. */
  #bytes = 0;
  #waited = 0;

  constructor(host: string, limits: FetchLimits) {
    this.#host = host;
    this.#limits = limits;
  }

  sent(bytes: number): void {
    this.#bytes += bytes;
  }

  /** @throws FetchFailure at the end of a window with too few bytes */
  waited(milliseconds: number): void {
    const { rateBytes, rateWindow } = this.#limits;
    this.#waited += milliseconds;
    if (this.#waited < rateWindow) return;
    if (this.#bytes < rateBytes) {
      const seconds = Math.round(this.#waited / 1000);
      const least = Math.round((rateBytes / rateWindow) * 1000);
      const what = `${this.#host} sends too slowly: ${this.#bytes} bytes in ${seconds} seconds, and the minimum is ${least} bytes a second.`;
      throw new FetchFailure('too-slow', what, LATER, { isTemporary: true });
    }
    this.#bytes = 0;
    this.#waited = 0;
  }
}
