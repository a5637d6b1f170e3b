import { Random } from '../harness/random.ts';

/** How often questions are asked, of all that are asked: `counts[i]` questions with the share `shares[i]` each; all together make 1. */
export interface Popularity {
  readonly shares: Float64Array;
  readonly counts: Float64Array;
}

/** Ranks that are counted one by one; further ones in groups, each a fiftieth larger than what is before it. */
const SINGLE = 200;
const GROUP = 50;

/** Zipf's law: the question of rank r (from 1) is asked in proportion to r^-exponent. Questions asked about equally often are one group. */
export function zipf(questions: number, exponent: number): Popularity {
  const counts: number[] = [];
  const weights: number[] = [];
  for (let first = 1; first <= questions;) {
    const last = Math.min(questions, first <= SINGLE ? first : first + Math.floor(first / GROUP));
    counts.push(last - first + 1);
    weights.push(((first + last) / 2) ** -exponent);
    first = last + 1;
  }
  const sum = weights.reduce((total, weight, group) => total + weight * (counts[group] ?? 0), 0);
  return { shares: Float64Array.from(weights, (weight) => weight / sum), counts: Float64Array.from(counts) };
}

/** Draws ranks, from 0, by Zipf's law; the same ones from the same seed. */
export class Draw {
  readonly #sums: Float64Array;
  readonly #random: Random;

  constructor(questions: number, exponent: number, seed: number) {
    let sum = 0;
    this.#sums = Float64Array.from({ length: questions }, (_, rank) => (sum += (rank + 1) ** -exponent));
    this.#random = new Random(seed);
  }

  next(): number {
    const sums = this.#sums;
    const wanted = (this.#random.below(2 ** 32) / 2 ** 32) * (sums.at(-1) ?? 0);
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
