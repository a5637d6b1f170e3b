/** What a random sequence is for. Each record has a sequence of its own, so that any of them can be made without the others. */
export const KINDS = { place: 1, person: 2, topic: 3, series: 4, talk: 5, collection: 6 } as const;
export type Kind = keyof typeof KINDS;

/**
 * Random numbers that depend on nothing but (seed, kind, index): a counter-based generator with the
 * 32-bit finaliser of MurmurHash3. Fast and evenly spread; nothing secret may depend on it.
 */
export class Random {
  private readonly key: number;
  private counter = 0;

  constructor(seed: number, kind: Kind, index: number) {
    this.key = keyOf(seed, kind, index);
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.counter = (this.counter + 0x9e3779b9) | 0;
    return finalise(this.key ^ finalise(this.counter)) / 0x1_0000_0000;
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
    const at01 = this.next();
    return at(list, Math.floor(at01 * at01 * list.length));
  }
}

/** A UUID that depends on nothing but (seed, kind, index); different indices give different ones. */
export function sampleSlug(seed: number, kind: Kind, index: number): string {
  const key = keyOf(seed, kind, index);
  const b = finalise(key ^ 0x243f6a88);
  const c = finalise(key ^ 0x85a308d3);
  const d = finalise(key ^ 0x13198a2e);
  // Version 4 and variant 10 (RFC 9562), as such identifiers look in the field.
  const versioned = ((b & 0xffff0fff) | 0x4000) >>> 0;
  const variant = ((c & 0x3fffffff) | 0x80000000) >>> 0;
  return `${hex32(key)}-${hex16(versioned >>> 16)}-${hex16(versioned)}-${hex16(variant >>> 16)}-${hex16(variant)}${hex32(d)}`;
}

/** The element at a place that the caller knows to be there. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`No element ${String(index)} among ${String(list.length)}`);
  return element;
}

/** One to one in `index` for a given seed and kind. */
function keyOf(seed: number, kind: Kind, index: number): number {
  return finalise(finalise(Math.imul(seed, 0x9e3779b1) ^ KINDS[kind]) ^ index);
}

function finalise(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const HEX16 = Array.from({ length: 0x10000 }, (_, value) => value.toString(16).padStart(4, '0'));

function hex16(value: number): string {
  return at(HEX16, value & 0xffff);
}

function hex32(value: number): string {
  return hex16(value >>> 16) + hex16(value);
}
