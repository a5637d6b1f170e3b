import type { ChangePoint } from '../query/change-cursor.ts';

const NUMBERS = 2 ** 32;

/** Takes changes in any order, and keeps the first ones. */
export class FirstChanges {
  /** The number of changes added. */
  total = 0;
  readonly #most: number;
  /** Unordered: version · 2³² + number. Exact up to version 2²¹, two million imports. */
  readonly #kept: Float64Array;
  #size = 0;
  #last = Infinity;

  constructor(most: number) {
    this.#most = most;
    this.#kept = new Float64Array(2 * most);
  }

  add(version: number, number: number): void {
    this.total += 1;
    const change = version * NUMBERS + number;
    if (change > this.#last) return;
    if (this.#size === this.#kept.length) this.#cut();
    this.#kept[this.#size] = change;
    this.#size += 1;
  }

  /** The first changes, in order, at most as many as the constructor was given. */
  first(): ChangePoint[] {
    this.#cut();
    return Array.from(this.#kept.subarray(0, this.#size), (change) => ({
      version: Math.floor(change / NUMBERS),
      number: change % NUMBERS,
    }));
  }

  #cut(): void {
    this.#kept.subarray(0, this.#size).sort();
    this.#size = Math.min(this.#size, this.#most);
    if (this.#size === this.#most) this.#last = this.#kept[this.#most - 1] ?? Infinity;
  }
}
