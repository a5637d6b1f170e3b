/** Kinds of random sequences. Each record has its own sequence, so that it can be made without the others. */
const KINDS = { place: 1, person: 2, topic: 3, series: 4, talk: 5, collection: 6, picture: 7 } as const;
type Kind = keyof typeof KINDS;

/**
 * Random numbers from (seed, kind, index) alone: a counter through the 32-bit finaliser of MurmurHash3. No secret may
 * depend on it.
 */
export class Random {
  readonly #key: number;
  #counter = 0;

  constructor(seed: number, kind: Kind, index: number) {
    this.#key = sequenceKey(seed, kind, index);
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.#counter = (this.#counter + 0x9e3779b9) | 0;
    return finalise(this.#key ^ finalise(this.#counter)) / 0x1_0000_0000;
  }

  /** A whole number, at least 0 and less than `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return at(list, this.below(list.length));
  }

  /** The same, leaning towards the front of the list: some topics are popular, most are rare. */
  pickLeaning<T>(list: readonly T[]): T {
    return at(list, Math.floor(this.next() ** 2 * list.length));
  }
}

/**
 * A UUID from (seed, kind, index) alone: version 4 and variant 10 (RFC 9562). Different indices give different ones.
 */
export function sampleSlug(seed: number, kind: Kind, index: number): string {
  const key = sequenceKey(seed, kind, index);
  const version = (finalise(key ^ 0x243f6a88) & 0xffff0fff) | 0x4000;
  const variant = (finalise(key ^ 0x85a308d3) & 0x3fffffff) | 0x80000000;
  const hex = [key, version, variant, finalise(key ^ 0x13198a2e)]
    .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An element that the caller knows to exist. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`No element ${String(index)} among ${String(list.length)}`);
  return element;
}

/** One to one in `index` for a given seed and kind. */
function sequenceKey(seed: number, kind: Kind, index: number): number {
  return finalise(finalise(Math.imul(seed, 0x9e3779b1) ^ KINDS[kind]) ^ index);
}

function finalise(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
