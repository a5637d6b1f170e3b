/** Counts by number: as cheap for a few numbers as for all. Used again and again, for its memory's sake. */
export class Tally {
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
}
