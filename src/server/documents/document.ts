import type { Body } from '../http/body.ts';
import { tagTextOf } from './tag.ts';

/** A part of a document: text, bytes, or talks (numbers). */
export type Part = string | Buffer | Uint32Array;

/** A whole document, and what represents it in an ETag. */
export interface Document<B extends Body = Body> {
  readonly body: B;
  readonly tag: string;
  /** As in Answer. */
  readonly lastModified?: number | undefined;
  /**
   * Call when the body has been sent and nothing reads it any more; undefined if the body is not
   * borrowed.
   */
  readonly release: (() => void) | undefined;
}

/** A document of existing bytes. */
export function wholeDocument(body: Buffer): Document<Buffer> {
  return { body, tag: tagTextOf(body), release: undefined };
}
