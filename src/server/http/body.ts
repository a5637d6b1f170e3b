import type { LentBuffer } from './body-buffers.ts';

/**
 * Bytes above which a body is streamed: sent as the client reads it, instead of being built or
 * compressed as a whole.
 */
export const LARGE = 512 * 1024;

/** The body of a response: bytes, or what makes them when they are sent. */
export type Body = Buffer | AssembledBody;

export interface AssembledBody {
  /** Bytes; undefined if they are not known before it is assembled. */
  readonly length: number | undefined;
  /** About how many bytes it has. */
  readonly size: number;
  /** The whole body, for one that is not large. */
  whole(): LentBuffer;
  /** Refills and yields `chunk` repeatedly, or yields fewer bytes when making them takes long. */
  chunks(chunk: Buffer): Iterable<Buffer>;
}

/** About how many bytes a body has. */
export function sizeOf(body: Body): number {
  return Buffer.isBuffer(body) ? body.length : body.size;
}
