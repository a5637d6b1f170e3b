import type { Body } from '../http/body.ts';
import { tagTextOf } from './tag.ts';

/** A part of a document: text, bytes, or talks (numbers). */
export type Part = string | Buffer | Uint32Array;

/** A whole document, and what stands for it in an ETag. */
export interface Document<B extends Body = Body> {
  readonly body: B;
  readonly tag: string;
  /** To be called when the body is sent and nothing reads it any more; undefined for a body that stays as it is. */
  readonly release: (() => void) | undefined;
}

/** A document of bytes that are there already. */
export function wholeDocument(body: Buffer): Document<Buffer> {
  return { body, tag: tagTextOf(body), release: undefined };
}
