/** Counts by number: as cheap for a few numbers as for all. Used again and again, for its memory's sake. */
export class Counter {
  #counts = new Uint32Array(0);
  #counted = new Uint32Array(0);
  #size = 0;

  /** Forgets what was counted. @param highest the largest number that will come */
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

  /** The numbers with a count, in no order: a view, good until something is added. */
  get numbers(): Uint32Array {
    return this.#counted.subarray(0, this.#size);
  }

  /**
   * The numbers with the highest counts, those first; of equals those that `tie` puts first.
   * @param without numbers that are left out
   */
  leading(most: number, tie: (a: number, b: number) => number, without: ReadonlySet<number>): number[] {
    const leading: number[] = [];
    let least = 1;
    for (let index = 0; index < this.#size; index += 1) {
      const number = this.#counted[index] ?? 0;
      const count = this.count(number);
      if (count < least || without.has(number)) continue;
      let at = leading.length;
      for (; at > 0; at -= 1) {
        const before = leading[at - 1] ?? 0;
        const more = this.count(before) - count;
        if (more > 0 || (more === 0 && tie(before, number) < 0)) break;
      }
      if (at === most) continue;
      leading.splice(at, 0, number);
      if (leading.length > most) leading.pop();
      if (leading.length === most) least = this.count(leading[most - 1] ?? 0);
    }
    return leading;
  }
}
