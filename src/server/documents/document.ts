import { tagTextOf } from './render-cache.ts';

/** A whole body, and what stands for it in an ETag. */
export interface Document {
  readonly body: Buffer;
  readonly tag: string;
  /** To be called when the body is sent and nothing reads it any more; undefined for a body that stays as it is. */
  readonly release: (() => void) | undefined;
}

/** A document of bytes that are there already. */
export function wholeDocument(body: Buffer): Document {
  return { body, tag: tagTextOf(body), release: undefined };
}

/** Two lanes mixed from what a listing is made of: its ETag costs no pass over its bytes. */
export class Tag {
  #a = 0x9e3779b9;
  #b = 0x7f4a7c15;

  /** @param around what stands around and between the talks */
  constructor(...around: readonly Buffer[]) {
    for (const bytes of around) this.mix(bytes);
  }

  add(a: number, b: number): void {
    this.#a = Math.imul(this.#a ^ a, 0x85ebca6b) ^ (this.#a >>> 15) ^ b;
    this.#b = Math.imul(this.#b ^ b, 0xc2b2ae35) ^ (this.#b >>> 13) ^ a;
  }

  /**
   * Some hundreds of bytes, or thousands, eight at a time: quicker here than a call of a hash function. In two pairs of
   * lanes, for each multiplication waits for the one before it in its lane.
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
