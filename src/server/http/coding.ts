import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Under this many bytes compressing gains nothing. */
const WORTH_COMPRESSING = 860;
/** Formats that are compressed already. */
const COMPRESSED = /^image\/(?!svg)/;

export function isWorthCompressing({ body, contentType }: { body: Buffer; contentType: string }): boolean {
  return body.length >= WORTH_COMPRESSING && !COMPRESSED.test(contentType);
}

/** Off the main thread, at the level where a page of talks costs least for what it saves. */
export function compressed(body: Buffer, coding: 'gzip' | 'br'): Promise<Buffer> {
  if (coding === 'gzip') return gzipped(body, { level: 6 });
  return brotlied(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      // A window as large as most bodies: the default one takes 4 MiB for each answer that is being compressed.
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
