/** Where each talk's bytes are in the render cache, by talk number. Typed arrays: a million talks take 20 MB a rendering. */
export class RenderOffsets {
  #at: Float64Array;
  #length: Uint32Array;
  #tag: Uint32Array;

  /** @param size initial capacity in talks */
  constructor(size = 0) {
    this.#at = new Float64Array(size);
    this.#length = new Uint32Array(size);
    this.#tag = new Uint32Array(size * 2);
  }

  at(talk: number): number {
    return this.#at[talk] ?? 0;
  }

  /** 0 if not rendered. */
  length(talk: number): number {
    return this.#length[talk] ?? 0;
  }

  /** Two words of a hash of the bytes: `which` is 0 or 1. */
  tag(talk: number, which: 0 | 1): number {
    return this.#tag[talk * 2 + which] ?? 0;
  }

  set(talk: number, at: number, length: number, tag: readonly [number, number]): void {
    if (talk >= this.#length.length) this.#grow(talk + 1);
    this.#at[talk] = at;
    this.#length[talk] = length;
    this.#tag[talk * 2] = tag[0];
    this.#tag[talk * 2 + 1] = tag[1];
  }

  forget(stale: Uint32Array | 'all'): void {
    if (stale === 'all') this.#length.fill(0);
    else for (const talk of stale) if (talk < this.#length.length) this.#length[talk] = 0;
  }

  #grow(needed: number): void {
    const size = Math.max(1024, needed + (needed >> 2));
    this.#at = grown(this.#at, new Float64Array(size));
    this.#length = grown(this.#length, new Uint32Array(size));
    this.#tag = grown(this.#tag, new Uint32Array(size * 2));
  }
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
