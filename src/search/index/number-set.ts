import { popcount } from './position-list.ts';

/** A set of record numbers as a bitmap: the numbers of a store are dense. */
export class NumberSet {
  #words = new Uint32Array(32);
  #empty = true;

  constructor(...groups: readonly Iterable<number>[]) {
    for (const numbers of groups) for (const number of numbers) this.add(number);
  }

  get isEmpty(): boolean {
    return this.#empty;
  }

  add(number: number): void {
    const word = number >>> 5;
    if (word >= this.#words.length) this.#grow(word + 1);
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (number & 31));
    this.#empty = false;
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }

  /** Ascending. */
  toNumbers(): Uint32Array {
    const numbers = new Uint32Array(this.#words.reduce((size, word) => size + popcount(word), 0));
    let taken = 0;
    this.#words.forEach((word, index) => {
      for (let rest = word; rest !== 0; rest &= rest - 1) numbers[taken++] = index * 32 + 31 - Math.clz32(rest & -rest);
    });
    return numbers;
  }

  #grow(words: number): void {
    const larger = new Uint32Array(Math.max(words, this.#words.length * 2));
    larger.set(this.#words);
    this.#words = larger;
  }
}
