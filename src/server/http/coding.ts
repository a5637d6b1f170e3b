import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, type BrotliOptions } from 'node:zlib';
import type { Transform } from 'node:stream';
import { sizeOf, type Body } from './body.ts';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Below this many bytes, compression gains nothing. */
const WORTH_COMPRESSING = 860;
/** Formats that are already compressed. */
const COMPRESSED = /^image\/(?!svg)/;

export function isWorthCompressing({ body, contentType }: { body: Body; contentType: string }): boolean {
  return sizeOf(body) >= WORTH_COMPRESSING && !COMPRESSED.test(contentType);
}

/** The best trade-off between cost and size for a page of talks. */
const GZIP = { level: 6 };

/** Runs off the main thread. */
export function compressed(body: Buffer, coding: 'gzip' | 'br'): Promise<Buffer> {
  return coding === 'gzip' ? gzipped(body, GZIP) : brotlied(body, brotliOptions(body.length));
}

/**
 * The same for a streamed body.
 *
 * @param length of the body, roughly
 */
export function compressor(coding: 'gzip' | 'br', length: number): Transform {
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
