import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '#catalogue/error-code.ts';
import type { ContentCoding } from '#representations/negotiation/content-coding.ts';
import { sizeOf, type Body } from './body.ts';
import { compressor } from './coding.ts';
import { turnOfLongWork } from './long-work.ts';

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
export async function streamBody(
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
