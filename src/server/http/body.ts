/**
 * Bytes above which a body is streamed: sent as the client reads it, instead of being built or
 * compressed as a whole.
 */
export const LARGE = 512 * 1024;

/** The body of a response: bytes, or a way to read them chunk by chunk. */
export type Body = Buffer | StreamedBody;

export interface StreamedBody {
  /** Bytes. */
  readonly length: number;
  /** Refills and yields `chunk` repeatedly; the last one yielded may be partly filled. */
  chunks(chunk: Buffer): Iterable<Buffer>;
}
