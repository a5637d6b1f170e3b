/** Random numbers that are the same in every run: a counter, mixed with MurmurHash3's finaliser. */
export class Random {
  #step: number;

  constructor(seed: number) {
    this.#step = Math.imul(seed, 0x9e3779b9);
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    this.#step = (this.#step + 0x9e3779b9) | 0;
    let mixed = this.#step;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
    return Math.floor(((mixed >>> 0) / 0x1_0000_0000) * limit);
  }

  pick<T>(list: readonly T[]): T {
    const value = list[this.below(list.length)];
    if (value === undefined) throw new Error('cannot pick from an empty list');
    return value;
  }

  /** A shuffled copy. */
  shuffled<T>(list: readonly T[]): T[] {
    const keyed = list.map((value) => ({ value, key: this.below(0x7fff_ffff) }));
    return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
  }
}
