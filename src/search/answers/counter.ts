/** Counts by number. Its cost depends on how many numbers are counted, not on the highest. Reused to save memory. */
export class Counter {
  #counts = new Uint32Array(0);
  #counted = new Uint32Array(0);
  #size = 0;

  /** Starts from zero. @param highest the largest number that will be counted */
  begin(highest: number): void {
    for (let at = 0; at < this.#size; at += 1) this.#counts[this.#counted[at] ?? 0] = 0;
    this.#size = 0;
    if (highest < this.#counts.length) return;
    this.#counts = new Uint32Array(highest + 1);
    this.#counted = new Uint32Array(highest + 1);
  }

  add(number: number, count: number): void {
    const before = this.#counts[number] ?? 0;
    if (before === 0) this.#counted[this.#size++] = number;
    this.#counts[number] = before + count;
  }

  count(number: number): number {
    return this.#counts[number] ?? 0;
  }

  /** The numbers that have a count, unordered: a view, valid until the next `add`. */
  get numbers(): Uint32Array {
    return this.#counted.subarray(0, this.#size);
  }

  /**
   * The numbers with the highest counts, in descending order; equal counts in the order of `tie`.
   * @param without numbers to leave out
   */
  leading(most: number, tie: (a: number, b: number) => number, without: ReadonlySet<number>): number[] {
    const candidates = without.size === 0 ? this.numbers : this.numbers.filter((number) => !without.has(number));
    return firstSorted(candidates, most, (a, b) => this.count(b) - this.count(a) || tie(a, b));
  }
}

/** The first `most` things in sorted order, without sorting the rest. Stable. */
export function firstSorted<T>(things: Iterable<T>, most: number, compare: (a: T, b: T) => number): T[] {
  const first: T[] = [];
  for (const thing of things) {
    let at = first.length;
    for (; at > 0; at -= 1) {
      const before = first[at - 1];
      if (before === undefined || compare(before, thing) <= 0) break;
    }
    if (at === most) continue;
    first.splice(at, 0, thing);
    if (first.length > most) first.pop();
  }
  return first;
}
