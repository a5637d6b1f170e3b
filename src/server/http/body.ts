/** Bytes above which a body is streamed: not built or compressed as a whole, but sent as the client takes it. */
export const LARGE = 512 * 1024;

/** The body of an answer: bytes, or a way to read them one chunk after the other. */
export type Body = Buffer | StreamedBody;

export interface StreamedBody {
  /** Bytes. */
  readonly length: number;
  /** Fills `chunk` again and again and yields it; what is left in the end is yielded as a part of it. */
  chunks(chunk: Buffer): Iterable<Buffer>;
}
