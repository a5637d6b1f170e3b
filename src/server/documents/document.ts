import { hash } from 'node:crypto';
import { type Answer, type Body, DATA_POLICY } from '../http/answer.ts';

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

/** Two words that represent the bytes in an ETag. */
function tagOf(bytes: Buffer): readonly [number, number] {
  const digest = hash('sha256', bytes, 'buffer');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}

/** The same as text. */
export function tagTextOf(bytes: Buffer): string {
  return tagOf(bytes)
    .map((word) => word.toString(36))
    .join('');
}

/** Two lanes mixed from the parts of a document. */
export class Tag {
  #a = 0x9e3779b9;
  #b = 0x7f4a7c15;

  /** A tag that goes on from what has been mixed in so far. */
  copy(): Tag {
    const copy = new Tag();
    copy.#a = this.#a;
    copy.#b = this.#b;
    return copy;
  }

  add(a: number, b: number): void {
    this.#a = Math.imul(this.#a ^ a, 0x85ebca6b) ^ (this.#a >>> 15) ^ b;
    this.#b = Math.imul(this.#b ^ b, 0xc2b2ae35) ^ (this.#b >>> 13) ^ a;
  }

  /** The same for text, by UTF-16 code units. */
  mixText(text: string): void {
    let a = this.#a ^ text.length;
    let b = this.#b;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x85ebca6b);
      b ^= b >>> 15;
    }
    this.#a = a ^ (a >>> 16);
    this.#b = b;
  }

  /**
   * Hashes hundreds or thousands of bytes, eight at a time: for these, faster than calling a hash
   * function. Uses two pairs of lanes, because each multiplication waits for the previous one in
   * its lane.
   */
  mix(bytes: Buffer): void {
    let a = this.#a ^ bytes.length;
    let b = this.#b;
    let c = 0x2545f491;
    let d = 0x6c078965;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const whole = bytes.length & ~7;
    for (let at = 0; at < whole; at += 8) {
      const word = view.getInt32(at, true);
      a = Math.imul(a ^ word, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul(b ^ word, 0x85ebca6b);
      b ^= b >>> 13;
      const next = view.getInt32(at + 4, true);
      c = Math.imul(c ^ next, 0x9e3779b1);
      c ^= c >>> 15;
      d = Math.imul(d ^ next, 0x85ebca6b);
      d ^= d >>> 13;
    }
    for (let at = whole; at < bytes.length; at += 1) {
      const byte = view.getUint8(at);
      a = Math.imul(a ^ byte, 0x01000193);
      b = Math.imul(b ^ byte, 0x85ebca6b);
      b ^= b >>> 15;
    }
    this.#a = a ^ (a >>> 16);
    this.#b = b;
    this.add(c, d);
  }

  get text(): string {
    return word(this.#a >>> 0) + word(this.#b >>> 0);
  }
}

function word(value: number): string {
  return value.toString(36);
}

/** The Cache-Control header of content that never changes under its address (RFC 8246). */
export const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Not negotiated by anything but content coding. */
export const ONE_FORM = { vary: 'Accept-Encoding' } as const;

/** A response of existing bytes, which do not depend on the time. */
export function fileAnswer(
  body: Buffer,
  contentType: string,
  variant: string,
  more: Partial<Pick<Answer, 'headers' | 'vary' | 'cacheControl' | 'keep'>> = {},
): Answer {
  const tag = tagTextOf(body);
  return {
    status: 200,
    contentType,
    body,
    tag,
    variant,
    headers: DATA_POLICY,
    keep: 'always',
    until: Infinity,
    ...more,
  };
}
