import type { Body } from '../http/body.ts';
import { tagTextOf } from './tag.ts';

/** A part of a document: text, bytes, or talks (numbers). */
export type Part = string | Buffer | Uint32Array;

/** A document, and what represents it in an ETag. */
export interface Document<B extends Body = Body> {
  readonly body: B;
  readonly tag: string;
  /** As in Answer. */
  readonly lastModified?: number | undefined;
  /** Whether a response is worth caching, or only a compressed one, because the document costs nothing to make again. */
  readonly keep?: 'always' | 'compressed';
  /** Call when the body has been sent, or is not needed; undefined if it holds nothing. */
  readonly release: (() => void) | undefined;
}

/** A document of existing bytes. */
export function wholeDocument(body: Buffer): Document<Buffer> {
  return { body, tag: tagTextOf(body), release: undefined };
}
