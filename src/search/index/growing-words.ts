/** A growing array of 32-bit words. */
export class GrowingWords {
  #words = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(word: number): void {
    this.#reserve(1);
    this.#words[this.#length] = word;
    this.#length += 1;
  }

  append(words: Uint32Array): void {
    this.#reserve(words.length);
    this.#words.set(words, this.#length);
    this.#length += words.length;
  }

  /** The words so far: a view, valid until the next push or append. */
  taken(): Uint32Array {
    return this.#words.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#words.length) return;
    const larger = new Uint32Array(Math.max(this.#words.length * 2, this.#length + more));
    larger.set(this.#words);
    this.#words = larger;
  }
}
